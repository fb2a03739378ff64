import { eq } from 'drizzle-orm'
import * as m from '@/messages/compiled/messages.js'
import { localeOf } from '@/messages/locale-of'
import type { Queryable } from '@/server/database/client'
import type { MailTemplate } from '@/server/database/job-queue'
import { users } from '@/server/database/schema'
import type { AddressedMail } from './event-mails'
import type { MailContent } from './mail-layout'
import { newLinkToken } from './mail-links'

export type AccountMail = Extract<MailTemplate, 'confirm-email' | 'address-known' | 'reset-password'>

interface Context {
  /** Of our pages. */
  origin: string
  now: Date
}

type User = typeof users.$inferSelect

/** A mail about an account (decisions, Mail), in its owner's language. Undefined when there is nothing to say any more. */
export async function accountMail(
  db: Queryable,
  template: AccountMail,
  userId: string,
  context: Context,
): Promise<AddressedMail | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  const content = user && (await CONTENT[template](db, user, context))
  return content && { to: user.email, locale: localeOf(user.locale), content }
}

const CONTENT: Record<
  AccountMail,
  (db: Queryable, user: User, context: Context) => Promise<MailContent | undefined>
> = {
  async 'confirm-email'(db, user, { origin, now }) {
    if (user.emailConfirmedAt !== null) return undefined
    const locale = localeOf(user.locale)
    const token = await newLinkToken(db, { userId: user.id, purpose: 'confirm', now })
    return {
      subject: m.mail_confirm_subject({}, { locale }),
      paragraphs: [m.mail_confirm_body({}, { locale })],
      link: {
        label: m.mail_confirm_link({}, { locale }),
        url: `${origin}/login?confirm-email-token=${token}`,
      },
      footnote: m.mail_reason_for_mail_account({}, { locale }),
    }
  },

  'address-known'(_db, user, { origin }) {
    const locale = localeOf(user.locale)
    return Promise.resolve({
      subject: m.mail_known_subject({}, { locale }),
      paragraphs: [m.mail_known_body({}, { locale })],
      link: { label: m.mail_known_link({}, { locale }), url: `${origin}/login` },
      footnote: m.mail_reason_for_mail_account({}, { locale }),
    })
  },

  async 'reset-password'(db, user, { origin, now }) {
    const locale = localeOf(user.locale)
    const token = await newLinkToken(db, { userId: user.id, purpose: 'reset', now })
    return {
      subject: m.mail_reset_subject({}, { locale }),
      paragraphs: [m.mail_reset_body({}, { locale })],
      link: { label: m.mail_reset_link({}, { locale }), url: `${origin}/reset-password?token=${token}` },
      footnote: m.mail_reason_for_mail_reset({}, { locale }),
    }
  },
}

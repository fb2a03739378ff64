import { eq } from 'drizzle-orm'
import * as m from '@/messages/compiled/messages.js'
import type { Locale } from '@/messages/compiled/runtime.js'
import { localeOf } from '@/messages/locale-of'
import type { Queryable } from '@/server/platform/database/client'
import type { MailTemplate } from '@/domain/staff/jobs'
import { users } from '@/server/platform/database/schema'
import { SITE } from '@/site/site'
import type { AddressedMail, MailContent, MailContext } from './addressed-mail'

export type AccountAccessMail = Extract<MailTemplate, 'account-suspended' | 'account-reinstated'>

/**
 * Says that an account was suspended or reinstated, in its owner's language, and for a suspension how to object. Undefined where it is not
 * so any more: the account is gone, or the other one was decided while the mail waited.
 */
export async function accountAccessMail(
  db: Queryable,
  template: AccountAccessMail,
  userId: string,
  { origin }: Pick<MailContext, 'origin'>,
): Promise<AddressedMail | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  const isStillSo = user !== undefined && (user.suspendedAt !== null) === (template === 'account-suspended')
  if (!isStillSo) return undefined
  const locale = localeOf(user.locale)
  return {
    to: user.email,
    locale,
    write: () => ({
      ...(template === 'account-suspended' ? suspended(locale) : reinstated(locale, origin)),
      footnote: m.mail_reason_for_mail_access({ site: SITE.name }, { locale }),
    }),
  }
}

function suspended(locale: Locale): Omit<MailContent, 'footnote'> {
  return {
    subject: m.mail_suspended_subject({}, { locale }),
    paragraphs: [
      m.mail_suspended_body({ site: SITE.name }, { locale }),
      m.mail_suspended_objection({ mailbox: SITE.contactMailbox }, { locale }),
    ],
  }
}

function reinstated(locale: Locale, origin: string): Omit<MailContent, 'footnote'> {
  return {
    subject: m.mail_reinstated_subject({}, { locale }),
    paragraphs: [m.mail_reinstated_body({ site: SITE.name }, { locale })],
    link: { label: m.mail_reinstated_link({}, { locale }), url: `${origin}/login` },
  }
}

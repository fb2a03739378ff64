import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import * as m from '@/messages/compiled/messages.js'
import { localeOf } from '@/messages/locale-of'
import type { Queryable } from '@/server/database/client'
import { mailTokens, users } from '@/server/database/schema'
import type { AddressedMail } from './event-mails'

const CONFIRM_HOURS = 48

/**
 * The link that confirms an address (decisions, Mail). Its token is made here, when the mail is written, so that it is
 * nowhere but in the mail; the table keeps its hash. Undefined when there is nothing to confirm any more.
 */
export async function confirmMail(
  db: Queryable,
  userId: string,
  { origin, now }: { origin: string; now: Date },
): Promise<AddressedMail | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (user === undefined || user.emailConfirmedAt !== null) return undefined
  const token = randomBytes(32).toString('base64url')
  await db.insert(mailTokens).values({
    id: randomUUID(),
    userId,
    purpose: 'confirm',
    tokenHash: createHash('sha256').update(token).digest('base64url'),
    expiresAt: new Date(now.getTime() + CONFIRM_HOURS * 3_600_000),
    createdAt: now,
  })
  const locale = localeOf(user.locale)
  return {
    to: user.email,
    locale,
    content: {
      subject: m.mail_confirm_subject({}, { locale }),
      paragraphs: [m.mail_confirm_body({}, { locale })],
      link: {
        label: m.mail_confirm_link({}, { locale }),
        url: `${origin}/login?confirm-email-token=${token}`,
      },
      footnote: m.mail_reason_for_mail_account({}, { locale }),
    },
  }
}

import { eq } from 'drizzle-orm'
import * as m from '@/messages/compiled/messages.js'
import { localeOf } from '@/messages/locale-of'
import type { Queryable } from '@/server/platform/database/client'
import type { ProviderName } from '@/server/platform/queue/job-queue'
import { users } from '@/server/platform/database/schema'
import { SITE } from '@/site/site'
import type { AddressedMail } from './addressed-mail'

const TEXTS = {
  google: { subject: m.mail_google_connected_subject, body: m.mail_google_connected_body },
  apple: { subject: m.mail_apple_connected_subject, body: m.mail_apple_connected_body },
} as const satisfies Record<ProviderName, unknown>

/**
 * Says that a provider signs in to an account from now on, because it vouches for the account's address: whoever did not do it must hear of
 * it. It is in the owner's language; undefined for a deleted account.
 */
export async function providerConnectedMail(
  db: Queryable,
  userId: string,
  provider: ProviderName,
): Promise<AddressedMail | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (user === undefined) return undefined
  const locale = localeOf(user.locale)
  const { subject, body } = TEXTS[provider]
  return {
    to: user.email,
    locale,
    write: () => ({
      subject: subject({}, { locale }),
      paragraphs: [
        body({ site: SITE.name }, { locale }),
        m.mail_connected_not_you({ mailbox: SITE.contactMailbox }, { locale }),
      ],
      footnote: m.mail_reason_for_mail_access({ site: SITE.name }, { locale }),
    }),
  }
}

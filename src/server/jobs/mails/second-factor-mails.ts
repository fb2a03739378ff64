import { eq } from 'drizzle-orm'
import type { SecondFactorChange } from '@/domain/accounts/second-factor'
import * as m from '@/messages/compiled/messages.js'
import { localeOf } from '@/messages/locale-of'
import type { Queryable } from '@/server/platform/database/client'
import { users } from '@/server/platform/database/schema'
import { SITE } from '@/site/site'
import type { AddressedMail } from './addressed-mail'

const SENTENCES = {
  'passkey-added': m.second_factor_mail_passkey_added,
  'passkey-removed': m.second_factor_mail_passkey_removed,
  'totp-added': m.second_factor_mail_totp_added,
  'totp-removed': m.second_factor_mail_totp_removed,
  'recovery-codes-made': m.second_factor_mail_codes_made,
  'recovery-code-used': m.second_factor_mail_code_used,
  reset: m.second_factor_mail_reset,
} as const satisfies Record<SecondFactorChange, unknown>

/**
 * The mail about a change of an administrator's sign-in: the owner must learn of it if somebody else made it. Undefined for a
 * deleted account.
 */
export async function secondFactorMail(
  db: Queryable,
  userId: string,
  change: SecondFactorChange,
): Promise<AddressedMail | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (user === undefined) return undefined
  const locale = localeOf(user.locale)
  return {
    to: user.email,
    locale,
    write: () => ({
      subject: m.second_factor_mail_subject({}, { locale }),
      paragraphs: [
        SENTENCES[change]({}, { locale }),
        m.second_factor_mail_not_you({ mailbox: SITE.contactMailbox }, { locale }),
      ],
      footnote: m.second_factor_mail_reason({ site: SITE.name }, { locale }),
    }),
  }
}

import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { AccountExport } from '@/contract/accounts/own-account'
import { secondsOf } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { passkeys, recoveryCodes, totpSecrets } from '@/server/platform/database/schema'

/** The second factors of an administrator for the export, without what they are verified by; nothing where there are none. */
export async function ownSecondFactors(
  db: Queryable,
  userId: string,
): Promise<Pick<AccountExport, 'second_factors'>> {
  const isConfirmed = and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt))
  const apps = await db.$count(totpSecrets, isConfirmed)
  const { credentialId: id, name, createdAt, lastUsedAt } = passkeys
  const stored = await db
    .select({ id, name, createdAt, lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(createdAt), asc(id))
  if (apps === 0 && stored.length === 0) return {}
  const isLeft = and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))
  return {
    second_factors: {
      totp: apps > 0,
      passkeys: stored.map((passkey) => ({
        id: passkey.id,
        name: passkey.name,
        created_at: secondsOf(passkey.createdAt),
        last_used_at: passkey.lastUsedAt && secondsOf(passkey.lastUsedAt),
      })),
      recovery_codes_left: await db.$count(recoveryCodes, isLeft),
    },
  }
}

import { and, asc, eq, isNotNull, lt } from 'drizzle-orm'
import type { SecondFactorMethod } from '@/contract/accounts/second-factor-prompt'
import type { Queryable } from '@/server/platform/database/client'
import { passkeys, recoveryCodes, sessions, totpSecrets } from '@/server/platform/database/schema'
import type { DeriveKey } from '@/server/http/auth/derived-key'
import type { StoredPasskey } from './passkeys'
import { recoveryCodesLeft } from './recovery-codes'
import { decryptSecret } from './secret-box'
import { stepOfCode } from './totp'

/** The keys that factors are stored with. A new secret of the server makes all but passkeys worthless (docs/security). */
export interface FactorKeys {
  totp: Buffer
  recoveryCodes: Buffer
}

export function factorKeys(deriveKey: DeriveKey): FactorKeys {
  return { totp: deriveKey('one-time code secrets'), recoveryCodes: deriveKey('recovery codes') }
}

interface StoredFactors {
  hasTotp: boolean
  passkeys: StoredPasskey[]
  recoveryCodesLeft: number
}

/** The factors of an account; passkeys the oldest first. */
export async function factorsOf(db: Queryable, userId: string): Promise<StoredFactors> {
  const confirmed = await db.select({ id: totpSecrets.userId }).from(totpSecrets).where(isConfirmed(userId))
  const stored = await db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.credentialId))
  const left = await recoveryCodesLeft(db, userId)
  return { hasTotp: confirmed.length > 0, passkeys: stored, recoveryCodesLeft: left }
}

/** Whether a sign-in has a second step. Recovery codes alone are none. */
export function hasFactor({ hasTotp, passkeys: stored }: StoredFactors): boolean {
  return hasTotp || stored.length > 0
}

export function methodsOf(factors: StoredFactors): SecondFactorMethod[] {
  return [
    ...(factors.passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(factors.hasTotp ? (['totp'] as const) : []),
    ...(factors.recoveryCodesLeft > 0 ? (['recovery_code'] as const) : []),
  ]
}

/** Uses up a one-time code of an account's app; false when it is wrong or was used. Run it in a transaction. */
export async function consumeTotp(
  tx: Queryable,
  userId: string,
  { code, key, nowSeconds }: { code: string; key: Buffer; nowSeconds: number },
): Promise<boolean> {
  const [stored] = await tx.select().from(totpSecrets).where(isConfirmed(userId)).for('update')
  const secret = stored && decryptSecret(stored.secret, key, userId)
  if (stored === undefined || secret === undefined) return false
  const step = stepOfCode(code, { secret, lastStep: stored.lastStep, nowSeconds })
  if (step === undefined) return false
  await tx
    .update(totpSecrets)
    .set({ lastStep: step })
    .where(and(eq(totpSecrets.userId, userId), lt(totpSecrets.lastStep, step)))
  return true
}

/** Removes what is left once the last factor is gone: the recovery codes lead to nothing, and no session counts as proven twice. */
export async function removeIfNone(tx: Queryable, userId: string): Promise<void> {
  if (hasFactor(await factorsOf(tx, userId))) return
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.update(sessions).set({ secondFactorAt: null }).where(eq(sessions.userId, userId))
}

/** Takes all factors of an account away. */
export async function removeFactors(tx: Queryable, userId: string): Promise<void> {
  await tx.delete(totpSecrets).where(eq(totpSecrets.userId, userId))
  await tx.delete(passkeys).where(eq(passkeys.userId, userId))
  await removeIfNone(tx, userId)
}

function isConfirmed(userId: string) {
  return and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt))
}

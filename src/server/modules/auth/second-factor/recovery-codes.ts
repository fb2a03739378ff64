import { createHmac, randomInt } from 'node:crypto'
import { and, count, eq, isNull } from 'drizzle-orm'
import { RECOVERY_CODES } from '@/domain/accounts/second-factor'
import { atSeconds } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { recoveryCodes } from '@/server/platform/database/schema'

/** The signs leave out those that are misread when a code is copied from paper: 31 signs, so ten of them are 49 bits. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUP = 5

/** Makes new codes in place of all that an account had. They are shown once: a keyed hash is stored. */
export async function replaceRecoveryCodes(
  tx: Queryable,
  userId: string,
  { key, nowSeconds }: { key: Buffer; nowSeconds: number },
): Promise<string[]> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  const createdAt = atSeconds(nowSeconds)
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ hash: hashOf(code, userId, key), userId, createdAt })))
  return codes.map((code) => `${code.slice(0, GROUP)}-${code.slice(GROUP)}`)
}

/** Uses a code up (ten signs without a hyphen); false when it is none of the account's, or was used. */
export async function consumeRecoveryCode(
  tx: Queryable,
  userId: string,
  { code, key, nowSeconds }: { code: string; key: Buffer; nowSeconds: number },
): Promise<boolean> {
  const isIt = and(
    eq(recoveryCodes.hash, hashOf(code, userId, key)),
    eq(recoveryCodes.userId, userId),
    isNull(recoveryCodes.usedAt),
  )
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: atSeconds(nowSeconds) })
    .where(isIt)
    .returning({ hash: recoveryCodes.hash })
  return used.length > 0
}

export async function recoveryCodesLeft(db: Queryable, userId: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
  return row?.left ?? 0
}

function newCode(): string {
  return Array.from({ length: 2 * GROUP }, () => SIGNS[randomInt(SIGNS.length)]).join('')
}

function hashOf(code: string, userId: string, key: Buffer): string {
  return createHmac('sha256', key).update(`${userId} ${code}`).digest('base64url')
}

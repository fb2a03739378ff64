// The one second factor of an administrator: an authenticator app (RFC 6238), and recovery codes for whoever has lost it. The secret of
// an app is made of the server's, and codes are stored as keyed hashes: a database alone opens nothing, and with another secret of the
// server all of it is worthless (docs/security).

import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { and, arrayContains, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { RECOVERY_CODES, TOTP_DIGITS } from '@/domain/accounts/account'
import { atSeconds, type Queryable } from '@/server/platform/database/client'
import { secondFactors, sessions } from '@/server/platform/database/schema'
import { SITE } from '@/site/site'

const isOf = (userId: string) => eq(secondFactors.userId, userId)
const isConfirmed = (userId: string) => and(isOf(userId), isNotNull(secondFactors.confirmedAt))

export async function secondFactorOf(db: Queryable, userId: string) {
  const [found] = await db.select().from(secondFactors).where(isConfirmed(userId))
  return { totp: found !== undefined, recovery_codes_left: found?.recoveryHashes.length ?? 0 }
}

/** No session counts as proven twice any more. False when there was none. */
export async function removeSecondFactor(tx: Queryable, userId: string): Promise<boolean> {
  const [removed] = await tx.delete(secondFactors).where(isOf(userId)).returning()
  await tx.update(sessions).set({ secondFactorAt: null }).where(eq(sessions.userId, userId))
  return removed !== undefined && removed.confirmedAt !== null
}

interface Attempt {
  code: string
  key: Buffer
  nowSeconds: number
}

/** Makes a new secret, which counts once a code of it was confirmed. Undefined when an app is confirmed already. */
export async function beginTotp(
  db: Queryable,
  { id: userId, email }: { id: string; email: string },
  { key, nowSeconds }: Omit<Attempt, 'code'>,
): Promise<{ secret: string; uri: string } | undefined> {
  const salt = randomBytes(16).toString('base64url')
  const values = { salt, createdAt: atSeconds(nowSeconds) }
  const stored = await db
    .insert(secondFactors)
    .values({ userId, ...values })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: values,
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ userId: secondFactors.userId })
  if (stored.length === 0) return undefined
  const totp = totpOf(key, { userId, salt }, email)
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** Confirms the app that was begun by its first code, and gives the recovery codes, which are shown this once. Undefined when it is wrong. */
export async function confirmTotp(
  tx: Queryable,
  userId: string,
  attempt: Attempt,
): Promise<string[] | undefined> {
  const isBegun = and(isOf(userId), isNull(secondFactors.confirmedAt))
  if (!(await consumeStep(tx, isBegun, attempt))) return undefined
  await tx
    .update(secondFactors)
    .set({ confirmedAt: atSeconds(attempt.nowSeconds) })
    .where(isOf(userId))
  return replaceRecoveryCodes(tx, userId, attempt.key)
}

/** Uses up a one-time code; false when it is wrong or was used. Run it in a transaction. */
export function consumeTotp(tx: Queryable, userId: string, attempt: Attempt): Promise<boolean> {
  return consumeStep(tx, isConfirmed(userId), attempt)
}

/** Uses up the time step of a code: one that somebody looked at over a shoulder works no second time. */
async function consumeStep(
  tx: Queryable,
  which: ReturnType<typeof and>,
  { code, key, nowSeconds }: Attempt,
): Promise<boolean> {
  const [stored] = await tx.select().from(secondFactors).where(which).for('update')
  if (stored === undefined) return false
  const timestamp = nowSeconds * 1000
  const totp = totpOf(key, stored)
  const delta = totp.validate({ token: code, timestamp, window: WINDOW_STEPS })
  if (delta === null) return false
  const lastStep = totp.counter({ timestamp }) + delta
  if (lastStep <= stored.lastStep) return false
  await tx.update(secondFactors).set({ lastStep }).where(which)
  return true
}

/** RFC 4226, 4: at least 128 bits, and 160 are better. */
const SECRET_BYTES = 20
/** RFC 6238, 5.2: one step for a slow hand or a clock that is not quite right. */
const WINDOW_STEPS = 1

function totpOf(key: Buffer, { userId, salt }: { userId: string; salt: string }, label = ''): TOTP {
  const made = createHmac('sha256', key).update(`${userId} ${salt}`).digest()
  const secret = new Secret({ buffer: Uint8Array.from(made.subarray(0, SECRET_BYTES)).buffer })
  // Many apps know no other hash than SHA-1, and HMAC does not suffer from its collisions.
  return new TOTP({ issuer: SITE.name, label, secret, algorithm: 'SHA1', digits: TOTP_DIGITS, period: 30 })
}

/** The signs leave out those that are misread when a code is copied from paper: 31 signs, so ten of them are 49 bits. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUP = 5

/** Makes new codes in place of all that an account had. */
export async function replaceRecoveryCodes(tx: Queryable, userId: string, key: Buffer): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: 2 * GROUP }, () => SIGNS[randomInt(SIGNS.length)]).join(''),
  )
  const recoveryHashes = codes.map((code) => hashOf(code, userId, key))
  await tx.update(secondFactors).set({ recoveryHashes }).where(isOf(userId))
  return codes.map((code) => `${code.slice(0, GROUP)}-${code.slice(GROUP)}`)
}

/** Uses up a code (ten signs without a hyphen); false when it is none of the account's, or was used. */
export async function consumeRecoveryCode(
  tx: Queryable,
  userId: string,
  { code, key }: Pick<Attempt, 'code' | 'key'>,
): Promise<boolean> {
  const hash = hashOf(code, userId, key)
  const used = await tx
    .update(secondFactors)
    .set({ recoveryHashes: sql`array_remove(${secondFactors.recoveryHashes}, ${hash})` })
    .where(and(isOf(userId), arrayContains(secondFactors.recoveryHashes, [hash])))
    .returning({ userId: secondFactors.userId })
  return used.length > 0
}

function hashOf(code: string, userId: string, key: Buffer): string {
  return createHmac('sha256', key).update(`${userId} ${code}`).digest('base64url')
}

import { createCipheriv, createDecipheriv, createHmac, randomBytes, randomInt } from 'node:crypto'
import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { RECOVERY_CODES, TOTP_DIGITS } from '@/domain/accounts/account'
import { atSeconds, type Queryable } from '@/server/platform/database/client'
import { recoveryCodes, sessions, totpSecrets } from '@/server/platform/database/schema'
import { SITE } from '@/site/site'

/**
 * The one second factor of an administrator, as it is stored: an authenticator app (RFC 6238), and recovery codes for whoever has lost it.
 * The keys follow from the server's secret: with another secret all of it is worthless (docs/security).
 */
export interface FactorKeys {
  totp: Buffer
  recoveryCodes: Buffer
}

export function factorKeys(deriveKey: (purpose: string) => Buffer): FactorKeys {
  return { totp: deriveKey('one-time code secrets'), recoveryCodes: deriveKey('recovery codes') }
}

/** Recovery codes alone are no second factor. */
export async function secondFactorOf(
  db: Queryable,
  userId: string,
): Promise<{ totp: boolean; recovery_codes_left: number }> {
  const isLeft = and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))
  return { totp: await hasTotp(db, userId), recovery_codes_left: await db.$count(recoveryCodes, isLeft) }
}

export async function hasTotp(db: Queryable, userId: string): Promise<boolean> {
  return (await db.$count(totpSecrets, and(isOf(userId), isNotNull(totpSecrets.confirmedAt)))) > 0
}

/** With the app go the recovery codes, which would lead to nothing, and no session counts as proven twice. False when there was none. */
export async function removeSecondFactor(tx: Queryable, userId: string): Promise<boolean> {
  const had = await hasTotp(tx, userId)
  await tx.delete(totpSecrets).where(isOf(userId))
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.update(sessions).set({ secondFactorAt: null }).where(eq(sessions.userId, userId))
  return had
}

interface Attempt {
  code: string
  keys: FactorKeys
  nowSeconds: number
}

/** Stores a new secret (base32), which counts once a code of it was confirmed. Undefined when an app is confirmed already. */
export async function beginTotp(
  db: Queryable,
  userId: string,
  { keys, nowSeconds }: Omit<Attempt, 'code'>,
): Promise<string | undefined> {
  const secret = new Secret({ size: SECRET_BYTES }).base32
  const values = { secret: encrypt(secret, keys.totp, userId), createdAt: atSeconds(nowSeconds) }
  const stored = await db
    .insert(totpSecrets)
    .values({ userId, ...values })
    .onConflictDoUpdate({
      target: totpSecrets.userId,
      set: values,
      setWhere: isNull(totpSecrets.confirmedAt),
    })
    .returning({ userId: totpSecrets.userId })
  return stored.length === 0 ? undefined : secret
}

/** Confirms the app that was begun by its first code, and gives the recovery codes, which are shown this once. Undefined when it is wrong. */
export async function confirmTotp(
  tx: Queryable,
  userId: string,
  attempt: Attempt,
): Promise<string[] | undefined> {
  const step = await takeStep(tx, userId, { ...attempt, isConfirmed: false })
  if (step === undefined) return undefined
  await tx
    .update(totpSecrets)
    .set({ confirmedAt: atSeconds(attempt.nowSeconds) })
    .where(isOf(userId))
  return replaceRecoveryCodes(tx, userId, attempt)
}

/** Uses up a one-time code; false when it is wrong or was used. Run it in a transaction. */
export async function consumeTotp(tx: Queryable, userId: string, attempt: Attempt): Promise<boolean> {
  return (await takeStep(tx, userId, { ...attempt, isConfirmed: true })) !== undefined
}

/** The time step of a code, which it uses up: a code that somebody looked at over a shoulder works no second time. */
async function takeStep(
  tx: Queryable,
  userId: string,
  { code, keys, nowSeconds, isConfirmed }: Attempt & { isConfirmed: boolean },
): Promise<number | undefined> {
  const state = isConfirmed ? isNotNull(totpSecrets.confirmedAt) : isNull(totpSecrets.confirmedAt)
  const [stored] = await tx
    .select()
    .from(totpSecrets)
    .where(and(isOf(userId), state))
    .for('update')
  const secret = stored && decrypt(stored.secret, keys.totp, userId)
  if (stored === undefined || secret === undefined) return undefined
  const timestamp = nowSeconds * 1000
  const totp = totpOf(secret, '')
  const delta = totp.validate({ token: code, timestamp, window: WINDOW_STEPS })
  if (delta === null) return undefined
  const step = totp.counter({ timestamp }) + delta
  if (step <= stored.lastStep) return undefined
  await tx
    .update(totpSecrets)
    .set({ lastStep: step })
    .where(and(isOf(userId), lt(totpSecrets.lastStep, step)))
  return step
}

const isOf = (userId: string) => eq(totpSecrets.userId, userId)

/** RFC 4226, 4: at least 128 bits, and 160 are better. */
const SECRET_BYTES = 20
/** RFC 6238, 5.2: one step for a slow hand or a clock that is not quite right. */
const WINDOW_STEPS = 1

/** The text of the QR code for an authenticator app: `otpauth://totp/…`. */
export function totpUri(secret: string, account: string): string {
  return totpOf(secret, account).toString()
}

function totpOf(secret: string, label: string): TOTP {
  // Many apps know no other hash than SHA-1, and HMAC does not suffer from its collisions.
  const shape = { algorithm: 'SHA1', digits: TOTP_DIGITS, period: 30 }
  return new TOTP({ issuer: SITE.name, label, secret: Secret.fromBase32(secret), ...shape })
}

/** The signs leave out those that are misread when a code is copied from paper: 31 signs, so ten of them are 49 bits. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUP = 5

/** Makes new codes in place of all that an account had. They are shown once: a keyed hash is stored. */
export async function replaceRecoveryCodes(
  tx: Queryable,
  userId: string,
  { keys, nowSeconds }: Omit<Attempt, 'code'>,
): Promise<string[]> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: 2 * GROUP }, () => SIGNS[randomInt(SIGNS.length)]).join(''),
  )
  const createdAt = atSeconds(nowSeconds)
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ hash: hashOf(code, userId, keys), userId, createdAt })))
  return codes.map((code) => `${code.slice(0, GROUP)}-${code.slice(GROUP)}`)
}

/** Uses up a code (ten signs without a hyphen); false when it is none of the account's, or was used. */
export async function consumeRecoveryCode(
  tx: Queryable,
  userId: string,
  { code, keys, nowSeconds }: Attempt,
): Promise<boolean> {
  const isIt = and(
    eq(recoveryCodes.hash, hashOf(code, userId, keys)),
    eq(recoveryCodes.userId, userId),
    isNull(recoveryCodes.usedAt),
  )
  const usedAt = atSeconds(nowSeconds)
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt })
    .where(isIt)
    .returning({ hash: recoveryCodes.hash })
  return used.length > 0
}

function hashOf(code: string, userId: string, { recoveryCodes: key }: FactorKeys): string {
  return createHmac('sha256', key).update(`${userId} ${code}`).digest('base64url')
}

const CIPHER = 'aes-256-gcm'
/** NIST SP 800-38D, 8.2.2: random, of 96 bits. */
const IV_BYTES = 12
const TAG_BYTES = 16

/** `owner` has to be the same to decrypt it, so that no row passes for another's. */
function encrypt(text: string, key: Buffer, owner: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(owner))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/** Undefined when it was encrypted with another key, for another owner, or was changed. */
function decrypt(stored: string, key: Buffer, owner: string): string | undefined {
  const bytes = Buffer.from(stored, 'base64url')
  const start = IV_BYTES + TAG_BYTES
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(IV_BYTES, start))
    return Buffer.concat([decipher.update(bytes.subarray(start)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

import { createCipheriv, createDecipheriv, randomBytes, createHmac, randomInt } from 'node:crypto'
import { and, asc, eq, isNotNull, lt, isNull } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { atSeconds } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { passkeys, recoveryCodes, sessions, totpSecrets } from '@/server/platform/database/schema'
import type { DeriveKey } from '@/server/http/auth/signed-token'
import type { SecondFactorMethod } from '@/contract/errors'
import { TOTP_DIGITS, RECOVERY_CODES } from '@/domain/accounts/account'
import { SITE } from '@/site/site'
import type { PasskeyAssertion, PasskeyAttestation } from '@/contract/accounts/second-factor'

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
  const confirmed = await db.$count(totpSecrets, isConfirmed(userId))
  const stored = await db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.credentialId))
  const isLeft = and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))
  const recoveryCodesLeft = await db.$count(recoveryCodes, isLeft)
  return { hasTotp: confirmed > 0, passkeys: stored, recoveryCodesLeft }
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

export async function removeFactors(tx: Queryable, userId: string): Promise<void> {
  await tx.delete(totpSecrets).where(eq(totpSecrets.userId, userId))
  await tx.delete(passkeys).where(eq(passkeys.userId, userId))
  await removeIfNone(tx, userId)
}

function isConfirmed(userId: string) {
  return and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt))
}

/** RFC 4226, 4: at least 128 bits, and 160 are better. */
const SECRET_BYTES = 20
const STEP_SECONDS = 30
/** RFC 6238, 5.2: one step for a slow hand or a clock that is not quite right. */
const WINDOW_STEPS = 1

/** A new secret, base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The text of the QR code for an authenticator app: `otpauth://totp/…`. */
export function totpUri(secret: string, account: string): string {
  return totpOf(secret, account).toString()
}

/**
 * The time step that a code belongs to; undefined when it is wrong, or of a step that is not after `lastStep`: a code that
 * somebody looked at over a shoulder works no second time.
 */
export function stepOfCode(
  code: string,
  { secret, lastStep, nowSeconds }: { secret: string; lastStep: number; nowSeconds: number },
): number | undefined {
  const timestamp = nowSeconds * 1000
  const totp = totpOf(secret, '')
  const delta = totp.validate({ token: code, timestamp, window: WINDOW_STEPS })
  const step = delta === null ? undefined : totp.counter({ timestamp }) + delta
  return step === undefined || step <= lastStep ? undefined : step
}

function totpOf(secret: string, label: string): TOTP {
  // SHA-1: many apps know no other, and HMAC does not suffer from its collisions.
  return new TOTP({
    issuer: SITE.name,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: TOTP_DIGITS,
    period: STEP_SECONDS,
  })
}

const CIPHER = 'aes-256-gcm'
/** NIST SP 800-38D, 8.2.2: random, of 96 bits. */
const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts a text with AES-256-GCM; `owner` has to be the same to decrypt it, so that no row passes for another's. */
export function encryptSecret(text: string, key: Buffer, owner: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(owner))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/** Undefined when it was encrypted with another key (the server's secret is a new one), for another owner, or was changed. */
export function decryptSecret(stored: string, key: Buffer, owner: string): string | undefined {
  const bytes = Buffer.from(stored, 'base64url')
  const iv = bytes.subarray(0, IV_BYTES)
  const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
  try {
    const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(owner))
      .setAuthTag(tag)
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
    return text.toString('utf8')
  } catch {
    return undefined
  }
}

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

function newCode(): string {
  return Array.from({ length: 2 * GROUP }, () => SIGNS[randomInt(SIGNS.length)]).join('')
}

function hashOf(code: string, userId: string, key: Buffer): string {
  return createHmac('sha256', key).update(`${userId} ${code}`).digest('base64url')
}

type StoredPasskey = typeof passkeys.$inferSelect

interface Ceremony {
  /** base64url. */
  challenge: string
  /** The origin of our pages; its host is the id that a passkey belongs to. */
  origin: string
}

/** PublicKeyCredentialRequestOptionsJSON: one of these passkeys, with its owner's finger, face or PIN. */
export async function passkeyRequest(
  stored: readonly StoredPasskey[],
  ceremony: Ceremony,
): Promise<Record<string, unknown>> {
  return {
    ...(await generateAuthenticationOptions({
      rpID: rpIdOf(ceremony),
      challenge: Buffer.from(ceremony.challenge, 'base64url'),
      allowCredentials: stored.map(descriptor),
      userVerification: 'required',
    })),
  }
}

/** PublicKeyCredentialCreationOptionsJSON: a passkey that is not on this authenticator yet. */
export async function passkeyCreation(
  stored: readonly StoredPasskey[],
  { user, ...ceremony }: Ceremony & { user: { id: string; email: string } },
): Promise<Record<string, unknown>> {
  return {
    ...(await generateRegistrationOptions({
      rpName: SITE.name,
      rpID: rpIdOf(ceremony),
      userName: user.email,
      userID: new TextEncoder().encode(user.id),
      challenge: Buffer.from(ceremony.challenge, 'base64url'),
      excludeCredentials: stored.map(descriptor),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    })),
  }
}

/** The passkey in a browser's response; undefined when it is not the response to what was asked. */
export async function readNewPasskey(
  response: PasskeyAttestation,
  { challenge, origin }: Ceremony,
): Promise<Pick<StoredPasskey, 'credentialId' | 'publicKey' | 'signatureCount' | 'transports'> | undefined> {
  const verified = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} } as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpIdOf({ origin }),
    requireUserVerification: true,
  }).catch(() => undefined)
  if (verified?.verified !== true) return undefined
  const { id, publicKey, counter } = verified.registrationInfo.credential
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    signatureCount: counter,
    transports: response.response.transports ?? [],
  }
}

/**
 * Verifies that one of an account's passkeys has signed the challenge, and stores its counter: one that does not count on is
 * a copy (WebAuthn Level 3, 7.2). Run it in a transaction.
 */
export async function consumePasskey(
  tx: Queryable,
  userId: string,
  { response, nowSeconds, ...ceremony }: Ceremony & { response: PasskeyAssertion; nowSeconds: number },
): Promise<boolean> {
  const [stored] = await tx
    .select()
    .from(passkeys)
    .where(eq(passkeys.credentialId, response.id))
    .for('update')
  if (stored?.userId !== userId) return false
  const verified = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} } as AuthenticationResponseJSON,
    expectedChallenge: ceremony.challenge,
    expectedOrigin: ceremony.origin,
    expectedRPID: rpIdOf(ceremony),
    credential: {
      id: stored.credentialId,
      publicKey: new Uint8Array(Buffer.from(stored.publicKey, 'base64url')),
      counter: stored.signatureCount,
    },
    requireUserVerification: true,
  }).catch(() => undefined)
  if (verified?.verified !== true) return false
  await tx
    .update(passkeys)
    .set({ signatureCount: verified.authenticationInfo.newCounter, lastUsedAt: atSeconds(nowSeconds) })
    .where(eq(passkeys.credentialId, stored.credentialId))
  return true
}

function rpIdOf({ origin }: Pick<Ceremony, 'origin'>): string {
  return new URL(origin).hostname
}

function descriptor({ credentialId, transports }: StoredPasskey): { id: string; transports: string[] } {
  return { id: credentialId, transports }
}

import { randomUUID, hash } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey as pbkdf2 } from 'altcha-lib/algorithms/pbkdf2'
import { eq, lt, sql } from 'drizzle-orm'
import { solvedChallengeSchema, FORM_TOKEN_DAYS } from '@/contract/form-tokens'
import type { FormToken } from '@/contract/form-tokens'
import { nowDate } from '@/server/platform/process/clock'
import type { Clock } from '@/server/platform/process/clock'
import { createSignedTokens } from '@/server/http/auth/signed-token'
import type { DeriveKey } from '@/server/http/auth/signed-token'
import type { Queryable } from '@/server/platform/database/client'
import { usedTokens } from '@/server/platform/database/schema'
import type { Challenge } from '@/contract/errors'

const ALGORITHM = 'PBKDF2/SHA-256'
/** 256 tries on average: 0.1 s of a fast machine's core, 1 s of a slow phone's, half a millisecond to verify. Each level doubles it. */
const COST = 1000
const KEY_PREFIX = '00'
/** A slow phone needs some 8 s for the highest. */
export const MAX_PROOF_LEVEL = 3
/** The slowest phone solves for half a minute, then sends its photo of 10 MB for 12 minutes: read when all of that is here. */
const LIFETIME_MS = 20 * 60_000
/** A challenge with its solution has some 600 characters. */
const MAX_HEADER_CHARS = 2000

export interface ProofOfWork {
  /** A signed challenge for one purpose (such as an attempt to sign in to one account); `level` counts doublings of the work. */
  challenge(purpose: string, level: number): Promise<Challenge>
  /** The solved challenge in a header; undefined when it is none of ours, wrong, too old, or for another purpose. */
  read(header: string | undefined, purpose: string): Promise<CountedToken | undefined>
}

/** They cost a script time and a person none (altcha). Signed and stored nowhere; that each is used once is for their reader to see to. */
export function createProofOfWork(deriveKey: DeriveKey, clock: Clock): ProofOfWork {
  const hmacSignatureSecret = deriveKey('proof of work').toString('hex')
  return {
    async challenge(purpose, level) {
      const made = await createChallenge({
        algorithm: ALGORITHM,
        cost: COST * 2 ** Math.min(level, MAX_PROOF_LEVEL),
        keyPrefix: KEY_PREFIX,
        // altcha's own expiry knows only the machine's clock.
        data: { purpose, expiresAtMs: clock.nowMs() + LIFETIME_MS },
        deriveKey: pbkdf2,
        hmacSignatureSecret,
      })
      return made as Challenge
    },
    async read(header, purpose) {
      const solved = parse(header)
      if (solved === undefined) return undefined
      const { nonce, data } = solved.challenge.parameters
      const expiresAtMs = Number(data['expiresAtMs'])
      if (data['purpose'] !== purpose || !(expiresAtMs > clock.nowMs())) return undefined
      // The signature is looked at first: a made-up challenge costs no derivation of a key.
      const result = await verifySolution({ ...solved, deriveKey: pbkdf2, hmacSignatureSecret }).catch(
        () => undefined,
      )
      return result?.verified === true ? { id: `proof ${nonce}`, expiresAtMs } : undefined
    },
  }
}

function parse(header: string | undefined) {
  if (header === undefined || header.length > MAX_HEADER_CHARS) return undefined
  try {
    return solvedChallengeSchema.parse(JSON.parse(Buffer.from(header, 'base64url').toString('utf8')))
  } catch {
    return undefined
  }
}

export interface ReadFormToken extends CountedToken {
  /** Milliseconds since it was given out. */
  ageMs: number
}

export interface FormTokens {
  issue(): Promise<FormToken>
  read(token: string): Promise<ReadFormToken | undefined>
}

/** Form tokens are signed and stored nowhere: giving one out costs an anonymous client's script nothing of ours. */
export function createFormTokens(deriveKey: DeriveKey, clock: Clock): FormTokens {
  const tokens = createSignedTokens({
    key: deriveKey('form tokens'),
    clock,
    audience: 'form',
    lifetimeSeconds: FORM_TOKEN_DAYS * 86_400,
    claim: 'jti',
  })
  return {
    issue: () => tokens.issue(randomUUID()),
    async read(token) {
      const payload = await tokens.read(token)
      if (payload === undefined) return undefined
      const { jti = '', iat = 0, exp = 0 } = payload
      return { id: `form ${jti}`, ageMs: clock.nowMs() - iat * 1000, expiresAtMs: exp * 1000 }
    },
  }
}

export interface CountedToken {
  /** Unique among all tokens of all kinds. */
  id: string
  /** Epoch milliseconds; the token itself is refused afterwards. */
  expiresAtMs: number
}

export async function usesOf(db: Queryable, { id }: Pick<CountedToken, 'id'>): Promise<number> {
  const [row] = await db
    .select({ uses: usedTokens.uses })
    .from(usedTokens)
    .where(eq(usedTokens.hash, hashOf(id)))
  return row?.uses ?? 0
}

/** False when it was used `max` times. In the transaction of what it is used for: what is rolled back was no use. */
export async function useToken(
  db: Queryable,
  { id, expiresAtMs }: CountedToken,
  max: number,
): Promise<boolean> {
  const counted = await db
    .insert(usedTokens)
    .values({ hash: hashOf(id), expiresAt: new Date(expiresAtMs) })
    .onConflictDoUpdate({
      target: usedTokens.hash,
      set: { uses: sql`${usedTokens.uses} + 1` },
      setWhere: lt(usedTokens.uses, max),
    })
    .returning({ uses: usedTokens.uses })
  return counted.length > 0
}

export async function deleteExpiredTokens(db: Queryable, clock: Clock): Promise<void> {
  await db.delete(usedTokens).where(lt(usedTokens.expiresAt, nowDate(clock)))
}

function hashOf(id: string): string {
  return hash('sha256', id, 'base64url')
}

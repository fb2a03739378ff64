import { createHmac, hash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, isNotNull, ne } from 'drizzle-orm'
import { atSeconds, secondsOf } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { refreshTokens } from '@/server/platform/database/schema'
import type { DeriveKey } from '@/server/http/auth/derived-key'
import { ApiError } from '@/server/http/errors/api-error'

/** Two tabs may send one token, and a response may be lost on the way: for a moment the successor is given again. */
const GRACE_SECONDS = 30

/**
 * The new tokens of one session. Each is a row until the session is over, so that one that comes back is recognised. An open page
 * needs four an hour, and all tabs of a browser share them.
 */
const NEW_TOKENS = [
  { seconds: 3600, max: 60 },
  { seconds: 86_400, max: 240 },
] as const

/** Keys of the server's secret: with another secret no token is known any more, and everybody signs in again. */
export interface RefreshTokenKeys {
  lookup: Buffer
  successors: Buffer
}

export function refreshTokenKeys(deriveKey: DeriveKey): RefreshTokenKeys {
  return {
    lookup: deriveKey('lookup of refresh tokens'),
    successors: deriveKey('successors of refresh tokens'),
  }
}

type StoredToken = typeof refreshTokens.$inferSelect

/** A token that was sent, and what is stored of it. */
interface SentToken {
  token: string
  stored: StoredToken
  keys: RefreshTokenKeys
  nowSeconds: number
}

/** The result for a token that belongs to a living session. */
export type Exchange =
  | { kind: 'successor'; token: string }
  /** Somebody else has used a token that comes after this one, or beside it: there are two who have copies. */
  | { kind: 'reused' }

/** The first token of a session. It is returned and stored nowhere. */
export async function firstToken(
  tx: Queryable,
  sessionId: string,
  { keys, nowSeconds }: { keys: RefreshTokenKeys; nowSeconds: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx
    .insert(refreshTokens)
    .values({ hash: refreshTokenHash(token, keys), sessionId, createdAt: atSeconds(nowSeconds) })
  return token
}

/**
 * Exchanges a token for its successor. Successors are derived from the token and a stored salt with our key, so that the
 * same one can be given again although no token is stored. Only one line of successors is ever used: a token whose
 * response was lost begins another branch, and the first use of one branch ends the other. The caller holds the lock of
 * the session. Throws TOO_MANY_REQUESTS, and the token is as good as before.
 */
export async function exchangeToken(tx: Queryable, sent: SentToken): Promise<Exchange> {
  const { token, stored, keys, nowSeconds } = sent
  const { replacedAt, successorSalt } = stored
  if (replacedAt === null) return (await isSiblingUsed(tx, stored)) ? { kind: 'reused' } : branch(tx, sent)
  // Nothing can be given again without a salt; no token that can still be found was replaced without one.
  if (successorSalt === null || (await isSuccessorUsed(tx, stored))) return { kind: 'reused' }
  const isInGrace = nowSeconds - secondsOf(replacedAt) <= GRACE_SECONDS
  return isInGrace ? { kind: 'successor', token: derive(token, successorSalt, keys) } : branch(tx, sent)
}

/** The hash that a token is found by. */
export function refreshTokenHash(token: string, keys: RefreshTokenKeys): string {
  return hashOfDigest(hash('sha256', token, 'base64url'), keys)
}

/** The hash that a token is found by of which only the SHA-256 is known (base64url). */
export function hashOfDigest(digest: string, { lookup }: RefreshTokenKeys): string {
  return createHmac('sha256', lookup).update(digest).digest('base64url')
}

async function branch(tx: Queryable, { token, stored, keys, nowSeconds }: SentToken): Promise<Exchange> {
  const { hash: parentHash, sessionId } = stored
  await refuseTooMany(tx, sessionId, nowSeconds)
  const successorSalt = randomBytes(16).toString('base64url')
  const now = atSeconds(nowSeconds)
  await tx
    .update(refreshTokens)
    .set({ replacedAt: now, successorSalt })
    .where(eq(refreshTokens.hash, parentHash))
  const successor = derive(token, successorSalt, keys)
  await tx
    .insert(refreshTokens)
    .values({ hash: refreshTokenHash(successor, keys), sessionId, parentHash, createdAt: now })
  return { kind: 'successor', token: successor }
}

async function refuseTooMany(tx: Queryable, sessionId: string, nowSeconds: number): Promise<void> {
  for (const { seconds, max } of NEW_TOKENS) {
    const isRecent = gt(refreshTokens.createdAt, atSeconds(nowSeconds - seconds))
    const [earliest] = await tx
      .select({ createdAt: refreshTokens.createdAt })
      .from(refreshTokens)
      .where(and(eq(refreshTokens.sessionId, sessionId), isRecent))
      .orderBy(desc(refreshTokens.createdAt))
      .offset(max - 1)
      .limit(1)
    if (earliest !== undefined)
      throw new ApiError('TOO_MANY_REQUESTS', {
        retryAfterSeconds: secondsOf(earliest.createdAt) + seconds - nowSeconds,
      })
  }
}

/** A token is used once it was replaced. */
async function isSuccessorUsed(tx: Queryable, stored: StoredToken): Promise<boolean> {
  const used = and(eq(refreshTokens.parentHash, stored.hash), isNotNull(refreshTokens.replacedAt))
  return (await tx.select({ hash: refreshTokens.hash }).from(refreshTokens).where(used).limit(1)).length > 0
}

async function isSiblingUsed(tx: Queryable, stored: StoredToken): Promise<boolean> {
  if (stored.parentHash === null) return false
  const used = and(
    eq(refreshTokens.parentHash, stored.parentHash),
    ne(refreshTokens.hash, stored.hash),
    isNotNull(refreshTokens.replacedAt),
  )
  return (await tx.select({ hash: refreshTokens.hash }).from(refreshTokens).where(used).limit(1)).length > 0
}

function derive(token: string, salt: string, { successors }: RefreshTokenKeys): string {
  return createHmac('sha256', successors).update(`${token}.${salt}`).digest('base64url')
}

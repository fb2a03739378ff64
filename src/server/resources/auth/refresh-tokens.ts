import { createHash, createHmac, randomBytes } from 'node:crypto'
import { and, eq, isNotNull, ne } from 'drizzle-orm'
import { atSeconds, secondsOf } from '@/server/database/client'
import type { Queryable } from '@/server/database/client'
import { refreshTokens } from '@/server/database/schema'

/** Two tabs may send one token, and a response may be lost on the way: for a moment the successor is given again. */
const GRACE_SECONDS = 30

type StoredToken = typeof refreshTokens.$inferSelect

/** What a token that belongs to a living session is exchanged for. */
export type Exchange =
  | { kind: 'successor'; token: string }
  /** Somebody else has used a token that comes after this one, or beside it: there are two who have copies. */
  | { kind: 'reused' }

/** The first token of a session. It is returned and stored nowhere. */
export async function firstToken(tx: Queryable, sessionId: string, nowSeconds: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx
    .insert(refreshTokens)
    .values({ hash: refreshTokenHash(token), sessionId, createdAt: atSeconds(nowSeconds) })
  return token
}

/**
 * Exchanges a token for its successor. Successors are derived from the token and a stored salt with our key, so that the
 * same one can be given again although no token is stored. Only one line of successors is ever used: a token whose
 * response was lost begins another branch, and the first use of one branch ends the other. The caller holds the lock of
 * the session.
 */
export async function exchangeToken(
  tx: Queryable,
  { token, stored, key, nowSeconds }: { token: string; stored: StoredToken; key: Buffer; nowSeconds: number },
): Promise<Exchange> {
  if (stored.replacedAt === null)
    return (await isSiblingUsed(tx, stored))
      ? { kind: 'reused' }
      : branch(tx, stored, { token, key, nowSeconds })
  // Replaced before successors were derived: there is nothing left to give again.
  if (stored.successorSalt === null || (await isSuccessorUsed(tx, stored))) return { kind: 'reused' }
  const isInGrace = nowSeconds - secondsOf(stored.replacedAt) <= GRACE_SECONDS
  const again = derive(token, stored.successorSalt, key)
  // Unknown when our secret has changed since.
  if (isInGrace && (await isKnown(tx, again))) return { kind: 'successor', token: again }
  return branch(tx, stored, { token, key, nowSeconds })
}

/** By what a token is found. Random enough that a plain hash is. */
export function refreshTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

async function branch(
  tx: Queryable,
  { hash, sessionId }: StoredToken,
  { token, key, nowSeconds }: { token: string; key: Buffer; nowSeconds: number },
): Promise<Exchange> {
  const successorSalt = randomBytes(16).toString('base64url')
  const now = atSeconds(nowSeconds)
  await tx.update(refreshTokens).set({ replacedAt: now, successorSalt }).where(eq(refreshTokens.hash, hash))
  const successor = derive(token, successorSalt, key)
  await tx
    .insert(refreshTokens)
    .values({ hash: refreshTokenHash(successor), sessionId, parentHash: hash, createdAt: now })
  return { kind: 'successor', token: successor }
}

/** A token is used once it was replaced. */
async function isSuccessorUsed(tx: Queryable, { hash }: StoredToken): Promise<boolean> {
  const used = and(eq(refreshTokens.parentHash, hash), isNotNull(refreshTokens.replacedAt))
  return (await tx.select({ hash: refreshTokens.hash }).from(refreshTokens).where(used).limit(1)).length > 0
}

async function isSiblingUsed(tx: Queryable, { hash, parentHash }: StoredToken): Promise<boolean> {
  if (parentHash === null) return false
  const used = and(
    eq(refreshTokens.parentHash, parentHash),
    ne(refreshTokens.hash, hash),
    isNotNull(refreshTokens.replacedAt),
  )
  return (await tx.select({ hash: refreshTokens.hash }).from(refreshTokens).where(used).limit(1)).length > 0
}

async function isKnown(tx: Queryable, token: string): Promise<boolean> {
  const same = eq(refreshTokens.hash, refreshTokenHash(token))
  return (await tx.select({ hash: refreshTokens.hash }).from(refreshTokens).where(same)).length > 0
}

function derive(token: string, salt: string, key: Buffer): string {
  return createHmac('sha256', key).update(`${token}.${salt}`).digest('base64url')
}

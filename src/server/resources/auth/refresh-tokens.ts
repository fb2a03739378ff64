import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { atSeconds, secondsOf } from '@/server/database/client'
import type { Queryable } from '@/server/database/client'
import { refreshTokens, sessions, users } from '@/server/database/schema'

/** A device that was not used for this long signs in again. */
export const SESSION_SECONDS = 30 * 86_400
/** Two tabs may send one token, and a response may be lost on the way: for a moment a replaced token still works. */
export const GRACE_SECONDS = 30

/** The token itself is never stored. */
export interface RefreshToken {
  token: string
  expires_at: number
}

export type Rotation =
  | { kind: 'rotated'; sessionId: string; refresh: RefreshToken; user: typeof users.$inferSelect }
  /** A token that was replaced long ago came back: somebody has a copy. The whole session is ended. */
  | { kind: 'reused' }
  | { kind: 'unknown' }

/** Begins a session and gives its first refresh token. */
export async function openSession(
  tx: Queryable,
  userId: string,
  nowSeconds: number,
): Promise<{ sessionId: string; refresh: RefreshToken }> {
  const sessionId = randomUUID()
  const now = atSeconds(nowSeconds)
  await tx
    .insert(sessions)
    .values({ id: sessionId, userId, expiresAt: atSeconds(nowSeconds + SESSION_SECONDS), createdAt: now })
  return { sessionId, refresh: await addToken(tx, sessionId, nowSeconds) }
}

/** Exchanges a refresh token for its successor. Run it in a transaction and commit also when it was 'reused'. */
export async function rotate(tx: Queryable, token: string, nowSeconds: number): Promise<Rotation> {
  const hash = hashOf(token)
  const now = atSeconds(nowSeconds)
  const [found] = await tx
    .select({ token: refreshTokens, session: sessions, user: users })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(refreshTokens.hash, hash))
    .for('update', { of: sessions })
  if (found === undefined) return { kind: 'unknown' }
  const { session, user } = found
  if (session.revokedAt !== null || session.expiresAt <= now) return { kind: 'unknown' }
  const { replacedAt } = found.token
  if (replacedAt !== null && nowSeconds - secondsOf(replacedAt) > GRACE_SECONDS) {
    await tx.update(sessions).set({ revokedAt: now }).where(eq(sessions.id, session.id))
    return { kind: 'reused' }
  }
  await tx
    .update(refreshTokens)
    .set({ replacedAt: now })
    .where(and(eq(refreshTokens.hash, hash), isNull(refreshTokens.replacedAt)))
  await tx
    .update(sessions)
    .set({ expiresAt: atSeconds(nowSeconds + SESSION_SECONDS) })
    .where(eq(sessions.id, session.id))
  return { kind: 'rotated', sessionId: session.id, user, refresh: await addToken(tx, session.id, nowSeconds) }
}

async function addToken(tx: Queryable, sessionId: string, nowSeconds: number): Promise<RefreshToken> {
  const token = randomBytes(32).toString('base64url')
  await tx.insert(refreshTokens).values({ hash: hashOf(token), sessionId, createdAt: atSeconds(nowSeconds) })
  return { token, expires_at: nowSeconds + SESSION_SECONDS }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

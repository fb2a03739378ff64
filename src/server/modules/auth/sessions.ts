import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Session } from '@/contract/accounts/auth'
import type { Role } from '@/domain/accounts/permission'
import { lockedAccountState } from '@/server/platform/database/accounts/active-account'
import { atSeconds, secondsOf } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { refreshTokens, sessions, users } from '@/server/platform/database/schema'
import { ApiError } from '@/server/http/errors/api-error'
import { isActive, sessionEnd } from '@/server/http/auth/session-lifetime'
import { endSession } from '@/server/platform/database/accounts/end-sessions'
import type { EndedSession } from '@/server/platform/database/accounts/end-sessions'
import { exchangeToken, firstToken, refreshTokenHash } from './refresh-tokens'
import type { RefreshTokenKeys } from './refresh-tokens'

/** A session and the refresh token to go on with, which is never stored itself. */
export interface OpenedSession {
  sessionId: string
  refresh: Session['refresh_token']
  /** When it was opened or refreshed, epoch seconds. */
  openedAt: number
}

export type Rotation =
  | (OpenedSession & { kind: 'rotated'; user: typeof users.$inferSelect })
  /** Somebody has a copy of a token. The whole session is ended. */
  | { kind: 'reused'; userId: string; sessionId: string }
  | { kind: 'unknown' }

interface Now {
  keys: RefreshTokenKeys
  nowSeconds: number
  userAgent: string | undefined
}

export type SignInMethod = NonNullable<(typeof sessions.$inferSelect)['method']>

/**
 * Begins a session and gives its first refresh token. `role` is the one that the sign-in was checked for. Throws ACCOUNT_SUSPENDED,
 * and UNAUTHENTICATED when the account has another role meanwhile, or is gone.
 */
export async function openSession(
  tx: Queryable,
  { id: userId, role }: { id: string; role: Role },
  {
    keys,
    nowSeconds,
    userAgent,
    method,
    hasSecondFactor = false,
  }: Now & { method: SignInMethod; hasSecondFactor?: boolean },
): Promise<OpenedSession> {
  // The account decides, whatever somebody signs in with.
  const account = await lockedAccountState(tx, userId)
  if (account.state === 'suspended') throw new ApiError('ACCOUNT_SUSPENDED')
  // Somebody who was promoted since is asked for a second factor; this sign-in was not.
  if (account.state === 'deleted' || account.role !== role) throw new ApiError('UNAUTHENTICATED')
  const sessionId = randomUUID()
  const now = atSeconds(nowSeconds)
  const expiresAt = sessionEnd(now, role, now)
  await tx.insert(sessions).values({
    id: sessionId,
    userId,
    expiresAt,
    lastUsedAt: now,
    userAgent: userAgent ?? null,
    method,
    secondFactorAt: hasSecondFactor ? now : null,
    createdAt: now,
  })
  const token = await firstToken(tx, sessionId, { keys, nowSeconds })
  return { sessionId, refresh: { token, expires_at: secondsOf(expiresAt) }, openedAt: nowSeconds }
}

/** Exchanges a refresh token for its successor. Run it in a transaction and commit also when it was 'reused'. */
export async function rotate(
  tx: Queryable,
  token: string,
  { keys, nowSeconds, userAgent }: Now,
): Promise<Rotation> {
  const now = atSeconds(nowSeconds)
  const found = await findByHash(tx, refreshTokenHash(token, keys))
  if (found === undefined || !isActive(found.session, found.user, now)) return { kind: 'unknown' }
  const { session, user } = found
  const exchange = await exchangeToken(tx, { token, stored: found.token, keys, nowSeconds })
  if (exchange.kind === 'reused') {
    await tx.update(sessions).set({ revokedAt: now }).where(eq(sessions.id, session.id))
    return { kind: 'reused', userId: user.id, sessionId: session.id }
  }
  const expiresAt = sessionEnd(session.createdAt, user.role, now)
  await tx
    .update(sessions)
    .set({ expiresAt, lastUsedAt: now, ...(userAgent !== undefined && { userAgent }) })
    .where(eq(sessions.id, session.id))
  const refresh = { token: exchange.token, expires_at: secondsOf(expiresAt) }
  return { kind: 'rotated', sessionId: session.id, user, refresh, openedAt: nowSeconds }
}

/**
 * Ends the session of a refresh token, whichever of its tokens it is, by its hash. Undefined when there is none, or it had
 * ended.
 */
export async function endSessionOfToken(
  tx: Queryable,
  hash: string,
  nowSeconds: number,
): Promise<EndedSession | undefined> {
  const found = await findByHash(tx, hash)
  return found && endSession(tx, { userId: found.session.userId, id: found.session.id, nowSeconds })
}

/** The session that a token belongs to, locked. */
async function findByHash(tx: Queryable, hash: string) {
  const isIt = eq(refreshTokens.hash, hash)
  const [found] = await tx
    .select({ session: sessions, user: users })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(isIt)
    .for('update', { of: sessions })
  // The token is read once the lock is held: while waiting for it, another request may have exchanged this very token.
  const [stored] = found === undefined ? [] : await tx.select().from(refreshTokens).where(isIt)
  return found && stored && { ...found, token: stored }
}

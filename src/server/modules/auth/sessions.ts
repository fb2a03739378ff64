import { eq, or, sql } from 'drizzle-orm'
import { createHmac, hash, randomBytes, randomUUID } from 'node:crypto'
import type { Session } from '@/contract/accounts/auth'
import type { Role } from '@/domain/accounts/permission'
import {
  endSession,
  endSessions,
  lockedAccountState,
} from '@/server/platform/database/accounts/account-access'
import { atSeconds, secondsOf, type Queryable } from '@/server/platform/database/client'
import { sessions, users } from '@/server/platform/database/schema'
import { ApiError, orNotFound } from '@/server/http/errors/errors'
import { isActive, sessionEnd, type AccessTokens } from '@/server/http/auth/session'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import type { RequestSource } from '@/server/http/routing/request/request-source'
import type { DeriveKey } from '@/server/http/auth/signed-token'

/** A session and the refresh token to go on with, which is never stored itself. */
interface OpenedSession {
  sessionId: string
  refresh: Session['refresh_token']
  /** When it was opened or refreshed, epoch seconds. */
  openedAt: number
}

type User = typeof users.$inferSelect

interface Now {
  key: Buffer
  nowSeconds: number
  source: Pick<RequestSource, 'userAgent'>
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
    key,
    nowSeconds,
    source: { userAgent },
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
  const token = refreshToken(sessionId, newSalt(), key)
  await tx.insert(sessions).values({
    id: sessionId,
    userId,
    expiresAt,
    lastUsedAt: now,
    userAgent: userAgent ?? null,
    method,
    tokenDigest: digestOf(token),
    secondFactorAt: hasSecondFactor ? now : null,
    createdAt: now,
  })
  return { sessionId, refresh: { token, expires_at: secondsOf(expiresAt) }, openedAt: nowSeconds }
}

/** The key of the server's secret that signs refresh tokens: with another secret everybody signs in again. */
export function refreshTokenKey(deriveKey: DeriveKey): Buffer {
  return deriveKey('refresh tokens')
}

/** A token names its session, and is made again from its salt: a database alone opens nothing. */
function refreshToken(sessionId: string, salt: string, key: Buffer): string {
  const named = `${sessionId}.${salt}`
  return `${named}.${createHmac('sha256', key).update(named).digest('base64url')}`
}

function newSalt(): string {
  return randomBytes(16).toString('base64url')
}

function digestOf(token: string): string {
  return hash('sha256', token, 'base64url')
}

/** The session that a token was made for, whichever of its tokens it is; undefined when we did not make it. */
function sessionOf(token: string, key: Buffer): string | undefined {
  const [sessionId = '', salt = ''] = token.split('.')
  return digestOf(refreshToken(sessionId, salt, key)) === digestOf(token) ? sessionId : undefined
}

/** Two tabs may send one token, and a response may be lost on the way: for a moment the successor is given again. */
const GRACE_SECONDS = 30

type Rotation =
  | (OpenedSession & { kind: 'rotated'; user: User })
  /** Somebody has a copy of a token. The whole session is ended. */
  | { kind: 'reused'; userId: string; sessionId: string }
  | { kind: 'unknown' }

/**
 * Exchanges a refresh token for its successor. Two tokens of a session are good: the one that was exchanged last, since its response may
 * have been lost, and its newest successor; each other one shows that there are two who have copies. Run it in a transaction
 * and commit also when it was 'reused'.
 */
export async function rotate(
  tx: Queryable,
  token: string,
  { key, nowSeconds, source: { userAgent } }: Now,
): Promise<Rotation> {
  const sessionId = sessionOf(token, key)
  if (sessionId === undefined) return { kind: 'unknown' }
  const now = atSeconds(nowSeconds)
  const isIt = eq(sessions.id, sessionId)
  const [found] = await tx
    .select({ session: sessions, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(isIt)
    .for('update', { of: sessions })
  if (found === undefined || !isActive(found.session, found.user, now)) return { kind: 'unknown' }
  const { session, user } = found
  const digest = digestOf(token)
  if (digest !== session.tokenDigest && digest !== session.nextDigest) {
    await tx.update(sessions).set({ revokedAt: now }).where(isIt)
    return { kind: 'reused', userId: user.id, sessionId }
  }
  const { rotatedAt, nextSalt } = session
  const isGivenAgain =
    digest === session.tokenDigest && rotatedAt !== null && nowSeconds - secondsOf(rotatedAt) <= GRACE_SECONDS
  const salt = (isGivenAgain ? nextSalt : null) ?? newSalt()
  const next = refreshToken(sessionId, salt, key)
  const expiresAt = sessionEnd(session.createdAt, user.role, now)
  await tx
    .update(sessions)
    .set({
      tokenDigest: digest,
      nextSalt: salt,
      nextDigest: digestOf(next),
      ...(!isGivenAgain && { rotatedAt: now }),
      expiresAt,
      lastUsedAt: now,
      ...(userAgent !== undefined && { userAgent }),
    })
    .where(isIt)
  const refresh = { token: next, expires_at: secondsOf(expiresAt) }
  return { kind: 'rotated', sessionId, user, refresh, openedAt: nowSeconds }
}

/** The reply of every login and refresh (rules 3): both tokens, their user, and the server's time. */
export async function sessionReply(
  tokens: AccessTokens,
  { id, email, name, role }: User,
  { sessionId, refresh, openedAt }: OpenedSession,
): Promise<Session> {
  return {
    access_token: await tokens.issue(sessionId),
    refresh_token: refresh,
    user: { id, email, name, role },
    server_time: openedAt,
  }
}

type SessionHandlers = Pick<Handlers, 'refresh' | 'logout' | 'endSession' | 'endOtherSessions'>

export function sessionHandlers({ db, tokens, securityLog, deriveKey }: AppDeps): SessionHandlers {
  const key = refreshTokenKey(deriveKey)
  return {
    refresh: async ({ body, source, nowSeconds }) => {
      const rotation = await db.transaction((tx) =>
        rotate(tx, body.refresh_token, { key, nowSeconds, source }),
      )
      if (rotation.kind === 'reused') {
        const { userId: accountId, sessionId } = rotation
        securityLog.record('refresh-token.reused', source, { accountId, sessionId })
      }
      if (rotation.kind !== 'rotated') throw new ApiError('UNAUTHENTICATED')
      return sessionReply(tokens, rotation.user, rotation)
    },

    logout: async ({ body, currentUser, source, nowSeconds }) => {
      const { refresh_token: token, refresh_token_digest: digest } = body
      const id = token === undefined ? currentUser?.sessionId : sessionOf(token, key)
      const ofDigest =
        token === undefined && digest !== undefined
          ? or(eq(sessions.tokenDigest, digest), eq(sessions.nextDigest, digest))
          : undefined
      const which = ofDigest ?? (id === undefined ? undefined : eq(sessions.id, id))
      const ended = which && (await endSession(db, which, nowSeconds))
      if (ended) securityLog.record('sign-out', source, ended)
      return {}
    },

    endSession: async ({ params, currentUser, source, nowSeconds }) => {
      const isOwn = sql`${sessions.id} = ${params.id} and ${sessions.userId} = ${currentUser.id}`
      const ended = orNotFound(await endSession(db, isOwn, nowSeconds))
      securityLog.record('session.ended', source, ended)
      return {}
    },

    endOtherSessions: async ({ currentUser, source, nowSeconds }) => {
      const { id, sessionId } = currentUser
      const ended = await endSessions(db, id, { nowSeconds, except: sessionId })
      if (ended > 0)
        securityLog.record('session.ended', source, { accountId: id, reason: 'all but one', sessionId })
      return {}
    },
  }
}

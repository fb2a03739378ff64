import { type SQL, eq, and, desc, gt, isNotNull, ne } from 'drizzle-orm'
import { randomUUID, createHmac, hash, randomBytes } from 'node:crypto'
import type { Session } from '@/contract/accounts/auth'
import type { Role } from '@/domain/accounts/permission'
import {
  lockedAccountState,
  endSession,
  endSessions,
  type EndedSession,
} from '@/server/platform/database/accounts/account-access'
import { atSeconds, secondsOf, type Queryable } from '@/server/platform/database/client'
import { refreshTokens, sessions, users } from '@/server/platform/database/schema'
import { ApiError } from '@/server/http/errors/errors'
import { isActive, sessionEnd, type AccessTokens } from '@/server/http/auth/session'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import type { DeriveKey } from '@/server/http/auth/signed-token'

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

/** Ends the session of a refresh token, whichever of its tokens it is, by its hash. Undefined when there is none, or it had ended. */
export async function endSessionOfToken(
  tx: Queryable,
  tokenHash: string,
  nowSeconds: number,
): Promise<EndedSession | undefined> {
  const found = await findByHash(tx, tokenHash)
  return found && endSession(tx, { userId: found.session.userId, id: found.session.id, nowSeconds })
}

/** The session that a token belongs to, locked. */
async function findByHash(tx: Queryable, tokenHash: string) {
  const isIt = eq(refreshTokens.hash, tokenHash)
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
interface RefreshTokenKeys {
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

interface SentToken {
  token: string
  stored: StoredToken
  keys: RefreshTokenKeys
  nowSeconds: number
}

type Exchange =
  | { kind: 'successor'; token: string }
  /** Somebody else has used a token that comes after this one, or beside it: there are two who have copies. */
  | { kind: 'reused' }

async function firstToken(
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
async function exchangeToken(tx: Queryable, sent: SentToken): Promise<Exchange> {
  const { token, stored, keys, nowSeconds } = sent
  const { hash: sentHash, parentHash, replacedAt, successorSalt } = stored
  if (replacedAt === null) {
    const isSibling = and(eq(refreshTokens.parentHash, parentHash ?? ''), ne(refreshTokens.hash, sentHash))
    const isReused = parentHash !== null && (await isAnyUsed(tx, isSibling))
    return isReused ? { kind: 'reused' } : branch(tx, sent)
  }
  // Nothing can be given again without a salt; no token that can still be found was replaced without one.
  if (successorSalt === null || (await isAnyUsed(tx, eq(refreshTokens.parentHash, sentHash))))
    return { kind: 'reused' }
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
async function isAnyUsed(tx: Queryable, which: SQL | undefined): Promise<boolean> {
  const used = and(which, isNotNull(refreshTokens.replacedAt))
  return (await tx.select({ hash: refreshTokens.hash }).from(refreshTokens).where(used).limit(1)).length > 0
}

function derive(token: string, salt: string, { successors }: RefreshTokenKeys): string {
  return createHmac('sha256', successors).update(`${token}.${salt}`).digest('base64url')
}

/** The reply of every login and refresh (rules 3): both tokens, their user, and the server's time. */
export async function sessionReply(
  tokens: AccessTokens,
  { id, email, name, role }: typeof users.$inferSelect,
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
  const keys = refreshTokenKeys(deriveKey)
  return {
    refresh: async ({ body, source, nowSeconds }) => {
      const now = { keys, nowSeconds, userAgent: source.userAgent }
      const rotation = await db.transaction((tx) => rotate(tx, body.refresh_token, now))
      if (rotation.kind === 'reused') {
        const { userId: accountId, sessionId } = rotation
        securityLog.record('refresh-token.reused', source, { accountId, sessionId })
      }
      if (rotation.kind !== 'rotated') throw new ApiError('UNAUTHENTICATED')
      return sessionReply(tokens, rotation.user, rotation)
    },

    logout: async ({ body, currentUser, source, nowSeconds }) => {
      const { refresh_token: token, refresh_token_digest: digest } = body
      const stored =
        token === undefined ? digest && hashOfDigest(digest, keys) : refreshTokenHash(token, keys)
      const own = currentUser && { userId: currentUser.id, id: currentUser.sessionId, nowSeconds }
      const ended =
        stored === undefined
          ? own && (await endSession(db, own))
          : await db.transaction((tx) => endSessionOfToken(tx, stored, nowSeconds))
      if (ended) securityLog.record('sign-out', source, ended)
      return {}
    },

    endSession: async ({ params, currentUser, source, nowSeconds }) => {
      const ended = await endSession(db, { userId: currentUser.id, id: params.id, nowSeconds })
      if (ended === undefined) throw new ApiError('NOT_FOUND')
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

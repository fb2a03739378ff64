import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '@/contract/endpoint'
import { nameOf } from '@/contract/endpoints'
import { may, type Role } from '@/domain/accounts/permission'
import type { Queryable } from '@/server/platform/database/client'
import { sessions, users } from '@/server/platform/database/schema'
import { ApiError } from '@/server/http/errors/errors'
import { nowDate, type Clock } from '@/server/platform/process/clock'
import { requestSource } from '@/server/http/routing/request/request-source'
import type { SecurityLog } from '@/server/http/security/security-log'
import { createSignedTokens } from './signed-token'

export interface CurrentUser {
  id: string
  email: string
  role: Role
  sessionId: string
  hasSecondFactor: boolean
  /** ADMIN_REQUIRE_MFA asks for a second factor that was not shown. */
  isSecondFactorDue: boolean
}

interface SessionDeps {
  db: Queryable
  tokens: AccessTokens
  clock: Clock
  securityLog: SecurityLog
  /** ADMIN_REQUIRE_MFA closes what is others' to sessions without a second factor. */
  requiresSecondFactor: boolean
}

/**
 * Authenticates a request and authorizes it for the endpoint; undefined for a visitor. `auth: 'none'` ignores a token;
 * 'optional' lets a visitor in without one but refuses an invalid one, since its sender believes to be signed in; 'lenient'
 * takes that for a visitor, too. Sessions are bearer tokens and no cookies, so that CSRF has nothing to use.
 * Throws UNAUTHENTICATED, FORBIDDEN, SECOND_FACTOR_SETUP_REQUIRED.
 */
export async function authorize(
  request: FastifyRequest,
  endpoint: Endpoint,
  deps: SessionDeps,
): Promise<CurrentUser | undefined> {
  const { authorization } = request.headers
  const currentUser = endpoint.auth === 'none' ? undefined : await currentUserOf(authorization, deps)
  const requiresSession =
    endpoint.auth === 'required' || (endpoint.auth === 'optional' && authorization !== undefined)
  if (requiresSession && currentUser === undefined) throw new ApiError('UNAUTHENTICATED')
  if (!may({ role: currentUser?.role }, endpoint.permission)) {
    if (currentUser === undefined) throw new ApiError('UNAUTHENTICATED')
    const refused = { accountId: currentUser.id, endpoint: nameOf(endpoint) }
    deps.securityLog.record('access.refused', requestSource(request), refused)
    throw new ApiError('FORBIDDEN')
  }
  // A user with the right role learns what is missing.
  if (currentUser !== undefined && !may(currentUser, endpoint.permission))
    throw new ApiError('SECOND_FACTOR_SETUP_REQUIRED')
  return currentUser
}

async function currentUserOf(
  header: string | undefined,
  deps: SessionDeps,
): Promise<CurrentUser | undefined> {
  if (header === undefined) return undefined
  const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(header)?.[1]
  const sessionId = token === undefined ? undefined : await deps.tokens.read(token)
  if (sessionId === undefined) return undefined
  // The session is looked up each time: a token outlives neither its session nor its owner's role.
  const [found] = await deps.db
    .select({
      user: { id: users.id, email: users.email, role: users.role },
      suspendedAt: users.suspendedAt,
      session: sessions,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, sessionId))
  if (found === undefined) return undefined
  const { user, suspendedAt, session } = found
  if (!isActive(session, { ...user, suspendedAt }, nowDate(deps.clock))) return undefined
  const hasSecondFactor = session.secondFactorAt !== null
  const isSecondFactorDue = deps.requiresSecondFactor && !hasSecondFactor
  return { ...user, sessionId, hasSecondFactor, isSecondFactorDue }
}

const ACCESS_TOKEN_SECONDS = 15 * 60

export type AccessTokens = ReturnType<typeof createAccessTokens>

/** Short-lived access tokens. They name a session and nothing else: role and revocation are looked up. */
export function createAccessTokens(secret: string, clock: Clock) {
  const kind = { audience: 'events-guide', lifetimeSeconds: ACCESS_TOKEN_SECONDS }
  return createSignedTokens({ key: new TextEncoder().encode(secret), clock, ...kind })
}

const HOUR_SECONDS = 3600
const DAY_SECONDS = 24 * HOUR_SECONDS

/** A device that was not used for this long signs in again. An open page refreshes by itself, so it counts as used. */
const IDLE_SECONDS: Record<Role, number> = { USER: 30 * DAY_SECONDS, ADMIN: 12 * HOUR_SECONDS }
/** The session ends after this time, however often it was used. */
const ABSOLUTE_SECONDS = 90 * DAY_SECONDS

type SessionTimes = Pick<typeof sessions.$inferSelect, 'createdAt' | 'lastUsedAt' | 'expiresAt' | 'revokedAt'>

export function sessionEnd(createdAt: Date, role: Role, now: Date): Date {
  return earliest(now.getTime() + IDLE_SECONDS[role] * 1000, createdAt.getTime() + ABSOLUTE_SECONDS * 1000)
}

/** When a session ends unless it is used again. The role is its owner's of now: whoever was promoted since has the shorter time. */
export function endOf({ createdAt, lastUsedAt, expiresAt }: SessionTimes, role: Role): Date {
  return earliest(expiresAt.getTime(), sessionEnd(createdAt, role, lastUsedAt).getTime())
}

export function isActive(
  session: SessionTimes,
  owner: { role: Role; suspendedAt: Date | null },
  now: Date,
): boolean {
  return session.revokedAt === null && owner.suspendedAt === null && endOf(session, owner.role) > now
}

function earliest(...instantsMs: number[]): Date {
  return new Date(Math.min(...instantsMs))
}

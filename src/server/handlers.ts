import { asc, desc, and, eq, sql } from 'drizzle-orm'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import type { SourceAccess } from '@/server/modules/import/preview-import'
import { activityHandlers } from '@/server/modules/activities/routes'
import { accountHandlers } from '@/server/modules/auth/account-routes'
import {
  confirmEmailHandlers,
  enqueueConfirmation,
  lastRegistration,
} from '@/server/modules/auth/registrations'
import { providerHandlers } from '@/server/modules/auth/provider-routes'
import { secondFactorSetupHandlers } from '@/server/modules/auth/second-factor/second-factor-setup'
import {
  secondFactorSignInHandlers,
  secondFactorQuestions,
} from '@/server/modules/auth/second-factor/second-factor-sign-in'
import { contactFormHandlers } from '@/server/modules/contact-forms/routes'
import { eventHandlers } from '@/server/modules/events/routes'
import { importHandlers } from '@/server/modules/import/routes'
import { overviewHandlers } from '@/server/modules/overview/routes'
import { profileHandlers } from '@/server/modules/profile/routes'
import { pushHandlers } from '@/server/modules/push/routes'
import { tagHandlers } from '@/server/modules/tags/routes'
import { userHandlers } from '@/server/modules/users/routes'
import { readPage } from '@/server/http/routing/send-response'
import { secondsOf, atSeconds } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { devices, notifications, jobs, sessions, users } from '@/server/platform/database/schema'
import { jobName } from '@/domain/staff/jobs'
import { recordActivity } from '@/server/platform/database/accounts/activities'
import { ApiError, validationFailed } from '@/server/http/errors/errors'
import { isGivenUp } from '@/server/platform/queue/job-queue'
import {
  endSession,
  endSessions,
  isLastAdministrator,
} from '@/server/platform/database/accounts/account-access'
import {
  hashOfDigest,
  refreshTokenHash,
  refreshTokenKeys,
  endSessionOfToken,
  rotate,
  openSession,
  sessionReply,
} from '@/server/modules/auth/sessions'
import { FRESH_SIGN_IN_SECONDS } from '@/contract/accounts/profile'
import { deleteAccount, lockAccount } from '@/server/platform/database/accounts/delete-account'
import { passwordFits, assertHashingRoom } from '@/server/modules/auth/passwords'
import type { AppOptions } from './app-options'

export function handlersOf(
  deps: AppDeps,
  {
    identity = {},
    webPush,
    config,
    sources,
  }: Pick<AppOptions, 'identity' | 'webPush' | 'config'> & { sources: SourceAccess },
): Handlers {
  return {
    ...eventHandlers(deps),
    ...formTokenHandlers(deps),
    ...uploadHandlers(deps),
    ...tagHandlers(deps),
    ...authHandlers(deps),
    ...secondFactorSignInHandlers(deps),
    ...secondFactorSetupHandlers(deps, { isRequired: config.requiresSecondFactor === true }),
    ...sessionHandlers(deps),
    ...accountHandlers(deps),
    ...confirmEmailHandlers(deps),
    ...deleteAccountHandlers(deps),
    ...providerHandlers(deps, identity),
    ...profileHandlers(deps),
    ...contactFormHandlers(deps),
    ...userHandlers(deps),
    ...activityHandlers(deps),
    ...overviewHandlers(deps),
    ...jobHandlers(deps),
    ...deviceHandlers(deps),
    ...notificationHandlers(deps),
    ...pushHandlers(deps, webPush),
    ...importHandlers(deps, sources),
  }
}

function formTokenHandlers({ formTokens }: AppDeps): Pick<Handlers, 'issueFormToken'> {
  return { issueFormToken: () => formTokens.issue() }
}

function uploadHandlers({ uploads }: AppDeps): Pick<Handlers, 'uploadPhoto'> {
  return {
    uploadPhoto: async ({ params: { sha256 }, body, sender }) => {
      if (sender === undefined) throw new ApiError('MALFORMED_REQUEST')
      return { sha256, size_bytes: await uploads.receive({ sha256, sender }, body) }
    },
  }
}

function deviceHandlers({ db }: AppDeps): Pick<Handlers, 'listDevices'> {
  return { listDevices: ({ query }) => readPage(query, (slice) => listDevices(db, slice)) }
}

async function listDevices(db: Queryable, { offset, limit }: { offset: number; limit: number }) {
  const rows = await db
    .select()
    .from(devices)
    .orderBy(desc(devices.createdAt), asc(devices.id))
    .limit(limit)
    .offset(offset)
  return rows.map(({ id, deviceId, deviceToken, createdAt, updatedAt }) => ({
    id,
    device_id: deviceId,
    device_token: deviceToken,
    created_at: secondsOf(createdAt),
    updated_at: secondsOf(updatedAt),
  }))
}

function notificationHandlers({ db }: AppDeps): Pick<Handlers, 'listNotifications'> {
  return { listNotifications: ({ query }) => readPage(query, (slice) => listNotifications(db, slice)) }
}

async function listNotifications(db: Queryable, { offset, limit }: { offset: number; limit: number }) {
  const rows = await db
    .select()
    .from(notifications)
    .orderBy(desc(notifications.createdAt), asc(notifications.id))
    .limit(limit)
    .offset(offset)
  return rows.map(({ id, title, body, data, createdAt, updatedAt }) => ({
    id,
    title,
    body,
    data,
    created_at: secondsOf(createdAt),
    updated_at: secondsOf(updatedAt),
  }))
}

function jobHandlers({ db, notifyWorkers }: AppDeps): Pick<Handlers, 'retryJob'> {
  return {
    retryJob: async (request) => {
      const { id } = request.params
      await db.transaction(async (tx) => {
        const job = await retryGivenUp(tx, id, atSeconds(request.nowSeconds))
        if (job === undefined) throw new ApiError('NOT_FOUND')
        await recordActivity(tx, request, 'job.retried', [
          { id, label: jobName(job.kind, job.dedupeKey) ?? job.kind },
        ])
      })
      notifyWorkers()
      return {}
    },
  }
}

/** Enqueues a given-up job anew, with all its attempts. Undefined when there is none, or nothing left to do it with. */
async function retryGivenUp(
  tx: Queryable,
  id: string,
  now: Date,
): Promise<{ kind: string; dedupeKey: string } | undefined> {
  const [job] = await tx
    .update(jobs)
    .set({ doneAt: null, attempts: 0, runAt: now })
    .where(and(eq(jobs.id, id), isGivenUp, sql`${jobs.payload} <> '{}'::jsonb`))
    .returning({ kind: jobs.kind, dedupeKey: jobs.dedupeKey })
  return job
}

type SessionHandlers = Pick<Handlers, 'refresh' | 'logout' | 'endSession' | 'endOtherSessions'>

function sessionHandlers({ db, tokens, securityLog, deriveKey }: AppDeps): SessionHandlers {
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
      const hash = token === undefined ? digest && hashOfDigest(digest, keys) : refreshTokenHash(token, keys)
      const own = currentUser && { userId: currentUser.id, id: currentUser.sessionId, nowSeconds }
      const ended =
        hash === undefined
          ? own && (await endSession(db, own))
          : await db.transaction((tx) => endSessionOfToken(tx, hash, nowSeconds))
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

function deleteAccountHandlers({
  db,
  photos,
  photoAccess,
  responses,
  securityLog,
  notifyWorkers,
}: AppDeps): Pick<Handlers, 'deleteAccount'> {
  return {
    deleteAccount: async ({ body: { password }, currentUser, source, nowSeconds }) => {
      const { id, sessionId } = currentUser
      const [user] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, id))
      // The account went after the session was read.
      if (user === undefined) throw new ApiError('UNAUTHENTICATED')
      const wrong = validationFailed([{ path: 'password', code: 'password_wrong' }])
      if (password !== undefined && !(await passwordFits(password, user.hash))) {
        securityLog.record('account.deletion-refused', source, { accountId: id })
        throw wrong
      }
      const leftPhotos = await db.transaction(async (tx) => {
        const account = await lockAccount(tx, id)
        const session = await livingSession(tx, sessionId)
        if (account === undefined || session === undefined) throw new ApiError('UNAUTHENTICATED')
        if (password === undefined && !isFreshFromProvider(session, nowSeconds))
          throw new ApiError('REAUTHENTICATION_REQUIRED')
        // Replaced while this one was looked at.
        if (password !== undefined && account.passwordHash !== user.hash) throw wrong
        if (await isLastAdministrator(tx, account)) throw new ApiError('CONFLICT')
        return deleteAccount(tx, account, nowSeconds)
      })
      responses.clear()
      photoAccess.clear()
      notifyWorkers()
      securityLog.record('account.deleted', source, { accountId: id, reason: 'by its owner' })
      await photos.removeUnreferenced(leftPhotos)
      return {}
    },
  }
}

type StoredSession = typeof sessions.$inferSelect

/** It may have been ended since the request came in. */
async function livingSession(tx: Queryable, id: string): Promise<StoredSession | undefined> {
  const [session] = await tx.select().from(sessions).where(eq(sessions.id, id))
  return session?.revokedAt === null ? session : undefined
}

/** Whether the provider has just said who it is: that stands in for a password. */
function isFreshFromProvider({ method, createdAt }: StoredSession, nowSeconds: number): boolean {
  const isProviders = method === 'apple' || method === 'google'
  return isProviders && nowSeconds - secondsOf(createdAt) <= FRESH_SIGN_IN_SECONDS
}

function authHandlers(deps: AppDeps): Pick<Handlers, 'login'> {
  const { db, tokens, notifyWorkers, securityLog, deriveKey } = deps
  const keys = refreshTokenKeys(deriveKey)
  const questions = secondFactorQuestions(deps)
  return {
    login: async ({ body, source, origin, isKnownDevice, nowSeconds }) => {
      const priority = isKnownDevice ? 'trusted' : 'anonymous'
      assertHashingRoom(priority)
      const email = body.email.toLowerCase()
      const [user] = await db.select().from(users).where(eq(users.email, email))
      const registration = await lastRegistration(db, email)
      const failed = { method: 'password', accountId: user?.id, address: email } as const
      const fits = await passwordFits(body.password, user?.passwordHash, priority)
      if (user === undefined || user.passwordHash === null || !fits) {
        // It is checked for an address with an account, too: who registers and then signs in learns nothing of who has one (rules 2.10).
        // Nobody registered, as almost always: a wrong password costs the work of one.
        const isRegistrations =
          registration !== undefined &&
          (await passwordFits(body.password, registration.passwordHash, priority))
        const reason = isRegistrations ? 'address not confirmed' : 'wrong password or address'
        securityLog.record('sign-in.failed', source, { ...failed, reason })
        if (!isRegistrations) throw new ApiError('INVALID_CREDENTIALS')
        await enqueueConfirmation(db, registration.id, nowSeconds)
        notifyWorkers()
        throw new ApiError('EMAIL_NOT_CONFIRMED')
      }
      const { id, passwordHash } = user
      // Only who knows the password is told.
      if (user.suspendedAt !== null) {
        securityLog.record('sign-in.failed', source, { ...failed, reason: 'account suspended' })
        throw new ApiError('ACCOUNT_SUSPENDED')
      }
      const opened = await db.transaction(async (tx) => {
        // A password that is being replaced at this moment must not leave a session behind, nor a factor that is being added
        // one without it: whoever does either holds the account.
        const stillFits = and(eq(users.id, id), eq(users.passwordHash, passwordHash))
        const [same] = await tx.select().from(users).where(stillFits).for('share')
        if (same === undefined) throw new ApiError('INVALID_CREDENTIALS')
        const secondFactor = await questions.startFor(tx, same, { method: 'password', origin, isKnownDevice })
        if (secondFactor !== undefined) throw new ApiError('SECOND_FACTOR_REQUIRED', { secondFactor })
        const now = { keys, nowSeconds, userAgent: source.userAgent }
        return openSession(tx, user, { ...now, method: 'password' })
      })
      const { sessionId } = opened
      securityLog.record('sign-in.succeeded', source, { method: 'password', accountId: id, sessionId })
      return sessionReply(tokens, user, opened)
    },
  }
}

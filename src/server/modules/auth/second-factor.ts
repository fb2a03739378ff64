import { createHmac, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { FRESH_SIGN_IN_SECONDS } from '@/contract/accounts/profile'
import type { Proof } from '@/contract/accounts/auth'
import type { Endpoint } from '@/contract/endpoint'
import type { SecondFactorPrompt } from '@/contract/errors'
import type { SecondFactorChange } from '@/domain/accounts/account'
import type { CurrentUser } from '@/server/http/auth/session'
import { createSignedTokens } from '@/server/http/auth/signed-token'
import { ApiError, validationFailed } from '@/server/http/errors/errors'
import type { AppDeps, Call, Handlers } from '@/server/http/routing/routes-from-contract'
import { endSessions } from '@/server/platform/database/accounts/account-access'
import { recordActivity } from '@/server/platform/database/accounts/activities'
import {
  beginTotp,
  confirmTotp,
  consumeRecoveryCode,
  consumeTotp,
  removeSecondFactor,
  replaceRecoveryCodes,
  secondFactorOf,
} from '@/server/platform/database/accounts/second-factors'
import { atSeconds, secondsOf, type Queryable } from '@/server/platform/database/client'
import { sessions, users } from '@/server/platform/database/schema'
import { enqueueMail } from '@/server/platform/queue/job-queue'
import { passwordFits } from './passwords'
import { openSession, refreshTokenKey, sessionReply, type SignInMethod } from './sessions'

type User = typeof users.$inferSelect
type OwnCall = Pick<Call<Endpoint>, 'source' | 'nowSeconds' | 'countCode'> & { currentUser: CurrentUser }

/** Time to find the phone, and to wait for its next code. */
const STEP_SECONDS = 5 * 60

/** The second step of a sign-in, for administrators who have set up an authenticator app. */
export function secondFactorQuestions({ deriveKey, clock }: Pick<AppDeps, 'deriveKey' | 'clock'>) {
  const tokens = createSignedTokens({
    key: deriveKey('second factor tokens'),
    clock,
    audience: 'second factor',
    lifetimeSeconds: STEP_SECONDS,
  })
  const markKey = deriveKey('passwords of second factor tokens')
  // The token of a password that was replaced since then must open nothing.
  const markOf = ({ passwordHash }: User) =>
    createHmac('sha256', markKey)
      .update(passwordHash ?? '')
      .digest('base64url')
      .slice(0, 16)
  return {
    async startFor(
      db: Queryable,
      user: User,
      { method }: { method: SignInMethod },
    ): Promise<SecondFactorPrompt | undefined> {
      if (user.role !== 'ADMIN' || !(await secondFactorOf(db, user.id)).totp) return undefined
      return tokens.issue(`${randomUUID()} ${user.id} ${method} ${markOf(user)}`)
    },
    /** Undefined when it is forged or expired. */
    async read(token: string) {
      const said = await tokens.read(token)
      if (said === undefined) return undefined
      const [step = '', userId = '', method = '', mark = ''] = said.split(' ')
      return { step, userId, method: method as SignInMethod, mark }
    },
    /** True while role and password are those of the first step. */
    isStillFor: ({ mark }: { mark: string }, user: User) =>
      user.role === 'ADMIN' && user.suspendedAt === null && mark === markOf(user),
  }
}

/**
 * Counts a one-time code that somebody tries, right or wrong: for its sign-in, so that somebody else who has the password cannot use up the
 * owner's tries at once, and for its account and day. Recovery codes cannot be guessed: they let the owner in meanwhile.
 * Throws TOO_MANY_REQUESTS.
 */
async function countGuess({ countCode }: Pick<OwnCall, 'countCode'>, step: string, userId: string) {
  await countCode('codeOfStep', step)
  await countCode('codeOfAccount', userId)
}

export function secondFactorHandlers(deps: AppDeps, { isRequired }: { isRequired: boolean }) {
  const { db, tokens, deriveKey, securityLog } = deps
  const refreshKey = refreshTokenKey(deriveKey)
  const questions = secondFactorQuestions(deps)
  const key = deriveKey('second factors')
  const refused = (source: OwnCall['source'], accountId: string) => {
    securityLog.record('second-factor.refused', source, { accountId, reason: 'wrong code' })
    return new ApiError('SECOND_FACTOR_REFUSED')
  }

  return {
    // Every wrong code gets one response, whatever is wrong with it.
    signInWithSecondFactor: async ({ body, source, nowSeconds, countCode }) => {
      const pending = await questions.read(body.token)
      if (pending === undefined) throw new ApiError('UNAUTHENTICATED')
      const { step, userId, method } = pending
      const { totp, recovery_code: recoveryCode = '' } = body
      if (totp !== undefined) await countGuess({ countCode }, step, userId)
      const opened = await db.transaction(async (tx) => {
        const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('share')
        if (user === undefined || !questions.isStillFor(pending, user)) throw new ApiError('UNAUTHENTICATED')
        const isRight =
          totp === undefined
            ? await consumeRecoveryCode(tx, userId, { code: recoveryCode, key })
            : await consumeTotp(tx, userId, { code: totp, key, nowSeconds })
        if (!isRight) {
          const reason = 'wrong second factor'
          securityLog.record('sign-in.failed', source, { method, accountId: userId, reason })
          throw new ApiError('SECOND_FACTOR_REFUSED')
        }
        if (totp === undefined) await mailChange(tx, userId, 'recovery-code-used', nowSeconds)
        const now = { key: refreshKey, nowSeconds, source, method, hasSecondFactor: true }
        return { user, session: await openSession(tx, user, now) }
      })
      const factor = totp === undefined ? 'recovery_code' : 'totp'
      const facts = { method, factor, accountId: userId, sessionId: opened.session.sessionId } as const
      securityLog.record('sign-in.succeeded', source, facts)
      return sessionReply(tokens, opened.user, opened.session)
    },

    getSecondFactor: async ({ currentUser: { id, hasSecondFactor } }) => ({
      ...(await secondFactorOf(db, id)),
      is_due: isRequired && !hasSecondFactor,
      has_password: (await passwordHashOf(id)) !== null,
    }),

    beginTotp: async ({ body, ...call }) => {
      await assertProven(body, call)
      const begun = await beginTotp(db, call.currentUser, { key, nowSeconds: call.nowSeconds })
      if (begun === undefined) throw new ApiError('CONFLICT')
      return begun
    },

    /** The other sessions end: none of them has shown the factor. */
    confirmTotp: async ({ body: { code }, ...call }) => {
      const { currentUser, source, nowSeconds } = call
      const { id, sessionId } = currentUser
      await countGuess(call, sessionId, id)
      const codes = await change(call, id, 'totp-added', async (tx) => {
        const made = await confirmTotp(tx, id, { code, key, nowSeconds })
        if (made === undefined) throw refused(source, id)
        const secondFactorAt = atSeconds(nowSeconds)
        await tx.update(sessions).set({ secondFactorAt }).where(eq(sessions.id, sessionId))
        await endSessions(tx, id, { nowSeconds, except: sessionId })
        return made
      })
      return { recovery_codes: codes }
    },

    removeTotp: async ({ body, ...call }) => {
      await assertProven(body, call)
      const { id } = call.currentUser
      await change(call, id, 'totp-removed', async (tx) => {
        if (!(await removeSecondFactor(tx, id))) throw new ApiError('NOT_FOUND')
      })
      return {}
    },

    makeRecoveryCodes: async ({ body, ...call }) => {
      await assertProven(body, call)
      const { id } = call.currentUser
      const codes = await change(call, id, 'recovery-codes-made', async (tx) => {
        if (!(await secondFactorOf(tx, id)).totp) throw new ApiError('NOT_FOUND')
        return replaceRecoveryCodes(tx, id, key)
      })
      return { recovery_codes: codes }
    },

    /** For a colleague who has lost phone and codes. One's own is removed on the page of its setup. */
    resetUserSecondFactor: async ({ params: { id }, body, ...call }) => {
      const { currentUser, nowSeconds } = call
      if (id === currentUser.id) throw new ApiError('CONFLICT')
      await assertProven(body, call)
      await change(call, id, 'reset', async (tx) => {
        if (!(await removeSecondFactor(tx, id))) throw new ApiError('NOT_FOUND')
        await endSessions(tx, id, { nowSeconds })
      })
      return {}
    },
  } satisfies Partial<Handlers>

  /**
   * A person who changes what a sign-in takes proves that it is them: by a code of the app, without one by the password, or by a sign-in
   * minutes ago that has shown what the account has. Throws REAUTHENTICATION_REQUIRED, VALIDATION_FAILED, SECOND_FACTOR_REFUSED.
   */
  async function assertProven({ password, totp }: Proof, call: OwnCall): Promise<void> {
    const { currentUser, source, nowSeconds } = call
    const { id, sessionId, hasSecondFactor } = currentUser
    const { totp: hasApp } = await secondFactorOf(db, id)
    if (hasApp && totp !== undefined) {
      await countGuess(call, sessionId, id)
      if (await db.transaction((tx) => consumeTotp(tx, id, { code: totp, key, nowSeconds }))) return
      throw refused(source, id)
    }
    if (!hasApp && password !== undefined) {
      if (await passwordFits(password, await passwordHashOf(id))) return
      securityLog.record('second-factor.refused', source, { accountId: id, reason: 'wrong password' })
      throw validationFailed([{ path: 'password', code: 'password_wrong' }])
    }
    const [session] = await db.select().from(sessions).where(eq(sessions.id, sessionId))
    const isFresh =
      session !== undefined && nowSeconds - secondsOf(session.createdAt) <= FRESH_SIGN_IN_SECONDS
    if (!isFresh || (hasApp && !hasSecondFactor)) throw new ApiError('REAUTHENTICATION_REQUIRED')
  }

  async function passwordHashOf(id: string): Promise<string | null> {
    const [user] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, id))
    // The account went after the session was read.
    if (user === undefined) throw new ApiError('UNAUTHENTICATED')
    return user.hash
  }

  /** Every change has these parts: one at a time, an entry in the activity log, a mail. */
  async function change<T>(
    { currentUser, source, nowSeconds }: OwnCall,
    userId: string,
    what: keyof typeof LOGGED,
    write: (tx: Queryable) => Promise<T>,
  ): Promise<T> {
    const { action, event } = LOGGED[what]
    const result = await db.transaction(async (tx) => {
      await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
      const written = await write(tx)
      if (action !== undefined)
        await recordActivity(tx, { currentUser, nowSeconds }, action, [{ id: userId, label: '' }])
      await mailChange(tx, userId, what, nowSeconds)
      return written
    })
    const facts = { accountId: userId, sessionId: currentUser.sessionId, action: what }
    const byColleague = userId !== currentUser.id && { administratorId: currentUser.id }
    securityLog.record(event, source, { ...facts, ...byColleague })
    return result
  }
}

const LOGGED = {
  'totp-added': { action: 'second-factor.added', event: 'second-factor.added' },
  'totp-removed': { action: 'second-factor.removed', event: 'second-factor.removed' },
  'recovery-codes-made': { action: undefined, event: 'second-factor.changed' },
  reset: { action: 'second-factor.reset', event: 'second-factor.removed' },
} as const

async function mailChange(tx: Queryable, id: string, change: SecondFactorChange, nowSeconds: number) {
  const mail = { template: 'second-factor-changed', id, change } as const
  await enqueueMail(tx, mail, { now: atSeconds(nowSeconds), dedupeSuffix: `:${randomUUID()}` })
}

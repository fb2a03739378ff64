import { randomBytes, createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { signInWithSecondFactor } from '@/contract/accounts/second-factor'
import type { SecondFactorMethod, SecondFactorPrompt } from '@/contract/errors'
import { atSeconds } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { enqueueMail } from '@/server/platform/queue/job-queue'
import { users } from '@/server/platform/database/schema'
import { ApiError } from '@/server/http/errors/errors'
import type { AppDeps, Call, Handlers } from '@/server/http/routing/routes-from-contract'
import { refreshTokenKeys, sessionReply, openSession } from '@/server/modules/auth/sessions'
import type { SignInMethod } from '@/server/modules/auth/sessions'
import type { Clock } from '@/server/platform/process/clock'
import type { DeriveKey } from '@/server/http/auth/signed-token'
import { createSignedTokens } from '@/server/http/auth/signed-token'
import {
  consumePasskey,
  consumeRecoveryCode,
  consumeTotp,
  factorKeys,
  passkeyRequest,
  factorsOf,
  hasFactor,
  methodsOf,
} from './stored-factors'

type SecondStep = Call<typeof signInWithSecondFactor>

/** The second step of an administrator's sign-in. Every wrong proof gets one response, whatever is wrong with it. */
export function secondFactorSignInHandlers(deps: AppDeps) {
  const { db, tokens, securityLog, deriveKey, notifyWorkers } = deps
  const keys = refreshTokenKeys(deriveKey)
  const factors = factorKeys(deriveKey)
  const questions = secondFactorQuestions(deps)
  /** Challenges of the sign-ins that this server has completed: one that was overheard opens nothing. */
  const completed = new LRUCache<string, true>({ max: 10_000, ttl: LIFETIME_SECONDS * 1000 })

  return {
    signInWithSecondFactor: async (step) => {
      const { body, source, nowSeconds } = step
      const pending = await questions.read(body.token)
      if (pending === undefined || completed.has(pending.challenge)) throw new ApiError('UNAUTHENTICATED')
      const { userId, method, challenge } = pending
      if (body.totp !== undefined) await countGuess(step, { userId, step: challenge, isSignedIn: false })
      const opened = await db.transaction(async (tx) => {
        const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('share')
        if (user === undefined || !questions.isStillFor(pending, user)) throw new ApiError('UNAUTHENTICATED')
        const factor = await consumeFactor(tx, step, pending)
        if (factor === undefined) return undefined
        if (completed.has(challenge)) throw new ApiError('UNAUTHENTICATED')
        completed.set(challenge, true)
        const now = { keys, nowSeconds, userAgent: source.userAgent }
        const session = await openSession(tx, user, { ...now, method, hasSecondFactor: true })
        return { user, factor, session }
      })
      if (opened === undefined) {
        const reason = 'wrong second factor'
        securityLog.record('sign-in.failed', source, { method, accountId: userId, reason })
        throw new ApiError('SECOND_FACTOR_REFUSED')
      }
      const { user, factor, session } = opened
      if (factor === 'recovery_code') notifyWorkers()
      const facts = { method, factor, accountId: userId, sessionId: session.sessionId }
      securityLog.record('sign-in.succeeded', source, facts)
      return sessionReply(tokens, user, session)
    },
  } satisfies Partial<Handlers>

  async function consumeFactor(
    tx: Queryable,
    { body: { passkey, totp, recovery_code: recoveryCode }, origin, nowSeconds }: SecondStep,
    { userId, challenge }: { userId: string; challenge: string },
  ): Promise<SecondFactorMethod | undefined> {
    if (passkey !== undefined) {
      const ceremony = { response: passkey, challenge, origin, nowSeconds }
      return (await consumePasskey(tx, userId, ceremony)) ? 'passkey' : undefined
    }
    if (totp !== undefined) {
      const given = { code: totp, key: factors.totp, nowSeconds }
      return (await consumeTotp(tx, userId, given)) ? 'totp' : undefined
    }
    const given = { code: recoveryCode ?? '', key: factors.recoveryCodes, nowSeconds }
    if (!(await consumeRecoveryCode(tx, userId, given))) return undefined
    await enqueueMail(
      tx,
      { template: 'second-factor-changed', id: userId, change: 'recovery-code-used' },
      { now: atSeconds(nowSeconds), dedupeSuffix: `:${challenge}` },
    )
    return 'recovery_code'
  }
}

interface Guesser {
  userId: string
  /** The sign-in whose second step it is, or the session: unique, and nobody else's. */
  step: string
  isSignedIn: boolean
}

/**
 * Counts a one-time code that somebody tries, right or wrong. A sign-in has tries of its own, so that somebody else who has the password,
 * too, cannot use up the owner's; what all sign-ins try in a day is bounded besides, apart from those who are signed in. Passkeys and
 * recovery codes cannot be guessed: they let the owner in meanwhile. Throws TOO_MANY_REQUESTS.
 */
export async function countGuess(
  { countCode }: Pick<SecondStep, 'countCode'>,
  { userId, step, isSignedIn }: Guesser,
): Promise<void> {
  await countCode('codeOfStep', step)
  await countCode('codeOfAccount', `${userId} ${isSignedIn ? 'signed in' : 'signing in'}`)
}

/** Time to find the phone, and to wait for its next code. */
const LIFETIME_SECONDS = 5 * 60
const CHALLENGE_BYTES = 32

/** Signed tokens that lead from a question to its answer: stored nowhere, each with a challenge of its own (base64url), which a passkey signs. */
export function createPendingTokens(
  deriveKey: DeriveKey,
  clock: Clock,
  purpose: 'second factor' | 'new passkey',
) {
  const tokens = createSignedTokens({
    key: deriveKey(`${purpose} tokens`),
    clock,
    audience: purpose,
    lifetimeSeconds: LIFETIME_SECONDS,
    claim: 'jti',
  })
  return {
    async issue(subject: string) {
      const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url')
      return { ...(await tokens.issue(`${challenge}.${subject}`)), challenge }
    },
    /** Undefined when it is forged, expired, or of another purpose. */
    async read(token: string) {
      const payload = await tokens.read(token)
      if (payload === undefined) return undefined
      const [challenge = '', subject = ''] = (payload.jti ?? '').split('.')
      return { challenge, subject }
    },
  }
}

type User = typeof users.$inferSelect

/** The second step of a sign-in, for administrators who have set up a factor. */
export function secondFactorQuestions({ deriveKey, clock }: Pick<AppDeps, 'deriveKey' | 'clock'>) {
  const tokens = createPendingTokens(deriveKey, clock, 'second factor')
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
      { method, origin }: { method: SignInMethod; origin: string },
    ): Promise<SecondFactorPrompt | undefined> {
      if (user.role !== 'ADMIN') return undefined
      const factors = await factorsOf(db, user.id)
      if (!hasFactor(factors)) return undefined
      const { challenge, ...token } = await tokens.issue(`${user.id} ${method} ${markOf(user)}`)
      return {
        ...token,
        methods: methodsOf(factors),
        ...(factors.passkeys.length > 0 && {
          passkey_options: await passkeyRequest(factors.passkeys, { challenge, origin }),
        }),
      }
    },
    async read(token: string) {
      const pending = await tokens.read(token)
      if (pending === undefined) return undefined
      const [userId = '', method = '', mark = ''] = pending.subject.split(' ')
      return { ...pending, userId, method: method as SignInMethod, mark }
    },
    /** Whether nothing has changed since the first step: the role, the password. */
    isStillFor: ({ mark }: { mark: string }, user: User) =>
      user.role === 'ADMIN' && user.suspendedAt === null && mark === markOf(user),
  }
}

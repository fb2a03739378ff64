import { randomBytes, createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { signInWithSecondFactor } from '@/contract/accounts/second-factor'
import type { SecondFactorMethod, SecondFactorPrompt } from '@/contract/errors'
import { atSeconds } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { enqueueMail } from '@/server/platform/queue/job-queue'
import { users } from '@/server/platform/database/schema'
import { ApiError } from '@/server/http/errors/errors'
import type { AppDeps, Call, Handlers } from '@/server/http/routing/routes-from-contract'
import { useToken, usesOf } from '@/server/http/limits/sender-proof/proof-of-work'
import type { CountedToken } from '@/server/http/limits/sender-proof/proof-of-work'
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

  return {
    signInWithSecondFactor: async (step) => {
      const { body, source, nowSeconds } = step
      const pending = await questions.read(body.token)
      if (pending === undefined || (await usesOf(db, pending.counted)) > 0)
        throw new ApiError('UNAUTHENTICATED')
      const { userId, method, counted, trust } = pending
      if (body.totp !== undefined) await countGuess(db, { userId, step: counted.id, trust }, nowSeconds)
      const opened = await db.transaction(async (tx) => {
        const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('share')
        if (user === undefined || !questions.isStillFor(pending, user)) throw new ApiError('UNAUTHENTICATED')
        const factor = await consumeFactor(tx, step, pending)
        if (factor === undefined) return undefined
        if (!(await useToken(tx, counted, 1))) throw new ApiError('UNAUTHENTICATED')
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

/** A guess comes from one of these: a new browser, one that has signed in to the account before, or one that is signed in. */
export type GuesserTrust = 'new devices' | 'known devices' | 'signed in'

interface Guesser {
  userId: string
  /** The sign-in whose second step it is, or the session: unique, and nobody else's. */
  step: string
  trust: GuesserTrust
}

/**
 * Three of a million codes are right at any time. A sign-in has tries of its own, so that somebody else who has the password, too,
 * cannot use up the owner's. What all of them try in a day is bounded besides (NIST SP 800-63B, 5.2.2), since whoever guesses may
 * sign in again and again from any number of networks; the owner's devices apart from anonymous clients. Passkeys and recovery codes
 * cannot be guessed: they let the owner in on a new device meanwhile.
 */
const STEP = { seconds: 15 * 60, max: 10 }
const DAILY = { seconds: 86_400, max: 100 }

/** Counts a one-time code that somebody tries, right or wrong, outside of any transaction. Throws TOO_MANY_REQUESTS. */
export async function countGuess(
  db: Queryable,
  { userId, step, trust }: Guesser,
  nowSeconds: number,
): Promise<void> {
  for (const [counted, { seconds, max }] of [
    [`step ${step}`, STEP],
    [`${userId} ${trust}`, DAILY],
  ] as const) {
    const window = Math.floor(nowSeconds / seconds)
    const endsAt = (window + 1) * seconds
    const id = `one-time codes ${counted} ${window}`
    if (!(await useToken(db, { id, expiresAtMs: endsAt * 1000 }, max)))
      throw new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: endsAt - nowSeconds })
  }
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
    /** Undefined when it is forged, expired, or of another purpose. What it was issued for uses `counted` up. */
    async read(token: string) {
      const payload = await tokens.read(token)
      if (payload === undefined) return undefined
      const { jti = '', exp = 0 } = payload
      const [challenge = '', subject = ''] = jti.split('.')
      const counted: CountedToken = { id: `${purpose} ${challenge}`, expiresAtMs: exp * 1000 }
      return { challenge, subject, counted }
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
      { method, origin, isKnownDevice }: { method: SignInMethod; origin: string; isKnownDevice: boolean },
    ): Promise<SecondFactorPrompt | undefined> {
      if (user.role !== 'ADMIN') return undefined
      const factors = await factorsOf(db, user.id)
      if (!hasFactor(factors)) return undefined
      const { challenge, ...token } = await tokens.issue(
        `${user.id} ${method} ${markOf(user)} ${isKnownDevice ? 'known' : 'new'}`,
      )
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
      const [userId = '', method = '', mark = '', device = ''] = pending.subject.split(' ')
      const trust: GuesserTrust = device === 'known' ? 'known devices' : 'new devices'
      return { ...pending, userId, method: method as SignInMethod, mark, trust }
    },
    /** Whether nothing has changed since the first step: the role, the password. */
    isStillFor: ({ mark }: { mark: string }, user: User) =>
      user.role === 'ADMIN' && user.suspendedAt === null && mark === markOf(user),
  }
}

import { eq } from 'drizzle-orm'
import type { SecondFactorMethod } from '@/contract/accounts/second-factor-prompt'
import { atSeconds } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { enqueueMail } from '@/server/platform/queue/job-queue'
import { users } from '@/server/platform/database/schema'
import { ApiError } from '@/server/http/errors/api-error'
import type { AppDeps, Call, Handlers } from '@/server/http/routing/handlers'
import { useToken, usesOf } from '@/server/http/limits/sender-proof/used-tokens'
import type { signInWithSecondFactor } from '@/contract/accounts/second-factor'
import { countGuess } from '@/server/modules/auth/second-factor/guess-limits'
import { consumePasskey } from '@/server/modules/auth/second-factor/passkeys'
import { consumeRecoveryCode } from '@/server/modules/auth/second-factor/recovery-codes'
import { consumeTotp, factorKeys } from '@/server/modules/auth/second-factor/stored-factors'
import { refreshTokenKeys } from '../refresh-tokens'
import { secondFactorQuestions } from './second-factor-question'
import { sessionReply } from '../session-reply'
import { openSession } from '../sessions'

type SecondStep = Call<typeof signInWithSecondFactor>

/** The second step of an administrator's sign-in. Every wrong proof gets one response, whatever is wrong with it. */
export function secondFactorSignInHandlers(deps: AppDeps): Pick<Handlers, 'signInWithSecondFactor'> {
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
  }

  /** The factor that was shown; undefined when none was. */
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

import { eq } from 'drizzle-orm'
import { FRESH_SIGN_IN_SECONDS } from '@/contract/accounts/own-account'
import type { Proof } from '@/contract/accounts/second-factor-setup'
import { secondsOf } from '@/server/platform/database/client'
import { sessions, users } from '@/server/platform/database/schema'
import { ApiError, validationFailed } from '@/server/http/errors/api-error'
import type { AppDeps } from '@/server/http/routing/handlers'
import type { RequestSource } from '@/server/http/routing/request/request-source'
import type { CurrentUser } from '@/server/http/auth/session'
import { countGuess } from '@/server/modules/auth/second-factor/guess-limits'
import {
  consumeTotp,
  factorKeys,
  factorsOf,
  hasFactor,
} from '@/server/modules/auth/second-factor/stored-factors'
import { passwordFits } from '../passwords'

interface Proving {
  currentUser: CurrentUser
  source: RequestSource
  nowSeconds: number
}

/**
 * A person who changes what a sign-in takes proves that it is them: by a sign-in minutes ago, their password, or a one-time code. A
 * session that was opened without the second factor that its account has meanwhile proves nothing by a password. Throws
 * REAUTHENTICATION_REQUIRED, VALIDATION_FAILED, SECOND_FACTOR_REFUSED.
 */
export function freshProof({ db, deriveKey, securityLog }: AppDeps) {
  const { totp: key } = factorKeys(deriveKey)
  return async function assertProven(
    { password, totp }: Pick<Proof, 'password' | 'totp'>,
    { currentUser: { id, sessionId, hasSecondFactor }, source, nowSeconds }: Proving,
  ): Promise<void> {
    const refused = (reason: string) =>
      securityLog.record('second-factor.refused', source, { accountId: id, reason })
    if (totp !== undefined) {
      await countGuess(db, { userId: id, step: sessionId, trust: 'signed in' }, nowSeconds)
      if (await db.transaction((tx) => consumeTotp(tx, id, { code: totp, key, nowSeconds }))) return
      refused('wrong code')
      throw new ApiError('SECOND_FACTOR_REFUSED')
    }
    if (!hasSecondFactor && hasFactor(await factorsOf(db, id)))
      throw new ApiError('REAUTHENTICATION_REQUIRED')
    if (password !== undefined) {
      const [user] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, id))
      // The account went after the session was read.
      if (user === undefined) throw new ApiError('UNAUTHENTICATED')
      if (await passwordFits(password, user.hash)) return
      refused('wrong password')
      throw validationFailed([{ path: 'password', code: 'password_wrong' }])
    }
    const [session] = await db.select().from(sessions).where(eq(sessions.id, sessionId))
    if (session === undefined || nowSeconds - secondsOf(session.createdAt) > FRESH_SIGN_IN_SECONDS)
      throw new ApiError('REAUTHENTICATION_REQUIRED')
  }
}

import { and, eq } from 'drizzle-orm'
import { ApiError } from '@/server/http/errors/errors'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import { users } from '@/server/platform/database/schema'
import { assertHashingRoom, passwordFits } from './passwords'
import { enqueueConfirmation, lastRegistration } from './registrations'
import { secondFactorQuestions } from './second-factor'
import { openSession, refreshTokenKey, sessionReply } from './sessions'

export function signInHandlers(deps: AppDeps): Pick<Handlers, 'login'> {
  const { db, tokens, notifyWorkers, securityLog, deriveKey } = deps
  const key = refreshTokenKey(deriveKey)
  const questions = secondFactorQuestions(deps)
  return {
    login: async ({ body, source, nowSeconds }) => {
      assertHashingRoom()
      const email = body.email.toLowerCase()
      const [user] = await db.select().from(users).where(eq(users.email, email))
      const registration = await lastRegistration(db, email)
      const failed = { method: 'password', accountId: user?.id, address: email } as const
      const fits = await passwordFits(body.password, user?.passwordHash)
      if (user === undefined || user.passwordHash === null || !fits) {
        // It is checked for an address with an account, too: who registers and then signs in learns nothing of who has one (rules 2.10).
        // Nobody registered, as almost always: a wrong password costs the work of one.
        const isRegistrations =
          registration !== undefined && (await passwordFits(body.password, registration.passwordHash))
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
        const secondFactor = await questions.startFor(tx, same, { method: 'password' })
        if (secondFactor !== undefined) throw new ApiError('SECOND_FACTOR_REQUIRED', { secondFactor })
        const now = { key, nowSeconds, userAgent: source.userAgent }
        return openSession(tx, user, { ...now, method: 'password' })
      })
      const { sessionId } = opened
      securityLog.record('sign-in.succeeded', source, { method: 'password', accountId: id, sessionId })
      return sessionReply(tokens, user, opened)
    },
  }
}

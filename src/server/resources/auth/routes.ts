import { and, eq } from 'drizzle-orm'
import { atSeconds } from '@/server/database/client'
import { enqueueMail } from '@/server/database/job-queue'
import { users } from '@/server/database/schema'
import { ApiError } from '@/server/http/api-error'
import type { AppParts, Handlers } from '@/server/http/handlers'
import { passwordFits } from './passwords'
import { openSession, rotate } from './refresh-tokens'
import { lastRegistration } from './registrations'
import { sessionReply } from './session-reply'

/** At most one fresh confirmation mail in this time, however often somebody tries to sign in. */
const CONFIRM_MAIL_SECONDS = 10 * 60

/** Sessions: opened with a password, and refreshed. */
export function authHandlers({ db, tokens, notifyWorkers }: AppParts): Pick<Handlers, 'login' | 'refresh'> {
  return {
    login: async ({ body, nowSeconds }) => {
      const email = body.email.trim().toLowerCase()
      const [user] = await db.select().from(users).where(eq(users.email, email))
      const registration = await lastRegistration(db, email)
      // Both are always verified: who registers and then signs in learns nothing of who has an account (decisions).
      const [fits, fitsRegistration] = await Promise.all([
        passwordFits(body.password, user?.passwordHash),
        passwordFits(body.password, registration?.passwordHash),
      ])
      if (user === undefined || user.passwordHash === null || !fits) {
        if (registration === undefined || !fitsRegistration) throw new ApiError('INVALID_CREDENTIALS')
        const dedupeSuffix = `:${Math.floor(nowSeconds / CONFIRM_MAIL_SECONDS)}`
        await enqueueMail(
          db,
          { template: 'confirm-email', id: registration.id },
          { now: atSeconds(nowSeconds), dedupeSuffix },
        )
        notifyWorkers()
        throw new ApiError('EMAIL_NOT_CONFIRMED')
      }
      const { id, passwordHash } = user
      const opened = await db.transaction(async (tx) => {
        // A password that is being replaced at this moment must not leave a session behind.
        const stillFits = and(eq(users.id, id), eq(users.passwordHash, passwordHash))
        const [same] = await tx.select({ id: users.id }).from(users).where(stillFits).for('share')
        if (same === undefined) throw new ApiError('INVALID_CREDENTIALS')
        return openSession(tx, id, nowSeconds)
      })
      return sessionReply(tokens, user, opened)
    },

    refresh: async ({ body, nowSeconds }) => {
      const rotation = await db.transaction((tx) => rotate(tx, body.refresh_token, nowSeconds))
      if (rotation.kind !== 'rotated') throw new ApiError('UNAUTHENTICATED')
      return sessionReply(tokens, rotation.user, rotation)
    },
  }
}

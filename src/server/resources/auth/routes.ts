import { eq } from 'drizzle-orm'
import type { Session } from '@/contract/auth'
import { atSeconds } from '@/server/database/client'
import { enqueueMail } from '@/server/database/job-queue'
import { users } from '@/server/database/schema'
import { ApiError } from '@/server/http/api-error'
import type { AppParts, Handlers } from '@/server/http/handlers'
import { passwordFits } from './passwords'
import { openSession, rotate } from './refresh-tokens'
import type { RefreshToken } from './refresh-tokens'

/** At most one fresh confirmation mail in this time, however often somebody tries to sign in. */
const CONFIRM_MAIL_SECONDS = 10 * 60

export function authHandlers({ db, tokens, wakeJobs }: AppParts): Pick<Handlers, 'login' | 'refresh'> {
  return {
    login: async ({ body, nowSeconds }) => {
      const [user] = await db.select().from(users).where(eq(users.email, body.email.trim().toLowerCase()))
      const fits = await passwordFits(body.password, user?.passwordHash)
      if (user === undefined || !fits) throw new ApiError('INVALID_CREDENTIALS')
      if (user.emailConfirmedAt === null) {
        const dedupeSuffix = `:${Math.floor(nowSeconds / CONFIRM_MAIL_SECONDS)}`
        await enqueueMail(
          db,
          { template: 'confirm-email', id: user.id },
          { now: atSeconds(nowSeconds), dedupeSuffix },
        )
        wakeJobs()
        throw new ApiError('EMAIL_NOT_CONFIRMED')
      }
      const opened = await db.transaction((tx) => openSession(tx, user.id, nowSeconds))
      return session(user, opened.sessionId, opened.refresh)
    },

    refresh: async ({ body, nowSeconds }) => {
      const rotation = await db.transaction((tx) => rotate(tx, body.refresh_token, nowSeconds))
      if (rotation.kind !== 'rotated') throw new ApiError('UNAUTHENTICATED')
      return session(rotation.user, rotation.sessionId, rotation.refresh)
    },
  }

  async function session(
    user: typeof users.$inferSelect,
    sessionId: string,
    refresh: RefreshToken,
  ): Promise<Session> {
    const { id, email, name, role } = user
    return {
      access_token: await tokens.issue(sessionId),
      refresh_token: refresh,
      user: { id, email, name, role },
    }
  }
}

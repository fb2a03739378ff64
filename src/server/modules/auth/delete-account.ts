import { eq } from 'drizzle-orm'
import { FRESH_SIGN_IN_SECONDS } from '@/contract/accounts/own-account'
import { secondsOf } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { deleteAccount, lockAccount } from '@/server/platform/database/accounts/delete-account'
import { isLastAdministrator } from '@/server/platform/database/accounts/last-administrator'
import { sessions, users } from '@/server/platform/database/schema'
import { ApiError, validationFailed } from '@/server/http/errors/api-error'
import type { AppDeps, Handlers } from '@/server/http/routing/handlers'
import { passwordFits } from './passwords'

/** Handles leaving for good. */
export function deleteAccountHandlers({
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

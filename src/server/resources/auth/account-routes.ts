import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { atSeconds } from '@/server/database/client'
import { enqueueMail } from '@/server/database/job-queue'
import { users } from '@/server/database/schema'
import { ApiError, validationFailed } from '@/server/http/api-error'
import type { AppParts, Handlers } from '@/server/http/handlers'
import { endLink, ownerOfLink, spendLink } from './mail-links'
import { hashPassword, passwordFits, passwordProblems } from './passwords'
import { addRegistration, lastRegistration, openAccount } from './registrations'
import { replacePassword, resetPassword } from './set-password'

type AccountHandlers = Pick<
  Handlers,
  | 'register'
  | 'confirmEmail'
  | 'requestPasswordReset'
  | 'validateResetToken'
  | 'confirmPasswordReset'
  | 'revokeResetToken'
  | 'changePassword'
>

/** At most one mail in this time, however often somebody asks: the link in it works for an hour. */
const RESET_MAIL_SECONDS = 5 * 60

/** Opening an account, confirming its address, and its password. */
export function accountHandlers({ db, notifyWorkers }: AppParts): AccountHandlers {
  return {
    register: async ({ body, locale, nowSeconds }) => {
      refuse(passwordProblems(body.password, 'password'))
      // Hashed also for an address that is known: the same work (decisions).
      const passwordHash = await hashPassword(body.password)
      const email = body.email.toLowerCase()
      await db.transaction((tx) =>
        addRegistration(tx, { email, name: body.name, passwordHash, locale, nowSeconds }),
      )
      notifyWorkers()
      return {}
    },

    confirmEmail: ({ body: { token }, nowSeconds }) =>
      db.transaction(async (tx) => {
        const owner = await spendLink(tx, { purpose: 'confirm', token, nowSeconds })
        if (owner === undefined || !('registrationId' in owner)) throw new ApiError('NOT_FOUND')
        if (!(await openAccount(tx, owner.registrationId, { nowSeconds }))) throw new ApiError('NOT_FOUND')
        return {}
      }),

    requestPasswordReset: async ({ body, nowSeconds }) => {
      const email = body.email.toLowerCase()
      const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
      // Who has never confirmed the address may have lost that password too.
      const registration = await lastRegistration(db, email)
      // Without an account a mail without an addressee is enqueued, which the job drops: the same work.
      await enqueueMail(
        db,
        { template: 'reset-password', id: user?.id ?? registration?.id ?? randomUUID() },
        { now: atSeconds(nowSeconds), dedupeSuffix: `:${Math.floor(nowSeconds / RESET_MAIL_SECONDS)}` },
      )
      notifyWorkers()
      return {}
    },

    validateResetToken: async ({ body: { token }, nowSeconds }) => ({
      valid: (await ownerOfLink(db, { purpose: 'reset', token, nowSeconds })) !== undefined,
    }),

    confirmPasswordReset: async ({ body: { token, new_password }, nowSeconds }) => {
      const link = { purpose: 'reset', token, nowSeconds } as const
      // Before the costly hash: who guesses tokens gets little work out of us.
      if ((await ownerOfLink(db, link)) === undefined) throw new ApiError('NOT_FOUND')
      // Before the link is used up: after a refusal the person chooses again.
      refuse(passwordProblems(new_password, 'new_password'))
      const passwordHash = await hashPassword(new_password)
      return db.transaction(async (tx) => {
        const owner = await spendLink(tx, link)
        if (owner === undefined) throw new ApiError('NOT_FOUND')
        if ('userId' in owner) await resetPassword(tx, { userId: owner.userId, passwordHash, nowSeconds })
        // The link came to the address, so it confirms it too.
        else if (!(await openAccount(tx, owner.registrationId, { passwordHash, nowSeconds })))
          throw new ApiError('NOT_FOUND')
        return {}
      })
    },

    revokeResetToken: async ({ body: { token }, nowSeconds }) => {
      await endLink(db, { purpose: 'reset', token, nowSeconds })
      return {}
    },

    changePassword: async ({ body, currentUser, nowSeconds }) => {
      const [user] = await db
        .select({ passwordHash: users.passwordHash })
        .from(users)
        .where(eq(users.id, currentUser.id))
      const oldHash = user?.passwordHash ?? null
      const fits = await passwordFits(body.old_password, oldHash)
      const wrong = { path: 'old_password', code: 'password_wrong' } as const
      refuse([...(fits ? [] : [wrong]), ...passwordProblems(body.new_password, 'new_password')])
      const passwordHash = await hashPassword(body.new_password)
      const change = { userId: currentUser.id, sessionId: currentUser.sessionId, passwordHash, nowSeconds }
      const isDone =
        oldHash !== null && (await db.transaction((tx) => replacePassword(tx, { ...change, oldHash })))
      if (!isDone) refuse([wrong])
      return {}
    },
  }
}

function refuse(problems: Parameters<typeof validationFailed>[0]): void {
  if (problems.length > 0) throw validationFailed(problems)
}

import { randomUUID } from 'node:crypto'
import { eq, and } from 'drizzle-orm'
import { FRESH_SIGN_IN_SECONDS } from '@/contract/accounts/profile'
import { atSeconds, secondsOf, type Queryable } from '@/server/platform/database/client'
import { enqueueMail } from '@/server/platform/queue/job-queue'
import { moveSubscription } from '@/server/platform/database/accounts/push-subscriptions'
import { mailTokens, registrations, sessions, users } from '@/server/platform/database/schema'
import { ApiError, orNotFound, validationFailed } from '@/server/http/errors/errors'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import type { PasswordOwner } from '@/server/identity/password-strength'
import type { LinkOwner } from '@/server/jobs/mails/link-tokens'
import { endSessions, isLastAdministrator } from '@/server/platform/database/accounts/account-access'
import { deleteAccount, lockAccount } from '@/server/platform/database/accounts/person-data'
import { ownerOfLink, consumeLink, endLinks, isValid, lastRegistration, openAccount } from './registrations'
import { hashPassword, passwordFits, passwordProblems, assertHashingRoom } from './passwords'
import { refreshTokenKey, openSession, sessionReply } from './sessions'
import { secondFactorQuestions } from './second-factor'

/** At most one mail in this time, however often somebody asks: the link in it works for an hour. */
const RESET_MAIL_SECONDS = 5 * 60
/** At most one fresh confirmation mail in this time, however often somebody tries to sign in. */
const CONFIRM_MAIL_SECONDS = 10 * 60

export function accountHandlers(deps: AppDeps) {
  const { db, tokens, securityLog, deriveKey, clearCaches } = deps
  const key = refreshTokenKey(deriveKey)
  const questions = secondFactorQuestions(deps)
  return {
    register: async ({ body, locale, nowSeconds }) => {
      assertHashingRoom()
      refuse(await passwordProblems(body.password, 'password', { owner: body }))
      // Hashed also for an address that is known: the same work (rules 2.10).
      const passwordHash = await hashPassword(body.password)
      const email = body.email.toLowerCase()
      const [id, now] = [randomUUID(), atSeconds(nowSeconds)]
      // The mail is written differently where there is an account with the address already: up to here nothing differs.
      await db.transaction(async (tx) => {
        const registration = { id, email, name: body.name, passwordHash, locale, createdAt: now }
        await tx.insert(registrations).values(registration)
        await enqueueMail(tx, { template: 'confirm-email', id }, { now })
      })
      return {}
    },

    requestPasswordReset: async ({ body, source, nowSeconds }) => {
      const email = body.email.toLowerCase()
      const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
      // A person who has never confirmed the address may have lost that password too.
      const registration = await lastRegistration(db, email)
      // A mail without an addressee is enqueued when there is no account, and the job drops it: the same work.
      const id = user?.id ?? registration?.id ?? randomUUID()
      await enqueueMail(
        db,
        { template: 'reset-password', id },
        { now: atSeconds(nowSeconds), dedupeSuffix: `:${Math.floor(nowSeconds / RESET_MAIL_SECONDS)}` },
      )
      securityLog.record('password.reset-requested', source, { accountId: user?.id, address: email })
      return {}
    },

    validateResetToken: async ({ body: { token }, nowSeconds }) => ({
      valid: (await ownerOfLink(db, { purpose: 'reset', token, nowSeconds })) !== undefined,
    }),

    confirmPasswordReset: async ({ body: { token, new_password }, source, nowSeconds }) => {
      const link = { purpose: 'reset', token, nowSeconds } as const
      // The check comes before the costly hash: who guesses tokens gets little work out of us.
      const holder = orNotFound(await ownerOfLink(db, link))
      // The check comes before the link is used up: after a refusal the person chooses again.
      const choosing = await passwordOwner(db, holder)
      refuse(await passwordProblems(new_password, 'new_password', { owner: choosing }))
      const passwordHash = await hashPassword(new_password)
      const accountId = await db.transaction(async (tx) => {
        const owner = orNotFound(await consumeLink(tx, link))
        if ('userId' in owner) {
          const { userId } = owner
          await tx
            .update(users)
            .set({ passwordHash, updatedAt: atSeconds(nowSeconds) })
            .where(eq(users.id, userId))
          // Every session ends (docs/decisions.md).
          await endSessions(tx, userId, { nowSeconds })
          return userId
        }
        // The link came to the address, so it confirms it too.
        return orNotFound(await openAccount(tx, owner.registrationId, { passwordHash, nowSeconds }))
      })
      securityLog.record('password.reset', source, { accountId })
      return {}
    },

    revokeResetToken: async ({ body: { token }, nowSeconds }) => {
      // An unknown one is useless already.
      await db.delete(mailTokens).where(isValid({ purpose: 'reset', token, nowSeconds }))
      return {}
    },

    changePassword: async ({ body, currentUser, source, nowSeconds }) => {
      const [user] = await db.select().from(users).where(eq(users.id, currentUser.id))
      // The account went after the session was read.
      if (user === undefined) throw new ApiError('UNAUTHENTICATED')
      const oldHash = user.passwordHash
      const fits = await passwordFits(body.old_password, oldHash)
      const wrong = { path: 'old_password', code: 'password_wrong' } as const
      if (!fits) securityLog.record('password.change-refused', source, { accountId: currentUser.id })
      const owner = { email: currentUser.email, name: user.name }
      const problems = await passwordProblems(body.new_password, 'new_password', { owner })
      refuse(fits ? problems : [wrong, ...problems])
      const passwordHash = await hashPassword(body.new_password)
      const changed = await db.transaction(async (tx) => {
        const isUnchanged = and(eq(users.id, currentUser.id), eq(users.passwordHash, oldHash ?? ''))
        const newPassword = { passwordHash, updatedAt: atSeconds(nowSeconds) }
        const [account] = await tx.update(users).set(newPassword).where(isUnchanged).returning()
        if (account === undefined) throw validationFailed([wrong])
        // Somebody may have a copy of a session, this one too, or a link that could still set a password.
        await endSessions(tx, account.id, { nowSeconds })
        await endLinks(tx, { userId: account.id }, 'reset')
        const { hasSecondFactor } = currentUser
        const now = { key, nowSeconds, source, method: 'password', hasSecondFactor } as const
        const opened = await openSession(tx, currentUser, now)
        await moveSubscription(tx, { from: currentUser.sessionId, to: opened.sessionId })
        return { account, opened }
      })
      const { sessionId } = changed.opened
      securityLog.record('password.changed', source, { accountId: currentUser.id, sessionId })
      return { session: await sessionReply(tokens, changed.account, changed.opened) }
    },

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
      await db.transaction(async (tx) => {
        const account = await lockAccount(tx, id)
        const [session] = await tx.select().from(sessions).where(eq(sessions.id, sessionId))
        // The session may have been ended since the request came in.
        if (account === undefined || session?.revokedAt !== null) throw new ApiError('UNAUTHENTICATED')
        // That the provider has just said who it is stands in for a password.
        const isProviders = session.method === 'apple' || session.method === 'google'
        const isFresh = nowSeconds - secondsOf(session.createdAt) <= FRESH_SIGN_IN_SECONDS
        if (password === undefined && !(isProviders && isFresh))
          throw new ApiError('REAUTHENTICATION_REQUIRED')
        // Replaced while this one was looked at.
        if (password !== undefined && account.passwordHash !== user.hash) throw wrong
        if (await isLastAdministrator(tx, account)) throw new ApiError('CONFLICT')
        await deleteAccount(tx, account, nowSeconds)
      })
      clearCaches()
      securityLog.record('account.deleted', source, { accountId: id, reason: 'by its owner' })
      return {}
    },

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
        const dedupeSuffix = `:${Math.floor(nowSeconds / CONFIRM_MAIL_SECONDS)}`
        const mail = { template: 'confirm-email', id: registration.id } as const
        await enqueueMail(db, mail, { now: atSeconds(nowSeconds), dedupeSuffix })
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
        return openSession(tx, user, { key, nowSeconds, source, method: 'password' })
      })
      const { sessionId } = opened
      securityLog.record('sign-in.succeeded', source, { method: 'password', accountId: id, sessionId })
      return sessionReply(tokens, user, opened)
    },
  } satisfies Partial<Handlers>
}

function refuse(problems: Parameters<typeof validationFailed>[0]): void {
  if (problems.length > 0) throw validationFailed(problems)
}

/** The address and the name of whoever chooses a password with a link: neither belongs into it. */
async function passwordOwner(db: Queryable, owner: LinkOwner): Promise<PasswordOwner> {
  const [found] =
    'userId' in owner
      ? await db.select().from(users).where(eq(users.id, owner.userId))
      : await db.select().from(registrations).where(eq(registrations.id, owner.registrationId))
  return { email: found?.email, name: found?.name }
}

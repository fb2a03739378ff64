import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { MAX_PASSKEYS } from '@/domain/accounts/account'
import type { SecondFactorChange } from '@/domain/accounts/account'
import { atSeconds, secondsOf } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { passkeys, totpSecrets, users, sessions } from '@/server/platform/database/schema'
import { ApiError, validationFailed } from '@/server/http/errors/errors'
import type { AppDeps, Call, Handlers } from '@/server/http/routing/routes-from-contract'
import { FRESH_SIGN_IN_SECONDS } from '@/contract/accounts/profile'
import type { Endpoint } from '@/contract/endpoint'
import type { Proof } from '@/contract/accounts/second-factor'
import type { RequestSource } from '@/server/http/routing/request/request-source'
import type { CurrentUser } from '@/server/http/auth/session'
import { passwordFits } from '@/server/modules/auth/passwords'
import { recordActivity } from '@/server/platform/database/accounts/activities'
import { endSessions } from '@/server/platform/database/accounts/account-access'
import { enqueueMail } from '@/server/platform/queue/job-queue'
import type { SecurityEvent } from '@/server/http/security/security-log'
import { countGuess, createPendingTokens } from './second-factor-sign-in'
import {
  passkeyCreation,
  readNewPasskey,
  decryptSecret,
  encryptSecret,
  factorKeys,
  factorsOf,
  consumeTotp,
  hasFactor,
  removeIfNone,
  newTotpSecret,
  stepOfCode,
  totpUri,
  replaceRecoveryCodes,
} from './stored-factors'

export function secondFactorSetupHandlers(deps: AppDeps, { isRequired }: { isRequired: boolean }) {
  const { db, clock, deriveKey, securityLog } = deps
  const { totp: key } = factorKeys(deriveKey)
  const newPasskeys = createPendingTokens(deriveKey, clock, 'new passkey')
  const assertProven = freshProof(deps)
  const changes = factorChanges(deps)

  return {
    getSecondFactor: async ({ currentUser: { id, hasSecondFactor } }) => {
      const [user] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, id))
      const factors = await factorsOf(db, id)
      return {
        totp: factors.hasTotp,
        passkeys: factors.passkeys.map((passkey) => ({
          id: passkey.credentialId,
          name: passkey.name,
          created_at: secondsOf(passkey.createdAt),
          last_used_at: passkey.lastUsedAt && secondsOf(passkey.lastUsedAt),
        })),
        recovery_codes_left: factors.recoveryCodesLeft,
        is_due: isRequired && !hasSecondFactor,
        has_password: typeof user?.hash === 'string',
      }
    },

    beginTotp: async ({ body, ...call }) => {
      await assertProven(body, call)
      const { id: userId, email } = call.currentUser
      const secret = newTotpSecret()
      const values = { secret: encryptSecret(secret, key, userId), createdAt: atSeconds(call.nowSeconds) }
      const stored = await db
        .insert(totpSecrets)
        .values({ userId, ...values })
        .onConflictDoUpdate({
          target: totpSecrets.userId,
          set: values,
          setWhere: isNull(totpSecrets.confirmedAt),
        })
        .returning({ userId: totpSecrets.userId })
      if (stored.length === 0) throw new ApiError('CONFLICT')
      return { secret, uri: totpUri(secret, email) }
    },

    confirmTotp: async ({ body: { code }, ...call }) => {
      const { currentUser, source, nowSeconds } = call
      const isBegun = and(eq(totpSecrets.userId, currentUser.id), isNull(totpSecrets.confirmedAt))
      const [begun] = await db.select().from(totpSecrets).where(isBegun)
      if (begun === undefined) throw new ApiError('NOT_FOUND')
      const { id: userId, sessionId } = currentUser
      await countGuess(call, { userId, step: sessionId, isSignedIn: true })
      const secret = decryptSecret(begun.secret, key, currentUser.id)
      const step =
        secret === undefined ? undefined : stepOfCode(code, { secret, lastStep: begun.lastStep, nowSeconds })
      if (step === undefined) {
        const refused = { accountId: currentUser.id, reason: 'wrong code' }
        securityLog.record('second-factor.refused', source, refused)
        throw new ApiError('SECOND_FACTOR_REFUSED')
      }
      return changes.add('totp-added', call, async (tx) => {
        const confirmed = await tx
          .update(totpSecrets)
          .set({ confirmedAt: atSeconds(nowSeconds), lastStep: step })
          // Another tab may have begun again.
          .where(and(isBegun, eq(totpSecrets.secret, begun.secret)))
          .returning({ userId: totpSecrets.userId })
        if (confirmed.length === 0) throw new ApiError('NOT_FOUND')
      })
    },

    removeTotp: async ({ body, ...call }) => {
      await assertProven(body, call)
      await changes.remove('totp-removed', call, async (tx) => {
        const isIt = and(eq(totpSecrets.userId, call.currentUser.id), isNotNull(totpSecrets.confirmedAt))
        const removed = await tx.delete(totpSecrets).where(isIt).returning({ userId: totpSecrets.userId })
        if (removed.length === 0) throw new ApiError('NOT_FOUND')
      })
      return {}
    },

    beginPasskey: async ({ body, ...call }) => {
      await assertProven(body, call)
      const { currentUser, origin } = call
      const stored = (await factorsOf(db, currentUser.id)).passkeys
      if (stored.length >= MAX_PASSKEYS) throw new ApiError('CONFLICT')
      const { token, challenge } = await newPasskeys.issue(`${currentUser.id} ${currentUser.sessionId}`)
      return { token, options: await passkeyCreation(stored, { user: currentUser, challenge, origin }) }
    },

    addPasskey: async ({ body, ...call }) => {
      const { currentUser, source, origin, nowSeconds } = call
      const pending = await newPasskeys.read(body.token)
      if (pending?.subject !== `${currentUser.id} ${currentUser.sessionId}`) throw new ApiError('CONFLICT')
      const passkey = await readNewPasskey(body.passkey, { challenge: pending.challenge, origin })
      if (passkey === undefined) {
        const refused = { accountId: currentUser.id, reason: 'wrong passkey' }
        securityLog.record('second-factor.refused', source, refused)
        throw new ApiError('SECOND_FACTOR_REFUSED')
      }
      return changes.add('passkey-added', call, async (tx) => {
        const added = await tx
          .insert(passkeys)
          .values({ ...passkey, userId: currentUser.id, name: body.name, createdAt: atSeconds(nowSeconds) })
          .onConflictDoNothing()
          .returning({ id: passkeys.credentialId })
        if (added.length === 0) throw new ApiError('CONFLICT')
      })
    },

    removePasskey: async ({ body: { id, ...proof }, ...call }) => {
      await assertProven(proof, call)
      await changes.remove('passkey-removed', call, async (tx) => {
        const isIt = and(eq(passkeys.credentialId, id), eq(passkeys.userId, call.currentUser.id))
        const removed = await tx.delete(passkeys).where(isIt).returning({ id: passkeys.credentialId })
        if (removed.length === 0) throw new ApiError('NOT_FOUND')
      })
      return {}
    },

    makeRecoveryCodes: async ({ body, ...call }) => {
      await assertProven(body, call)
      return { recovery_codes: await changes.makeRecoveryCodes(call) }
    },
  } satisfies Partial<Handlers>
}

interface OwnCall {
  currentUser: CurrentUser
  source: RequestSource
  nowSeconds: number
  countCode: Call<Endpoint>['countCode']
}

/**
 * A person who changes what a sign-in takes proves that it is them: by a sign-in minutes ago, their password, or a one-time code. A
 * session that was opened without the second factor that its account has meanwhile proves nothing by a password. Throws
 * REAUTHENTICATION_REQUIRED, VALIDATION_FAILED, SECOND_FACTOR_REFUSED.
 */
function freshProof({ db, deriveKey, securityLog }: AppDeps) {
  const { totp: key } = factorKeys(deriveKey)
  return async function assertProven(
    { password, totp }: Pick<Proof, 'password' | 'totp'>,
    { currentUser: { id, sessionId, hasSecondFactor }, source, nowSeconds, countCode }: OwnCall,
  ): Promise<void> {
    const refused = (reason: string) =>
      securityLog.record('second-factor.refused', source, { accountId: id, reason })
    if (totp !== undefined) {
      await countGuess({ countCode }, { userId: id, step: sessionId, isSignedIn: true })
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

const EVENTS: Record<SecondFactorChange, SecurityEvent> = {
  'passkey-added': 'second-factor.added',
  'passkey-removed': 'second-factor.removed',
  'totp-added': 'second-factor.added',
  'totp-removed': 'second-factor.removed',
  'recovery-codes-made': 'second-factor.changed',
  'recovery-code-used': 'second-factor.changed',
  reset: 'second-factor.removed',
}

/** Every change of a second factor has these parts: one at a time, an entry in the activity log, a mail. */
function factorChanges({ db, deriveKey, securityLog, notifyWorkers }: AppDeps) {
  const { recoveryCodes: key } = factorKeys(deriveKey)

  async function change<T>(
    what: SecondFactorChange,
    { currentUser, source, nowSeconds }: OwnCall,
    write: (tx: Queryable) => Promise<T>,
  ): Promise<T> {
    const { id, sessionId } = currentUser
    const result = await db.transaction(async (tx) => {
      await lock(tx, id)
      const written = await write(tx)
      if (what !== 'recovery-codes-made') {
        const action = what.endsWith('-added') ? 'second-factor.added' : 'second-factor.removed'
        await recordActivity(tx, { currentUser, nowSeconds }, action, [{ id, label: '' }])
      }
      const mail = { template: 'second-factor-changed', id, change: what } as const
      await enqueueMail(tx, mail, { now: atSeconds(nowSeconds), dedupeSuffix: `:${randomUUID()}` })
      return written
    })
    notifyWorkers()
    securityLog.record(EVENTS[what], source, { accountId: id, sessionId, action: what })
    return result
  }

  return {
    /** Stores a factor that was just shown. With the first come recovery codes, and the other sessions end. */
    add: (
      what: 'passkey-added' | 'totp-added',
      call: OwnCall,
      write: (tx: Queryable) => Promise<void>,
    ): Promise<{ recovery_codes?: string[] }> =>
      change(what, call, async (tx) => {
        const { id, sessionId } = call.currentUser
        const { nowSeconds } = call
        const isFirst = !hasFactor(await factorsOf(tx, id))
        await write(tx)
        await tx
          .update(sessions)
          .set({ secondFactorAt: atSeconds(nowSeconds) })
          .where(eq(sessions.id, sessionId))
        if (!isFirst) return {}
        await endSessions(tx, id, { nowSeconds, except: sessionId })
        return { recovery_codes: await replaceRecoveryCodes(tx, id, { key, nowSeconds }) }
      }),

    /** Removes one; `write` throws NOT_FOUND where there is none. */
    remove: (
      what: 'passkey-removed' | 'totp-removed',
      call: OwnCall,
      write: (tx: Queryable) => Promise<void>,
    ): Promise<void> =>
      change(what, call, async (tx) => {
        await write(tx)
        await removeIfNone(tx, call.currentUser.id)
      }),

    makeRecoveryCodes: (call: OwnCall): Promise<string[]> =>
      change('recovery-codes-made', call, async (tx) => {
        const { id } = call.currentUser
        if (!hasFactor(await factorsOf(tx, id))) throw new ApiError('NOT_FOUND')
        return replaceRecoveryCodes(tx, id, { key, nowSeconds: call.nowSeconds })
      }),
  }
}

/** One change of an account's factors at a time: of two first ones at once, one is the second. */
async function lock(tx: Queryable, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
}

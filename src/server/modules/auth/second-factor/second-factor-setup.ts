import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { MAX_PASSKEYS } from '@/domain/accounts/second-factor'
import { atSeconds, secondsOf } from '@/server/platform/database/client'
import { passkeys, totpSecrets, users } from '@/server/platform/database/schema'
import { ApiError } from '@/server/http/errors/api-error'
import type { AppDeps, Handlers } from '@/server/http/routing/handlers'
import { useToken } from '@/server/http/limits/sender-proof/used-tokens'
import { countGuess } from '@/server/modules/auth/second-factor/guess-limits'
import { passkeyCreation, readNewPasskey } from '@/server/modules/auth/second-factor/passkeys'
import { createPendingTokens } from '@/server/modules/auth/second-factor/pending-tokens'
import { decryptSecret, encryptSecret } from '@/server/modules/auth/second-factor/secret-box'
import { factorKeys, factorsOf } from '@/server/modules/auth/second-factor/stored-factors'
import { newTotpSecret, stepOfCode, totpUri } from '@/server/modules/auth/second-factor/totp'
import { factorChanges } from './change-factors'
import { freshProof } from './fresh-proof'

type SetupHandlers = Pick<
  Handlers,
  | 'getSecondFactor'
  | 'beginTotp'
  | 'confirmTotp'
  | 'removeTotp'
  | 'beginPasskey'
  | 'addPasskey'
  | 'removePasskey'
  | 'makeRecoveryCodes'
>

/** An administrator's own second factors. */
export function secondFactorSetupHandlers(
  deps: AppDeps,
  { isRequired }: { isRequired: boolean },
): SetupHandlers {
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
      await countGuess(db, { userId, step: sessionId, trust: 'signed in' }, nowSeconds)
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
        if (!(await useToken(tx, pending.counted, 1))) throw new ApiError('CONFLICT')
        const added = await tx
          .insert(passkeys)
          .values({
            ...passkey,
            userId: currentUser.id,
            name: body.name,
            createdAt: atSeconds(nowSeconds),
          })
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
  }
}

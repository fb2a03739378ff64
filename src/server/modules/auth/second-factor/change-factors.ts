import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { SecondFactorChange } from '@/domain/accounts/second-factor'
import { recordActivity } from '@/server/platform/database/accounts/activities'
import { atSeconds } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { endSessions } from '@/server/platform/database/accounts/end-sessions'
import { enqueueMail } from '@/server/platform/queue/job-queue'
import { sessions, users } from '@/server/platform/database/schema'
import { ApiError } from '@/server/http/errors/api-error'
import type { AppDeps } from '@/server/http/routing/handlers'
import type { RequestSource } from '@/server/http/routing/request/request-source'
import type { SecurityEvent } from '@/server/http/security/security-log'
import type { CurrentUser } from '@/server/http/auth/session'
import { replaceRecoveryCodes } from '@/server/modules/auth/second-factor/recovery-codes'
import {
  factorKeys,
  factorsOf,
  removeIfNone,
  hasFactor,
} from '@/server/modules/auth/second-factor/stored-factors'

interface Changing {
  currentUser: CurrentUser
  source: RequestSource
  nowSeconds: number
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
export function factorChanges({ db, deriveKey, securityLog, notifyWorkers }: AppDeps) {
  const { recoveryCodes: key } = factorKeys(deriveKey)

  /** Runs `write` with the account locked. */
  async function change<T>(
    what: SecondFactorChange,
    { currentUser, source, nowSeconds }: Changing,
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
      call: Changing,
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
      call: Changing,
      write: (tx: Queryable) => Promise<void>,
    ): Promise<void> =>
      change(what, call, async (tx) => {
        await write(tx)
        await removeIfNone(tx, call.currentUser.id)
      }),

    makeRecoveryCodes: (call: Changing): Promise<string[]> =>
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

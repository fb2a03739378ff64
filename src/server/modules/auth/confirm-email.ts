import { createHmac } from 'node:crypto'
import { atSeconds } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { ApiError } from '@/server/http/errors/api-error'
import type { AppDeps, Handlers } from '@/server/http/routing/handlers'
import { useToken, usesOf } from '@/server/http/limits/sender-proof/used-tokens'
import type { CountedToken } from '@/server/http/limits/sender-proof/used-tokens'
import { LINK_LIFETIME_MS, newLinkToken } from '@/server/jobs/mails/mail-links'
import { consumeLink } from './mail-links'
import { openAccount } from './registrations'

interface Confirmed {
  /** Undefined where it was confirmed by an earlier try of the same client. */
  userId: string | undefined
  /** The token of a link to choose a password; undefined for an account that has one. */
  passwordToken: string | undefined
}

/**
 * Confirms the address of a registration. A link works once, but for the client that used it: a response that was lost comes again
 * under the same `retry_key`, for as long as the link would have worked. Nothing secret is stored for that: the token to choose a
 * password with is made from the link and the key.
 */
export function confirmEmailHandlers({
  db,
  securityLog,
  deriveKey,
}: AppDeps): Pick<Handlers, 'confirmEmail'> {
  const tokenKey = deriveKey('password tokens of confirmations')
  const tokenOf = (tried: string) => createHmac('sha256', tokenKey).update(tried).digest('base64url')

  return {
    confirmEmail: async ({ body, source, nowSeconds }) => {
      const { token, registration_secret: secret, retry_key: retryKey } = body
      const tried = retryKey === undefined ? undefined : `${token} ${retryKey}`
      const { userId, passwordToken } = await db.transaction(async (tx): Promise<Confirmed> => {
        const owner = await consumeLink(tx, { purpose: 'confirm', token, nowSeconds })
        const registrationId =
          owner !== undefined && 'registrationId' in owner ? owner.registrationId : undefined
        const opened =
          registrationId === undefined
            ? undefined
            : await openAccount(tx, registrationId, { secret, nowSeconds })
        if (opened === undefined) return repeat(tx, tried)
        const { userId: openedId, hasPassword } = opened
        const expiresAtMs = nowSeconds * 1000 + LINK_LIFETIME_MS.confirm
        if (tried !== undefined) await useToken(tx, { id: markOf(tried, hasPassword), expiresAtMs }, 1)
        if (hasPassword) return { userId: openedId, passwordToken: undefined }
        const owned = { owner: { userId: openedId }, purpose: 'reset', now: atSeconds(nowSeconds) } as const
        const own = tried === undefined ? {} : { token: tokenOf(tried) }
        return { userId: openedId, passwordToken: await newLinkToken(tx, { ...owned, ...own }) }
      })
      if (userId !== undefined) {
        const reason = passwordToken === undefined ? 'with its password' : 'without a password'
        securityLog.record('account.opened', source, { accountId: userId, reason })
      }
      return passwordToken === undefined ? {} : { password_token: passwordToken }
    },
  }

  /** Throws NOT_FOUND for a link that is worth nothing, and that no try of this client has used. */
  async function repeat(tx: Queryable, tried: string | undefined): Promise<Confirmed> {
    const wasUsed = async (hasPassword: boolean) =>
      tried !== undefined && (await usesOf(tx, { id: markOf(tried, hasPassword) })) > 0
    if (await wasUsed(true)) return { userId: undefined, passwordToken: undefined }
    if (tried !== undefined && (await wasUsed(false)))
      return { userId: undefined, passwordToken: tokenOf(tried) }
    throw new ApiError('NOT_FOUND')
  }
}

/** The mark that is stored, as a hash, of a try that has confirmed an address. */
function markOf(tried: string, hasPassword: boolean): CountedToken['id'] {
  return `confirmed ${hasPassword ? 'with' : 'without'} a password ${tried}`
}

import { ApiError } from '@/server/http/errors/api-error'
import type { AppDeps, Handlers } from '@/server/http/routing/handlers'
import { endSession, endSessions } from '@/server/platform/database/accounts/end-sessions'
import { hashOfDigest, refreshTokenHash, refreshTokenKeys } from './refresh-tokens'
import { sessionReply } from './session-reply'
import { endSessionOfToken, rotate } from './sessions'

type SessionHandlers = Pick<Handlers, 'refresh' | 'logout' | 'endSession' | 'endOtherSessions'>

/** Sessions once they are open: refreshed and ended. */
export function sessionHandlers({ db, tokens, securityLog, deriveKey }: AppDeps): SessionHandlers {
  const keys = refreshTokenKeys(deriveKey)
  return {
    refresh: async ({ body, source, nowSeconds }) => {
      const now = { keys, nowSeconds, userAgent: source.userAgent }
      const rotation = await db.transaction((tx) => rotate(tx, body.refresh_token, now))
      if (rotation.kind === 'reused') {
        const { userId: accountId, sessionId } = rotation
        securityLog.record('refresh-token.reused', source, { accountId, sessionId })
      }
      if (rotation.kind !== 'rotated') throw new ApiError('UNAUTHENTICATED')
      return sessionReply(tokens, rotation.user, rotation)
    },

    logout: async ({ body, currentUser, source, nowSeconds }) => {
      const { refresh_token: token, refresh_token_digest: digest } = body
      const hash = token === undefined ? digest && hashOfDigest(digest, keys) : refreshTokenHash(token, keys)
      const own = currentUser && { userId: currentUser.id, id: currentUser.sessionId, nowSeconds }
      const ended =
        hash === undefined
          ? own && (await endSession(db, own))
          : await db.transaction((tx) => endSessionOfToken(tx, hash, nowSeconds))
      if (ended) securityLog.record('sign-out', source, ended)
      return {}
    },

    endSession: async ({ params, currentUser, source, nowSeconds }) => {
      const ended = await endSession(db, { userId: currentUser.id, id: params.id, nowSeconds })
      if (ended === undefined) throw new ApiError('NOT_FOUND')
      securityLog.record('session.ended', source, ended)
      return {}
    },

    endOtherSessions: async ({ currentUser, source, nowSeconds }) => {
      const { id, sessionId } = currentUser
      const ended = await endSessions(db, id, { nowSeconds, except: sessionId })
      if (ended > 0)
        securityLog.record('session.ended', source, { accountId: id, reason: 'all but one', sessionId })
      return {}
    },
  }
}

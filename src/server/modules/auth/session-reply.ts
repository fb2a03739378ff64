import type { Session } from '@/contract/accounts/auth'
import type { users } from '@/server/platform/database/schema'
import type { AccessTokens } from '@/server/http/auth/access-token'
import type { OpenedSession } from './sessions'

/** The reply of every login and refresh (rules 3): both tokens, their user, and the server's time. */
export async function sessionReply(
  tokens: AccessTokens,
  { id, email, name, role }: typeof users.$inferSelect,
  { sessionId, refresh, openedAt }: OpenedSession,
): Promise<Session> {
  return {
    access_token: await tokens.issue(sessionId),
    refresh_token: refresh,
    user: { id, email, name, role },
    server_time: openedAt,
  }
}

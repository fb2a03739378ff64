import { and, desc, eq, isNull } from 'drizzle-orm'
import type { OwnSession } from '@/contract/accounts/sessions'
import type { Role } from '@/domain/accounts/permission'
import { atSeconds, secondsOf } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { sessions } from '@/server/platform/database/schema'
import { endOf, isActive } from '@/server/http/auth/session-lifetime'

/** The living sessions of an account, the one used last first. */
export async function listSessions(
  db: Queryable,
  { id: userId, role, sessionId }: { id: string; role: Role; sessionId: string },
  nowSeconds: number,
): Promise<OwnSession[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
  return rows
    .filter((row) => isActive(row, { role, suspendedAt: null }, atSeconds(nowSeconds)))
    .map((row) => ({
      id: row.id,
      created_at: secondsOf(row.createdAt),
      last_used_at: secondsOf(row.lastUsedAt),
      expires_at: secondsOf(endOf(row, role)),
      user_agent: row.userAgent,
      current: row.id === sessionId,
    }))
}

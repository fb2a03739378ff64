import { and, eq, isNull, ne } from 'drizzle-orm'
import { atSeconds } from '../client'
import type { Queryable } from '../client'
import { sessions } from '../schema'

export interface EndedSession {
  accountId: string
  sessionId: string
}

/** Ends one session of an account. Undefined when there is none, or it had ended. */
export async function endSession(
  db: Queryable,
  { userId, id, nowSeconds }: { userId: string; id: string; nowSeconds: number },
): Promise<EndedSession | undefined> {
  const [ended] = await db
    .update(sessions)
    .set({ revokedAt: atSeconds(nowSeconds) })
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id })
  return ended && { accountId: userId, sessionId: id }
}

/** Ends the sessions of an account, but for one if there is one to keep. Returns how many. */
export async function endSessions(
  tx: Queryable,
  userId: string,
  { nowSeconds, except }: { nowSeconds: number; except?: string },
): Promise<number> {
  const others = except === undefined ? [] : [ne(sessions.id, except)]
  const ended = await tx
    .update(sessions)
    .set({ revokedAt: atSeconds(nowSeconds) })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), ...others))
    .returning({ id: sessions.id })
  return ended.length
}

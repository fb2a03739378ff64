import { hash } from 'node:crypto'
import { eq, lt, sql } from 'drizzle-orm'
import type { Queryable } from '@/server/platform/database/client'
import { usedTokens } from '@/server/platform/database/schema'
import { nowDate } from '@/server/platform/process/clock'
import type { Clock } from '@/server/platform/process/clock'

/** A signed token that may be used a limited number of times. */
export interface CountedToken {
  /** Unique among all tokens of all kinds. */
  id: string
  /** Epoch milliseconds; the token itself is refused afterwards. */
  expiresAtMs: number
}

/** How often a token was used. */
export async function usesOf(db: Queryable, { id }: Pick<CountedToken, 'id'>): Promise<number> {
  const [row] = await db
    .select({ uses: usedTokens.uses })
    .from(usedTokens)
    .where(eq(usedTokens.hash, hashOf(id)))
  return row?.uses ?? 0
}

/**
 * Counts a use; false when the token had been used `max` times already. It is part of the transaction of what it is used for: what is
 * rolled back was no use, and of two uses at the same time the second waits for the first.
 */
export async function useToken(
  db: Queryable,
  { id, expiresAtMs }: CountedToken,
  max: number,
): Promise<boolean> {
  const counted = await db
    .insert(usedTokens)
    .values({ hash: hashOf(id), expiresAt: new Date(expiresAtMs) })
    .onConflictDoUpdate({
      target: usedTokens.hash,
      set: { uses: sql`${usedTokens.uses} + 1` },
      setWhere: lt(usedTokens.uses, max),
    })
    .returning({ uses: usedTokens.uses })
  return counted.length > 0
}

/** Deletes what no token can be looked up for any more. */
export async function deleteExpiredTokens(db: Queryable, clock: Clock): Promise<void> {
  await db.delete(usedTokens).where(lt(usedTokens.expiresAt, nowDate(clock)))
}

function hashOf(id: string): string {
  return hash('sha256', id, 'base64url')
}

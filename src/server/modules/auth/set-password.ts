import { and, eq } from 'drizzle-orm'
import { atSeconds } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { users } from '@/server/platform/database/schema'
import { endLinks } from './mail-links'
import { endSessions } from '@/server/platform/database/accounts/end-sessions'

interface NewPassword {
  userId: string
  passwordHash: string
  nowSeconds: number
}

/** Sets a password by a link out of a mail; every session ends (docs/decisions.md). */
export async function resetPassword(
  tx: Queryable,
  { userId, passwordHash, nowSeconds }: NewPassword,
): Promise<void> {
  await tx
    .update(users)
    .set({ passwordHash, updatedAt: atSeconds(nowSeconds) })
    .where(eq(users.id, userId))
  await endSessions(tx, userId, { nowSeconds })
}

/**
 * Sets another password for somebody who knew the old one, whose hash was `oldHash`; all sessions end, also the one they ask
 * in, of which somebody may have a copy, and so do links that could still set one. Returns the account; undefined when the
 * password has been changed meanwhile.
 */
export async function replacePassword(
  tx: Queryable,
  { userId, passwordHash, nowSeconds, oldHash }: NewPassword & { oldHash: string },
): Promise<typeof users.$inferSelect | undefined> {
  const [changed] = await tx
    .update(users)
    .set({ passwordHash, updatedAt: atSeconds(nowSeconds) })
    .where(and(eq(users.id, userId), eq(users.passwordHash, oldHash)))
    .returning()
  if (changed === undefined) return undefined
  await endSessions(tx, userId, { nowSeconds })
  await endLinks(tx, { userId }, { purpose: 'reset', nowSeconds })
  return changed
}

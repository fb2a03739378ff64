import { and, eq } from 'drizzle-orm'
import type { Queryable } from '@/server/platform/database/client'
import { users } from '@/server/platform/database/schema'

/**
 * Whether the contact address of an event is the confirmed one of the account that submitted it. Any other address was
 * only typed by somebody, who may be anybody.
 */
export async function isOwnAddress(
  db: Queryable,
  { userId, email }: { userId: string | null; email: string },
): Promise<boolean> {
  if (userId === null) return false
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.email, email.toLowerCase())))
  return found.length > 0
}

import { asc, desc, eq, sql } from 'drizzle-orm'
import type { BackOfficeUser } from '@/contract/back-office-people'
import { secondsOf } from '@/server/database/client'
import type { Queryable } from '@/server/database/client'
import { users } from '@/server/database/schema'

/** Chosen one by one: a password hash is not even read. */
const columns = {
  id: users.id,
  name: users.name,
  email: users.email,
  role: users.role,
  createdAt: users.createdAt,
  updatedAt: users.updatedAt,
}

/** Registered people, the newest first. */
export async function listUsers(
  db: Queryable,
  { offset, limit }: { offset: number; limit: number },
): Promise<BackOfficeUser[]> {
  const rows = await db
    .select(columns)
    .from(users)
    .orderBy(desc(users.createdAt), asc(users.id))
    .limit(limit)
    .offset(offset)
  return rows.map(shape)
}

export async function findUser(db: Queryable, id: string): Promise<BackOfficeUser | undefined> {
  const [row] = await db.select(columns).from(users).where(eq(users.id, id))
  return row && shape(row)
}

/** How many people have each role (spec 3, counts). */
export async function countByRole(db: Queryable): Promise<{ users: number; admins: number }> {
  const [row] = await db
    .select({
      users: sql<number>`(count(*) filter (where ${users.role} = 'USER'))::int`,
      admins: sql<number>`(count(*) filter (where ${users.role} = 'ADMIN'))::int`,
    })
    .from(users)
  return row ?? { users: 0, admins: 0 }
}

type Row = Pick<typeof users.$inferSelect, keyof typeof columns>

function shape({ createdAt, updatedAt, ...user }: Row): BackOfficeUser {
  return { ...user, created_at: secondsOf(createdAt), updated_at: secondsOf(updatedAt) }
}

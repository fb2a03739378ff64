import { asc, desc, eq, sql } from 'drizzle-orm'
import type { BackOfficeUser } from '@/contract/back-office/back-office-people'
import { foldText } from '@/domain/text/fold-text'
import { secondsOf } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { hasText, personText } from '@/server/platform/database/folded-text'
import { users } from '@/server/platform/database/schema'

/** The columns are chosen one by one: a password hash is not even read. */
const columns = {
  id: users.id,
  name: users.name,
  email: users.email,
  role: users.role,
  suspendedAt: users.suspendedAt,
  createdAt: users.createdAt,
  updatedAt: users.updatedAt,
}

/** Registered people, the newest first; with a search only those whose name or address has it. */
export async function listUsers(
  db: Queryable,
  search: string | undefined,
  { offset, limit }: { offset: number; limit: number },
): Promise<BackOfficeUser[]> {
  const text = foldText(search ?? '')
  const rows = await db
    .select(columns)
    .from(users)
    .where(text === '' ? undefined : hasText(personText(sql`${users.name}`, sql`${users.email}`), text))
    .orderBy(desc(users.createdAt), asc(users.id))
    .limit(limit)
    .offset(offset)
  return rows.map(shapeUser)
}

export async function findUser(db: Queryable, id: string): Promise<BackOfficeUser | undefined> {
  const [row] = await db.select(columns).from(users).where(eq(users.id, id))
  return row && shapeUser(row)
}

/** How many people have each role (rules 3, counts). */
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

/** A person as the back office sees them. */
export function shapeUser({ id, name, email, role, suspendedAt, createdAt, updatedAt }: Row): BackOfficeUser {
  return {
    id,
    name,
    email,
    role,
    ...(suspendedAt !== null && { suspended_at: secondsOf(suspendedAt) }),
    created_at: secondsOf(createdAt),
    updated_at: secondsOf(updatedAt),
  }
}

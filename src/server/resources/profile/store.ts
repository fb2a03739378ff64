import { randomUUID } from 'node:crypto'
import { asc, desc, eq } from 'drizzle-orm'
import type { Profile } from '@/contract/profile'
import { atSeconds, secondsOf } from '@/server/database/client'
import type { Queryable } from '@/server/database/client'
import { devices, events, identities, users } from '@/server/database/schema'

/** The profile of a person; undefined when there is none any more. */
export async function readProfile(db: Queryable, userId: string): Promise<Profile | undefined> {
  const rows = await db
    .select({ user: users, provider: identities.provider })
    .from(users)
    .leftJoin(identities, eq(identities.userId, users.id))
    .where(eq(users.id, userId))
  const [first] = rows
  if (first === undefined) return undefined
  const { id, name, email, role, createdAt, updatedAt } = first.user
  const isConnected = (provider: string) => rows.some((row) => row.provider === provider)
  return {
    id,
    name,
    email,
    role,
    created_at: secondsOf(createdAt),
    updated_at: secondsOf(updatedAt),
    isAppleConnected: isConnected('apple'),
    isGoogleConnected: isConnected('google'),
  }
}

export async function renameUser(
  db: Queryable,
  userId: string,
  { name, nowSeconds }: { name: string; nowSeconds: number },
): Promise<void> {
  await db
    .update(users)
    .set({ name, updatedAt: atSeconds(nowSeconds) })
    .where(eq(users.id, userId))
}

/** What a person has submitted, in any status, the newest first (spec 2.11). */
export async function listOwnEvents(
  db: Queryable,
  userId: string,
  { page, perPage }: { page: number; perPage: number },
) {
  const rows = await db
    .select({
      id: events.id,
      title: events.title,
      location_name: events.locationName,
      status: events.status,
      createdAt: events.createdAt,
    })
    .from(events)
    .where(eq(events.userId, userId))
    .orderBy(desc(events.createdAt), asc(events.id))
    .limit(perPage + 1)
    .offset((page - 1) * perPage)
  return {
    items: rows
      .slice(0, perPage)
      .map(({ createdAt, ...event }) => ({ ...event, created_at: secondsOf(createdAt) })),
    has_more: rows.length > perPage,
  }
}

/** One row a device (decisions): a known one is updated in place and belongs to whoever is signed in on it now. */
export async function registerDevice(
  db: Queryable,
  userId: string,
  { deviceId, deviceToken, nowSeconds }: { deviceId: string; deviceToken: string; nowSeconds: number },
): Promise<void> {
  const now = atSeconds(nowSeconds)
  await db
    .insert(devices)
    .values({ id: randomUUID(), deviceId, deviceToken, userId, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({ target: [devices.userId, devices.deviceId], set: { deviceToken, updatedAt: now } })
}

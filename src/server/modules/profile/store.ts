import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, inArray, ne, or, sql } from 'drizzle-orm'
import type { Profile } from '@/contract/accounts/profile'
import { atSeconds, secondsOf } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { DEVICE_LOCK } from '@/server/platform/database/locks'
import { devices, identities, users } from '@/server/platform/database/schema'

/** More than anybody carries; bounds what one account can store, and the pushes of one review. */
const DEVICES_MAX = 20

/** The profile of a person; undefined when there is none any more. */
export async function readProfile(db: Queryable, userId: string): Promise<Profile | undefined> {
  const rows = await db
    .select({ user: users, provider: identities.provider })
    .from(users)
    .leftJoin(identities, eq(identities.userId, users.id))
    .where(eq(users.id, userId))
  const [first] = rows
  if (first === undefined) return undefined
  const { id, name, email, role, passwordHash, createdAt, updatedAt } = first.user
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
    hasPassword: passwordHash !== null,
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

/**
 * One row a device of an account (rules 7.3): a known one is updated in place. A token belongs to one phone, so another row
 * that has it is of an app that is gone, or of who was signed in before: it is deleted. The oldest go beyond 20.
 */
export async function registerDevice(
  db: Queryable,
  userId: string,
  { deviceId, deviceToken, nowSeconds }: { deviceId: string; deviceToken: string; nowSeconds: number },
): Promise<void> {
  const now = atSeconds(nowSeconds)
  await db.transaction(async (tx) => {
    // One registration of a phone at a time, and one of an account: two would each leave 20.
    await tx.execute(sql`select pg_advisory_xact_lock(${DEVICE_LOCK}, hashtext(${deviceToken}))`)
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
    await tx
      .insert(devices)
      .values({ id: randomUUID(), deviceId, deviceToken, userId, createdAt: now, updatedAt: now })
      .onConflictDoUpdate({
        target: [devices.userId, devices.deviceId],
        set: { deviceToken, updatedAt: now },
      })
    const isOther = or(ne(devices.userId, userId), ne(devices.deviceId, deviceId))
    await tx.delete(devices).where(and(eq(devices.deviceToken, deviceToken), isOther))
    const beyond = tx
      .select({ id: devices.id })
      .from(devices)
      .where(eq(devices.userId, userId))
      .orderBy(desc(devices.updatedAt), desc(devices.createdAt), asc(devices.id))
      .offset(DEVICES_MAX)
    await tx.delete(devices).where(inArray(devices.id, beyond))
  })
}

import { asc, desc } from 'drizzle-orm'
import type { AppDeps, Handlers } from '@/server/http/routing/handlers'
import { readPage } from '@/server/http/routing/paging'
import { secondsOf } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { devices } from '@/server/platform/database/schema'

/** Devices that get notifications, for administrators. */
export function deviceHandlers({ db }: AppDeps): Pick<Handlers, 'listDevices'> {
  return { listDevices: ({ query }) => readPage(query, (slice) => listDevices(db, slice)) }
}

/** Registered devices, the newest first. */
async function listDevices(
  db: Queryable,
  { offset, limit }: { offset: number; limit: number },
): Promise<
  { id: string; device_id: string; device_token: string; created_at: number; updated_at: number }[]
> {
  const rows = await db
    .select()
    .from(devices)
    .orderBy(desc(devices.createdAt), asc(devices.id))
    .limit(limit)
    .offset(offset)
  return rows.map(({ id, deviceId, deviceToken, createdAt, updatedAt }) => ({
    id,
    device_id: deviceId,
    device_token: deviceToken,
    created_at: secondsOf(createdAt),
    updated_at: secondsOf(updatedAt),
  }))
}

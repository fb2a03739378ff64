import { asc, desc } from 'drizzle-orm'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import { readPage } from '@/server/http/routing/send-response'
import { secondsOf, type Queryable } from '@/server/platform/database/client'
import { devices, notifications } from '@/server/platform/database/schema'

export function deviceHandlers({ db }: AppDeps): Pick<Handlers, 'listDevices'> {
  return { listDevices: ({ query }) => readPage(query, (slice) => listDevices(db, slice)) }
}

async function listDevices(db: Queryable, { offset, limit }: { offset: number; limit: number }) {
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

export function notificationHandlers({ db }: AppDeps): Pick<Handlers, 'listNotifications'> {
  return { listNotifications: ({ query }) => readPage(query, (slice) => listNotifications(db, slice)) }
}

async function listNotifications(db: Queryable, { offset, limit }: { offset: number; limit: number }) {
  const rows = await db
    .select()
    .from(notifications)
    .orderBy(desc(notifications.createdAt), asc(notifications.id))
    .limit(limit)
    .offset(offset)
  return rows.map(({ id, title, body, data, createdAt, updatedAt }) => ({
    id,
    title,
    body,
    data,
    created_at: secondsOf(createdAt),
    updated_at: secondsOf(updatedAt),
  }))
}

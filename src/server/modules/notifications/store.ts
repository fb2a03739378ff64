import { asc, desc } from 'drizzle-orm'
import { secondsOf } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { notifications } from '@/server/platform/database/schema'

interface ListedNotification {
  id: string
  title: string
  body: string
  data: Record<string, unknown>
  created_at: number
  updated_at: number
}

/** Notifications, the newest first. */
export async function listNotifications(
  db: Queryable,
  { offset, limit }: { offset: number; limit: number },
): Promise<ListedNotification[]> {
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

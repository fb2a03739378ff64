import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import pLimit from 'p-limit'
import type { Queryable } from '@/server/platform/database/client'
import { events } from '@/server/platform/database/schema'
import type { PhotoUploads } from '@/server/http/photos/photo-uploads'

/** Each is a megabyte in memory, and more as base64. */
const reading = pLimit(4)

/** The largest picture of the photo of an event, base64; undefined when it has none. */
export async function readOwnPhoto(
  db: Queryable,
  photos: PhotoUploads,
  id: string,
): Promise<string | undefined> {
  const [event] = await db.select({ photoHash: events.photoHash }).from(events).where(eq(events.id, id))
  const name = event?.photoHash ?? null
  if (name === null) return undefined
  return reading(async () => {
    try {
      return await readFile(photos.file(name, 'full'), 'base64')
    } catch (error) {
      // Deleted at this moment, or missing in a restored backup.
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      throw error
    }
  })
}

import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import pLimit from 'p-limit'
import { photoFileName } from '@/domain/events/photo'
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
    // Undefined when it is deleted at this moment, or missing in a restored backup.
    const picture = await photos.open(photoFileName(name, 'full'))
    return picture && (await buffer(picture.stream)).toString('base64')
  })
}

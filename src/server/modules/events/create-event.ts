import { eq } from 'drizzle-orm'
import type { EventCreation } from '@/domain/submissions/submission'
import { nextChange } from '@/server/platform/database/events/change-log'
import { recordActivity } from '@/server/platform/database/accounts/activities'
import { atSeconds } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { currentPlaces } from '@/server/platform/database/events/place-redirects'
import { PHOTO_COLUMNS, photoColumns } from '@/server/platform/database/events/photo-columns'
import { events } from '@/server/platform/database/schema'
import type { UploadedPhoto } from '@/server/http/photos/photo-uploads'
import type { CurrentUser } from '@/server/http/auth/session'
import { lockTags } from './event-tags'
import { storeEvent } from './store-event'

/** Stores a validated event of the team's own: published at once, and nobody is told. Its contact is who wrote it. */
export async function createEvent(
  tx: Queryable,
  creation: EventCreation,
  call: { photo: UploadedPhoto | undefined; currentUser: CurrentUser; locale: string; nowSeconds: number },
): Promise<{ id: string }> {
  const { photo, currentUser, locale, nowSeconds } = call
  const { photo: _, photo_of: source, ...content } = creation
  const tagIds = await lockTags(tx, creation.tag_keys)
  const currentPlace = await currentPlaces(tx)
  const columns = photo === undefined ? await photoOf(tx, source) : photoColumns(photo)
  const id = await storeEvent(tx, content, {
    tagIds,
    currentPlace,
    nowSeconds,
    email: currentUser.email,
    userId: currentUser.id,
    locale,
    ...columns,
    status: 'PUBLISHED',
    reviewedAt: atSeconds(nowSeconds),
    changeSeq: await nextChange(tx),
  })
  await recordActivity(tx, call, 'event.created', [{ id, label: creation.title }])
  return { id }
}

/** The photo of another event; none when that is gone. Its files are named by their content, so both events share them. */
async function photoOf(tx: Queryable, eventId: string | undefined) {
  if (eventId === undefined) return {}
  const [found] = await tx
    .select(PHOTO_COLUMNS)
    .from(events)
    .where(eq(events.id, eventId))
    // The lock lasts until the commit: whoever takes the photo from that event then sees that it is still referenced.
    .for('share')
  return found ?? {}
}

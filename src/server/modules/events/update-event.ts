import { isDeepStrictEqual } from 'node:util'
import { and, eq, lte } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { EventUpdate } from '@/domain/submissions/submission'
import { timetableProblems } from '@/domain/timetables/timetable-problems'
import type { Timetable } from '@/domain/timetables/timetable'
import { contentColumns } from '@/server/platform/database/events/event-content'
import { nextChange } from '@/server/platform/database/events/change-log'
import { atSeconds } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { dropStatesWithoutDate } from '@/server/platform/database/events/day-states'
import { storeEventDays, replaceSchedules } from '@/server/platform/database/events/stored-schedules'
import { currentPlaces } from '@/server/platform/database/events/starting-tags'
import { NO_PHOTO, photoColumns } from '@/server/platform/database/events/photo-references'
import { storeSearch } from '@/server/platform/database/events/search-index'
import { eventTags, events, schedules } from '@/server/platform/database/schema'
import type { StoredPhoto } from '@/server/platform/photos/stores/store'
import { ApiError, validationFailed } from '@/server/http/errors/errors'
import type { UploadedPhoto, PhotoUploads } from '@/server/http/photos/photo-uploads'
import { lockTags, linkTags, unknownTags, uploadPhoto } from './event-shape'
import { EVENT_FIELDS } from '@/domain/events/event-fields'
import type { EventField } from '@/domain/events/event-fields'

/**
 * The server alone can validate this of an edit: that there is such an event in this revision, its times against the clock, its
 * tags, its photo. Times in the past are right for an event that has begun, unless it is submitted (again) by this. Throws NOT_FOUND, CONFLICT, VALIDATION_FAILED.
 */
export async function validateUpdate(
  db: Queryable,
  photos: PhotoUploads,
  id: string,
  update: EventUpdate,
  { nowSeconds, isSubmission = false }: { nowSeconds: number; isSubmission?: boolean },
): Promise<UploadedPhoto | undefined> {
  const [event] = await db
    .select({ timetable: events.timetable, revision: events.revision })
    .from(events)
    .where(eq(events.id, id))
  if (event === undefined) throw new ApiError('NOT_FOUND')
  refuseOlder(update, event)
  const allowPast = !isSubmission && (await hasBegun(db, id, event.timetable, nowSeconds))
  const problems = [
    ...timetableProblems(update.timetable, nowSeconds, { allowPast }),
    ...(await unknownTags(db, update.tag_keys)),
  ]
  if (problems.length > 0) throw validationFailed(problems)
  return uploadPhoto(photos, update.photo)
}

/**
 * Stores a validated edit. A published event goes to all replicas again. Returns which fields it changed, by their names on the wire, and the photo that
 * the event no longer shows, if any. Throws NOT_FOUND when the event was deleted meanwhile, and CONFLICT when somebody else was
 * first.
 */
export async function storeUpdate(
  tx: Queryable,
  id: string,
  update: EventUpdate,
  { photo, nowSeconds }: { photo: StoredPhoto | undefined; nowSeconds: number },
) {
  const tagIds = await lockTags(tx, update.tag_keys)
  const place = (await currentPlaces(tx))(update)
  const [event] = await tx.select().from(events).where(eq(events.id, id)).for('update')
  if (event === undefined) throw new ApiError('NOT_FOUND')
  refuseOlder(update, event)
  const tagsBefore = await tx.select({ id: eventTags.tagId }).from(eventTags).where(eq(eventTags.eventId, id))
  const materialisedUntil = await replaceSchedules(tx, event, update.timetable, nowSeconds)
  await tx.delete(eventTags).where(eq(eventTags.eventId, id))
  await linkTags(tx, id, tagIds)
  const newPhoto = changedPhoto(update, photo)
  const content = { ...contentColumns(update, place), ...newPhoto }
  await tx
    .update(events)
    .set({
      ...content,
      materialisedUntil,
      revision: event.revision + 1,
      editedRevision: event.revision + 1,
      updatedAt: atSeconds(nowSeconds),
      ...(event.status === 'PUBLISHED' && { changeSeq: await nextChange(tx) }),
    })
    .where(eq(events.id, id))
  await storeEventDays(tx, [id])
  await storeSearch(tx, [id])
  await dropStatesWithoutDate(tx, id, update.timetable)
  const isReplaced = newPhoto !== undefined && newPhoto.photoHash !== event.photoHash
  const haveTagsChanged = !isDeepStrictEqual(tagsBefore.map((tag) => tag.id).toSorted(), tagIds.toSorted())
  return {
    oldPhoto: isReplaced ? (event.photoHash ?? undefined) : undefined,
    fields: [...changedFields(event, content), ...(haveTagsChanged ? ['tag_keys'] : [])],
  }
}

function refuseOlder({ revision }: EventUpdate, event: { revision: number }): void {
  if (revision !== undefined && revision !== event.revision) throw new ApiError('CONFLICT')
}

type StoredEvent = typeof events.$inferSelect
/** A field of the wire; tags are rows of their own. */
type WireName = Exclude<(typeof EVENT_FIELDS)[EventField][number], 'tag_keys'>

/** The columns whose names are not those of the wire. */
const COLUMNS = {
  location_name: 'locationName',
  price: 'priceCents',
  is_donation: 'isDonation',
  info_url: 'infoUrl',
  info_links: 'infoLinks',
  photo: 'photoHash',
} as const

function columnOf(name: WireName): keyof StoredEvent {
  return name in COLUMNS
    ? COLUMNS[name as keyof typeof COLUMNS]
    : (name as Exclude<WireName, keyof typeof COLUMNS>)
}

/** The fields that differ from what was stored; for the activity log. */
function changedFields(before: StoredEvent, after: Partial<StoredEvent>): EventField[] {
  const isChanged = (name: string) => {
    const column = columnOf(name as WireName)
    return column in after && !isDeepStrictEqual(before[column], after[column])
  }
  return (Object.keys(EVENT_FIELDS) as EventField[]).filter((field) => EVENT_FIELDS[field].some(isChanged))
}

/** The photo after the change: `null` removes it, nothing leaves it (rules 3). An empty text, as a form may send, leaves it too. */
function changedPhoto({ photo: sent }: EventUpdate, uploaded: StoredPhoto | undefined) {
  if (uploaded !== undefined) return photoColumns(uploaded)
  return sent === null ? NO_PHOTO : undefined
}

/** Whether an occurrence has started, or its period has, though its first day has not. */
async function hasBegun(
  db: Queryable,
  id: string,
  timetable: Timetable,
  nowSeconds: number,
): Promise<boolean> {
  if (timetableProblems(timetable, nowSeconds).length > 0) return true
  const started = await db
    .select({ id: schedules.id })
    .from(schedules)
    .where(and(eq(schedules.eventId, id), lte(schedules.startAt, atSeconds(nowSeconds))))
    .limit(1)
  return started.length > 0
}

/** The photo of a proposal, in its `content`; null for none, absent where the photo stays. `photo-references` reads `name`. */
const storedSchema = z.object({
  photo: z.optional(
    z.nullable(
      z.object({
        name: z.string(),
        width: z.number(),
        height: z.number(),
        focus: z.object({ x: z.number(), y: z.number() }),
        color: z.string(),
      }),
    ),
  ),
})

/** The part of a photo that a proposal stores. */
export function proposedPhoto({ name, width, height, focus, color }: StoredPhoto): StoredPhoto {
  return { name, width, height, focus, color }
}

/** The photo of a proposal's stored content. */
export function proposedPhotoOf(content: unknown): StoredPhoto | null | undefined {
  return storedSchema.safeParse(content).data?.photo
}

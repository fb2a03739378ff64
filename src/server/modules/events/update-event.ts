import { isDeepStrictEqual } from 'node:util'
import { and, eq, lte } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { EventUpdate } from '@/domain/submissions/submission'
import { timetableProblems } from '@/domain/timetables/timetable-problems'
import type { Timetable } from '@/domain/timetables/timetable'
import { contentColumns, contentOf } from '@/server/platform/database/events/event-content'
import { nextChange } from '@/server/platform/database/events/change-log'
import { atSeconds, type Queryable } from '@/server/platform/database/client'
import { dropStatesWithoutDate } from '@/server/platform/database/events/day-states'
import { storeEventDays, replaceSchedules } from '@/server/platform/database/events/stored-schedules'
import { currentPlaces } from '@/server/platform/database/events/starting-tags'
import { NO_PHOTO, photoColumns } from '@/server/platform/database/events/photo-references'
import { storeSearch } from '@/server/platform/database/events/search-index'
import { eventTags, events, schedules, tags } from '@/server/platform/database/schema'
import type { StoredPhoto } from '@/server/platform/photos/stores/store'
import { ApiError, validationFailed } from '@/server/http/errors/errors'
import type { PhotoUploads } from '@/server/http/photos/photo-uploads'
import { lockTags, linkTags, unknownTags, uploadPhoto } from './event-shape'
import { EVENT_FIELDS, type EventField } from '@/domain/events/event-fields'
import type { EventChange } from '@/domain/staff/activity'
import { cutText } from '@/domain/text/plain-text'

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
): Promise<StoredPhoto | undefined> {
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
 * Stores a validated edit. A published event goes to all replicas again. Returns what it changed, for the activity log. Throws NOT_FOUND when the event was deleted meanwhile, and CONFLICT when somebody else was
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
  const before = { ...contentOf(event), tag_keys: await tagKeysOf(tx, id), photo: event.photoHash }
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
  const after = {
    ...contentOf({ ...event, ...content }),
    tag_keys: await tagKeysOf(tx, id),
    photo: newPhoto === undefined ? event.photoHash : newPhoto.photoHash,
  }
  return changesOf(before, after)
}

async function tagKeysOf(tx: Queryable, id: string): Promise<string[]> {
  const found = await tx
    .select({ key: tags.key })
    .from(eventTags)
    .innerJoin(tags, eq(tags.id, eventTags.tagId))
    .where(eq(eventTags.eventId, id))
    .orderBy(tags.key)
  return found.map(({ key }) => key)
}

function refuseOlder({ revision }: EventUpdate, event: { revision: number }): void {
  if (revision !== undefined && revision !== event.revision) throw new ApiError('CONFLICT')
}

type Content = ReturnType<typeof contentOf> & { tag_keys: readonly string[]; photo: string | null }

/** The fields that differ from what was stored, with their old and new values; for the activity log. */
function changesOf(before: Content, after: Content): EventChange[] {
  const fields = (Object.keys(EVENT_FIELDS) as EventField[]).filter((field) =>
    EVENT_FIELDS[field].some((name) => !isDeepStrictEqual(before[name], after[name])),
  )
  return fields.map((field) => {
    const [old, current] = [fieldText(before, field), fieldText(after, field)]
    const start = differenceStart(old, current)
    return { field, before: excerpt(old, start), after: excerpt(current, start) }
  })
}

/** A field as the activity log has it, in no language; nothing of a photo. */
function fieldText(content: Content, field: EventField): string {
  if (field === 'photo') return ''
  if (field === 'timetable') return timetableText(content.timetable)
  if (field === 'info_links') return content.info_links.map(({ data }) => data).join(', ')
  if (field === 'location_name') {
    const { location_name, latitude, longitude } = content
    return `${location_name} (${latitude.toFixed(5)}, ${longitude.toFixed(5)})`
  }
  if (field === 'price') return content.is_donation === true ? 'donation' : priceText(content.price)
  const value = content[field] ?? ''
  return typeof value === 'string' ? value : value.join(', ')
}

function priceText(price: number | undefined): string {
  return price === undefined ? '' : `${price.toFixed(2)} €`
}

function clock(hour = 0, minute = 0): string {
  return `${hour}:${String(minute).padStart(2, '0')}`
}

/** '2026-12-05 20:00 – 2026-12-05 22:00'; of a recurring event its days, counted from Sunday as 0, its hours and its period. */
function timetableText(timetable: Timetable): string {
  if ('list' in timetable)
    return timetable.list
      .map(({ start_time, end_time }) => `${start_time.slice(0, 16)} – ${end_time.slice(0, 16)}`)
      .join(', ')
  const { days, is_all_day, start_hour, start_minute, end_hour, end_minute, ...period } = timetable.repeated
  const hours = is_all_day ? '' : ` ${clock(start_hour, start_minute)} – ${clock(end_hour, end_minute)}`
  return `[${days.join(' ')}]${hours}, ${period.period_start_date} – ${period.period_end_date}`
}

const LOGGED_MAX = 200
const LOGGED_BEFORE = 40

/** Long texts are shown from a little before their first difference. */
function differenceStart(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  return at < LOGGED_MAX / 2 ? 0 : at - LOGGED_BEFORE
}

function excerpt(text: string, start: number): string {
  return start === 0 ? cutText(text, LOGGED_MAX, '…') : `…${cutText(text.slice(start), LOGGED_MAX, '…')}`
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

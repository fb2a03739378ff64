import { fillTimeProblems, type Submission, type EventUpdate } from '@/domain/submissions/submission'
import { timetableProblems } from '@/domain/timetables/timetable-problems'
import { lockedAccountState } from '@/server/platform/database/accounts/account-access'
import { atSeconds, type Queryable } from '@/server/platform/database/client'
import { enqueueMail } from '@/server/platform/queue/job-queue'
import { contentColumns, contentOf } from '@/server/platform/database/events/event-content'
import { events, schedules, eventTags, tags } from '@/server/platform/database/schema'
import { countReceived, isOwnAddress } from '@/server/jobs/mails/mail-limits'
import { ApiError, firstOf, validationFailed } from '@/server/http/errors/errors'
import type { CurrentUser } from '@/server/http/auth/session'
import type { PhotoUploads } from '@/server/http/photos/photo-uploads'
import {
  linkTags,
  storeEvent,
  replaceSchedules,
  dropStatesWithoutDate,
} from '@/server/platform/database/events/event-dates'
import { lockEvent, lockTags, unknownTags, uploadPhoto } from './event-shape'
import { isDeepStrictEqual } from 'node:util'
import { and, eq, lte } from 'drizzle-orm'
import type { Timetable } from '@/domain/timetables/timetable'
import { changeMarks } from '@/server/platform/database/events/change-log'
import type { StoredPhoto } from '@/server/platform/photos/stores/store'
import { EVENT_FIELDS, type EventField } from '@/domain/events/event-fields'
import { cutText } from '@/domain/text/plain-text'

/** Validates what only the server can: pace, times against the clock, tags, photo, and all of it at once. */
export async function validateSubmission(
  db: Queryable,
  photos: PhotoUploads,
  submission: Pick<Submission, 'timetable' | 'tag_keys' | 'photo' | 'filled_in_ms'>,
  rules: { nowSeconds: number; minFillMs: number },
): Promise<StoredPhoto | undefined> {
  const { nowSeconds, minFillMs } = rules
  const problems = [
    ...fillTimeProblems(submission, minFillMs),
    ...timetableProblems(submission.timetable, nowSeconds),
    ...(await unknownTags(db, submission.tag_keys)),
  ]
  if (problems.length > 0) throw validationFailed(problems)
  return uploadPhoto(photos, submission.photo)
}

/**
 * Stores a validated submission: the event on review, its tags and schedules, and the mail that it has arrived. Throws
 * UNAUTHENTICATED for somebody who was suspended meanwhile.
 */
export async function storeSubmission(
  tx: Queryable,
  submission: Submission,
  extras: {
    photo: StoredPhoto | undefined
    currentUser: CurrentUser | undefined
    locale: string
    nowSeconds: number
    /** The key of the hash that stands for a mailbox. */
    countKey: Buffer
  },
) {
  const { photo, currentUser, locale, nowSeconds, countKey } = extras
  const tagIds = await lockTags(tx, submission.tag_keys)
  // The account is locked after the event, as its deletion locks them.
  if (currentUser !== undefined && (await lockedAccountState(tx, currentUser.id)).state !== 'active')
    throw new ApiError('UNAUTHENTICATED')
  const id = await storeEvent(tx, submission, {
    tagIds,
    nowSeconds,
    email: submission.email,
    locale,
    userId: currentUser?.id,
    ...(photo && { photo }),
  })
  const event = { id, email: submission.email, userId: currentUser?.id ?? null }
  const isNotified = await enqueueReceived(tx, event, { countKey, now: atSeconds(nowSeconds) })
  return { id, title: submission.title, status: 'ON_REVIEW' as const, notified_by_mail: isNotified }
}

/**
 * Enqueues the mail that a submission has arrived, if it is due, which is returned: each of who owns the address, as far as that is
 * known; of those that anybody may have sent with somebody else's address some a day.
 */
export async function enqueueReceived(
  tx: Queryable,
  { id, email, userId }: { id: string; email: string; userId: string | null },
  { countKey, now }: { countKey: Buffer; now: Date },
): Promise<boolean> {
  const isDue =
    (await isOwnAddress(tx, { userId, email })) ||
    (await countReceived(tx, { to: email, now, key: countKey, isByAccount: userId !== null }))
  if (isDue) await enqueueMail(tx, { template: 'submission-received', id }, { now })
  return isDue
}

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
  const event = firstOf(await db.select().from(events).where(eq(events.id, id)))
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
  const event = await lockEvent(tx, id)
  refuseOlder(update, event)
  const before = await loggedContent(tx, event)
  const materialisedUntil = await replaceSchedules(tx, event, update.timetable, nowSeconds)
  await tx.delete(eventTags).where(eq(eventTags.eventId, id))
  await linkTags(tx, id, tagIds)
  const marks = await changeMarks(tx, event, nowSeconds)
  const [shown] = await tx
    .update(events)
    .set({
      ...contentColumns(update),
      // `null` removes it, nothing leaves it (rules 3), nor does an empty text, as a form may send.
      ...(photo ? { photo } : update.photo === null && { photo: null }),
      materialisedUntil,
      ...marks,
      editedRevision: marks.revision,
    })
    .where(eq(events.id, id))
    .returning()
  await dropStatesWithoutDate(tx, id, update.timetable)
  return changesOf(before, await loggedContent(tx, shown ?? event))
}

/** The content of an event as the activity log compares it. */
async function loggedContent(tx: Queryable, event: typeof events.$inferSelect) {
  const found = await tx
    .select({ key: tags.key })
    .from(eventTags)
    .innerJoin(tags, eq(tags.id, eventTags.tagId))
    .where(eq(eventTags.eventId, event.id))
    .orderBy(tags.key)
  return { ...contentOf(event), tag_keys: found.map(({ key }) => key), photo: event.photo?.name ?? null }
}

function refuseOlder({ revision }: EventUpdate, event: { revision: number }): void {
  if (revision !== undefined && revision !== event.revision) throw new ApiError('CONFLICT')
}

type Content = Awaited<ReturnType<typeof loggedContent>>

/** The fields that differ from what was stored, with their old and new values; for the activity log. */
function changesOf(before: Content, after: Content) {
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
  if (field === 'price' && content.is_donation) return 'donation'
  if (field === 'price') return content.price === undefined ? '' : `${content.price.toFixed(2)} €`
  const value = content[field] ?? ''
  return typeof value === 'string' ? value : value.join(', ')
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

/** A period has started though its first day has not. */
async function hasBegun(
  db: Queryable,
  id: string,
  timetable: Timetable,
  nowSeconds: number,
): Promise<boolean> {
  if (timetableProblems(timetable, nowSeconds).length > 0) return true
  const hasStarted = and(eq(schedules.eventId, id), lte(schedules.startAt, atSeconds(nowSeconds)))
  return (await db.$count(schedules, hasStarted)) > 0
}

/** The photo of a proposal's stored content; null for none, undefined where the photo stays. */
export function proposedPhotoOf(content: unknown): StoredPhoto | null | undefined {
  return (content as { photo?: StoredPhoto | null } | undefined)?.photo
}

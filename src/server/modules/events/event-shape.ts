import { sql, arrayOverlaps, eq, inArray, or, type SQL } from 'drizzle-orm'
import type { PublicEvent } from '@/contract/events/events'
import { photoFileName, type PhotoVariant } from '@/domain/events/event'
import { statedContent } from '@/server/platform/database/events/event-content'
import { announced, isCalledOff, type AnnouncedOccurrence } from '@/domain/events/event-state'
import { dayShown, lastDay, listedDay } from '@/domain/timetables/recurrence'
import { splitLocationName } from '@/domain/places/place'
import { inLanguage, allKeys } from '@/domain/tags/tag'
import type { StoredPhoto } from '@/server/platform/photos/stores/store'
import type { StoredEvent } from '@/server/platform/database/events/stored-events'
import type { Problem } from '@/domain/validation/problem'
import type { Queryable } from '@/server/platform/database/client'
import { events, tags } from '@/server/platform/database/schema'
import { firstOf, validationFailed } from '@/server/http/errors/errors'
import { villageDay } from '@/domain/time/local-time'
import { villageFormat } from '@/domain/time/village-time'
import { stateLabels } from '@/messages/price-text'
import * as m from '@/messages/compiled/messages.js'
import type { Locale } from '@/messages/compiled/runtime.js'
import type { SentPhoto } from '@/domain/submissions/submission'
import type { PhotoUploads } from '@/server/http/photos/photo-uploads'

/** A selected event has no more than what its row in a list shows. */
type ShownEvent = Omit<
  StoredEvent,
  'schedules' | 'recurrence' | 'rule' | 'revision' | 'updated_at' | 'organiser' | 'states'
>

/** The reader: `origin` makes its addresses absolute, `locale` names its tags. */
export interface Reader {
  origin: string
  locale: Locale
  nowSeconds: number
}

/**
 * An event as everyone reads it (rules 3), with the occurrence it is shown for and that one's state. `photoQuery` stands behind the addresses of its
 * photo while it is not published (`PhotoAccess.query`).
 */
export function publicEvent(
  row: ShownEvent,
  { start_time, end_time, is_all_day, ...state }: AnnouncedOccurrence,
  { origin, locale }: Reader,
  photoQuery = '',
): PublicEvent {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    ...photoOf(row.photo, origin, photoQuery),
    start_time,
    end_time,
    is_all_day,
    ...(row.weekdays !== null && { weekdays: row.weekdays }),
    ...announced(state),
    location_name: row.location_name,
    latitude: row.latitude,
    longitude: row.longitude,
    tags: row.tags.map((tag) => inLanguage(tag, locale)),
    ...statedContent(row),
  }
}

export function photoOf(photo: StoredPhoto | null, origin: string, query = '') {
  if (photo === null) return {}
  const url = (variant: PhotoVariant) => `${origin}/photos/${photoFileName(photo.name, variant)}${query}`
  return {
    thumbnail: url('400'),
    photo: url('full'),
    photo_width: photo.width,
    photo_height: photo.height,
    photo_focus: photo.focus,
    photo_color: photo.color,
  }
}

/** Stores a photo that was sent: the last step of a validation, because it is the costly one. Throws VALIDATION_FAILED. */
export async function uploadPhoto(
  photos: PhotoUploads,
  sent: SentPhoto | '' | null | undefined,
): Promise<StoredPhoto | undefined> {
  if (!sent) return undefined
  const uploaded = await photos.store(sent)
  if (!uploaded.ok) throw validationFailed([{ path: 'photo', code: uploaded.code }])
  return uploaded.photo
}

/** True of a tag named `t` that has one of these keys, or took one of them over when it was merged. */
function hasKey(keys: readonly string[]): SQL {
  return sql`(t.key = any(${textArray(keys)}) or t.merged_keys && ${textArray(keys)})`
}

/** The condition that an event named `e` bears a tag with one of these keys; none without keys. */
export function tagConditions(keys: readonly string[]): SQL[] {
  if (keys.length === 0) return []
  return [
    sql`exists (select 1 from event_tags et join tags t on t.id = et.tag_id
      where et.event_id = e.id and ${hasKey(keys)})`,
  ]
}

/** An array parameter; drizzle itself would spread it into a list. */
function textArray(values: readonly string[]) {
  return sql`${sql.param([...values])}::text[]`
}

/** An event, locked until the commit. Throws NOT_FOUND. */
export async function lockEvent(tx: Queryable, id: string) {
  return firstOf(await tx.select().from(events).where(eq(events.id, id)).for('update'))
}

/** A merged tag counts as the one that it was merged into: somebody may have chosen it before. */
function tagsWith(db: Queryable, keys: readonly string[]) {
  const bearsKey = or(inArray(tags.key, [...keys]), arrayOverlaps(tags.mergedKeys, [...keys]))
  const columns = { id: tags.id, key: tags.key, merged_keys: tags.mergedKeys }
  return db.select(columns).from(tags).where(bearsKey).orderBy(tags.id)
}

/** The keys of a comma-joined filter (rules 7). */
export function tagKeysOf(text: string | undefined): string[] {
  const keys = (text ?? '').split(',').map((key) => key.trim())
  return [...new Set(keys)].filter((key) => key !== '')
}

/** The keys that are no tag's, as problems of the field `tag_keys`. */
export async function unknownTags(db: Queryable, keys: readonly string[]): Promise<Problem[]> {
  return problemsOf(keys, await tagsWith(db, keys))
}

/**
 * The ids of the tags with these keys, locked until the commit: a tag that was deleted since it was validated is a 422 and not a broken
 * reference. Everybody locks tags before events before the change counter, so that there is no deadlock. Throws VALIDATION_FAILED.
 */
export async function lockTags(tx: Queryable, keys: readonly string[]): Promise<string[]> {
  const found = await tagsWith(tx, keys).for('key share')
  const problems = problemsOf(keys, found)
  if (problems.length > 0) throw validationFailed(problems)
  return found.map(({ id }) => id)
}

function problemsOf(keys: readonly string[], found: Awaited<ReturnType<typeof tagsWith>>): Problem[] {
  const known = new Set(found.flatMap(allKeys))
  return keys.flatMap((key, index) =>
    known.has(key) ? [] : [{ path: `tag_keys.${index}`, code: 'tag_unknown' as const }],
  )
}

// The texts of an event's row outside the app: in the frame of another site, and in a mail.

/** '9:00 PM', or that it is on all day. */
export function timeText(
  { start_time, is_all_day }: Pick<PublicEvent, 'start_time' | 'is_all_day'>,
  locale: Locale,
): string {
  if (is_all_day) return m.events_all_day({}, { locale })
  return villageFormat(locale, { timeStyle: 'short' }).format(start_time * 1000)
}

/** The time under the heading of a village day: '9:00 PM', '6:00 PM until Nov 29', and 'until Nov 29' where it began before that day. */
function timeOnDay(event: PublicEvent, day: string, locale: Locale): string {
  const [begins, last] = [villageDay(event.start_time), lastDay(event)]
  if (begins === last && begins >= day) return timeText(event, locale)
  const date =
    begins === last
      ? villageFormat(locale, { timeStyle: 'short' }).format(event.end_time * 1000)
      : villageFormat(locale, { month: 'short', day: 'numeric' }).format(new Date(`${last}T12:00:00Z`))
  const until = m.week_until({ date }, { locale })
  return begins < day ? until : `${timeText(event, locale)} ${until}`
}

/** 'Saturday, June 20' of a village day `YYYY-MM-DD`. */
export function dayText(day: string, locale: Locale): string {
  const format = villageFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' })
  return format.format(new Date(`${day}T12:00:00Z`))
}

/** 'Cancelled: ' before the title of what is not as it was planned; empty before others. */
export function statePrefix({ state }: PublicEvent, locale: Locale): string {
  return state === undefined || state === 'on' ? '' : `${stateLabels(locale)[state]}: `
}

/** A row of the list, under the heading of its village day. */
export function listRow(event: PublicEvent, { origin, locale, nowSeconds }: Reader) {
  const day = listedDay(event, villageDay(nowSeconds))
  return {
    day,
    prefix: statePrefix(event, locale),
    title: event.title,
    url: `${origin}/events/${event.id}?date=${dayShown(event, nowSeconds)}`,
    when: timeOnDay(event, day, locale),
    place: splitLocationName(event.location_name).displayName,
    isOff: isCalledOff(event.state),
  }
}

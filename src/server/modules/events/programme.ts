import type { OwnEvent, ProgrammeEvent, PublicEvent } from '@/contract/events/events'
import { may } from '@/domain/accounts/permission'
import { withState } from '@/domain/events/event-state'
import {
  currentOccurrences,
  selectProgramme,
  upcomingOccurrences,
  type ProgrammeQuery,
} from '@/domain/events/programme'
import { queryWords } from '@/domain/events/search-words'
import { firstOccurrence, type Occurrence } from '@/domain/timetables/recurrence'
import { ApiError, orNotFound } from '@/server/http/errors/errors'
import type { CurrentUser } from '@/server/http/auth/session'
import type { PhotoAccess } from '@/server/http/photos/photo-files'
import type { Queryable } from '@/server/platform/database/client'
import { statesOf } from '@/server/platform/database/events/event-dates'
import {
  MAX_CHANGES_BEHIND,
  isUpcoming,
  type Programme,
  type ProgrammeInMemory,
} from '@/server/platform/database/events/programme-in-memory'
import { readStoredEvent, type StoredEvent } from '@/server/platform/database/events/stored-events'
import { publicEvent, type Reader } from './event-shape'

/** The filter of a list; what is absent filters nothing. */
export interface ListFilter extends Partial<
  Pick<ProgrammeQuery, 'tags' | 'facts' | 'place' | 'organiser' | 'isEachDate'>
> {
  q?: string | undefined
  window: ProgrammeQuery['window']
}

/** A device asks its replica the same for the same filter. */
export function queryOf({ q = '', tags = [], ...filter }: ListFilter) {
  return { ...filter, tags, words: queryWords(q) }
}

/** One page of `GET /events` (rules 4.5), selected as a device selects it. */
export async function listEvents(
  programme: ProgrammeInMemory,
  { page = 1, perPage, ...filter }: ListFilter & { page?: number; perPage: number },
  reader: Reader,
): Promise<{ items: PublicEvent[]; has_more: boolean }> {
  const { events } = await programme.current()
  const { items, has_more } = selectProgramme(events.values(), { ...queryOf(filter), page, perPage })
  return { items: items.map((event) => publicEvent(event, event, reader)), has_more }
}

/** The time to the minute, so that the response stays the same, and its ETag with it. */
const SERVER_TIME_STEP = 60
/** One way of writing each: another would be another response, made anew. */
const CHANGE_NUMBER = /^(?:0|[1-9]\d{0,14})$/

/**
 * The upcoming programme for a replica; with `since`, what changed after that cursor and what went away. Throws CURSOR_EXPIRED for a cursor of
 * another database, of the future, from before the oldest removal that is remembered, or too many changes ago.
 */
export async function listProgramme(inMemory: ProgrammeInMemory, since: string | undefined, reader: Reader) {
  const { nowSeconds } = reader
  const programme = await inMemory.current()
  const after = since === undefined ? -1 : changesAfter(since, programme)
  const changed = [...programme.events.values()].filter(({ change_seq }) => change_seq > after)
  const items = changed
    .filter((event) => isUpcoming(event, nowSeconds))
    .map((event) => replicaEvent(event, reader))
    .toSorted((a, b) => startOf(a) - startOf(b) || (a.id < b.id ? -1 : 1))
  const over = changed.filter((event) => !isUpcoming(event, nowSeconds)).map(({ id }) => id)
  const gone = [...programme.gone].filter(([, change]) => change > after).map(([id]) => id)
  const { lineage, value } = programme.position
  return {
    items,
    removed: since === undefined ? [] : [...over, ...gone],
    cursor: `${lineage}.${value}`,
    server_time: nowSeconds - (nowSeconds % SERVER_TIME_STEP),
  }
}

const startOf = ({ schedules: [first], start_time }: ProgrammeEvent) => first?.start_time ?? start_time

function changesAfter(cursor: string, { position }: Programme): number {
  const [lineage = '', number = '', ...more] = cursor.split('.')
  const value = Number(number)
  const oldest = Math.max(position.oldest, position.value - MAX_CHANGES_BEHIND)
  const isWellFormed = CHANGE_NUMBER.test(number) && more.length === 0
  const isKnown = lineage === position.lineage && value >= oldest && value <= position.value
  if (!isWellFormed || !isKnown) throw new ApiError('CURSOR_EXPIRED')
  return value
}

/** An event for a replica, which predicts by itself what is not stored yet. */
function replicaEvent(event: StoredEvent, reader: Reader): ProgrammeEvent {
  const shown = programmeEvent(event, currentOccurrences(event, reader.nowSeconds), reader)
  return { ...shown, ...(event.recurrence && { recurrence: event.recurrence }) }
}

/**
 * An event as replicas store it: shown for its next schedule, or for the last one when it is over. The schedules are ordered by
 * start and at least one. `photoQuery` as of `publicEvent`.
 */
export function programmeEvent(
  event: StoredEvent,
  schedules: readonly (Occurrence & { id?: string | undefined })[],
  reader: Reader,
  photoQuery = '',
): ProgrammeEvent {
  const { nowSeconds } = reader
  // An announcement for a past day that is shown holds for good.
  const states = statesOf(event, Math.min(nowSeconds, schedules[0]?.start_time ?? nowSeconds))
  const announced = schedules.map((schedule) => withState(schedule, states, nowSeconds))
  const shown = firstOccurrence(announced, { from: nowSeconds }) ?? announced.at(-1)
  if (shown === undefined) throw new Error(`event ${event.id} has no schedule`)
  return {
    ...publicEvent(event, shown, reader, photoQuery),
    schedules: announced,
    ...(states && { states }),
    ...(event.rule && { rule: event.rule }),
    revision: event.revision,
    updated_at: event.updated_at,
    ...(event.organiser && { organiser: event.organiser }),
  }
}

/** A published event, from memory where it is not over for long. */
export async function findPublished(
  { db, programme }: { db: Queryable; programme: ProgrammeInMemory },
  id: string,
): Promise<StoredEvent | undefined> {
  const known = (await programme.current()).events.get(id)
  if (known !== undefined) return known
  const event = await readStoredEvent(db, id)
  return event?.status === 'PUBLISHED' ? event : undefined
}

interface EventReader extends Reader {
  currentUser: CurrentUser | undefined
  hasLink: boolean
  photoAccess: PhotoAccess
}

/**
 * One event with its occurrences from now on; of one that is over, with its last. Published ones for everyone, others for
 * their owner, admins (rules 6) and, without photo and links, who has the link of its mail: that link may be passed on,
 * and the app shows the world nothing that nobody has looked at. Throws NOT_FOUND for what the caller may not see.
 */
export async function readEvent(
  deps: { db: Queryable; programme: ProgrammeInMemory },
  id: string,
  { currentUser, hasLink, photoAccess, ...reader }: EventReader,
): Promise<OwnEvent> {
  const isVisitor = currentUser === undefined && !hasLink
  const event = orNotFound(await (isVisitor ? findPublished(deps, id) : readStoredEvent(deps.db, id)))
  const owns = currentUser !== undefined && event.user_id === currentUser.id
  const mayRead = may({ role: undefined, ...currentUser, owns }, 'event.read-unpublished')
  // A reader who has the mail to the contact address is most likely the submitter, without an account.
  const readsAll = mayRead || hasLink
  if (event.status !== 'PUBLISHED' && !readsAll) throw new ApiError('NOT_FOUND')
  const showsAll = event.status === 'PUBLISHED' || mayRead
  const shown = showsAll ? event : withoutPhotoAndLinks(event)
  const schedules = upcomingOccurrences(event, reader.nowSeconds)
  const photoQuery = photoAccess.query(shown.photo?.name ?? null, event.status === 'PUBLISHED')
  return {
    ...programmeEvent(shown, schedules, reader, photoQuery),
    ...(readsAll && { status: event.status }),
    ...(owns && { is_own: true }),
    ...(!showsAll && event.photo !== null && { is_photo_withheld: true }),
    ...(readsAll && event.review_reason !== null && { review_reason: event.review_reason }),
  }
}

function withoutPhotoAndLinks(event: StoredEvent): StoredEvent {
  return { ...event, photo: null, infoUrl: null, infoLinks: [], organiser: undefined }
}

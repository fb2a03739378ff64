import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { LONG_EVENT_SECONDS } from '@/domain/events/event'
import { listOf, FAMILY_AUDIENCES } from '@/domain/events/event-fields'
import type { FactsFilter } from '@/domain/events/event-fields'
import { MAX_OCCURRENCE_DAYS } from '@/domain/timetables/timetable'
import type { Timetable } from '@/domain/timetables/timetable'
import { isInWindow, windowEdges } from '@/domain/timetables/recurrence'
import type { ProgrammeWindow } from '@/domain/timetables/recurrence'
import { EVENING_MAX_SECONDS, SECONDS_PER_DAY, nextVillageMidnight } from '@/domain/time/local-time'
import type { Queryable } from '@/server/platform/database/client'
import { SITE } from '@/site/site'
import { queryWords, wordsOf } from '@/domain/events/search-words'
import { searchedNames } from '@/domain/tags/tag'
import { tagLexeme } from '@/server/platform/database/events/search-index'
import { tags } from '@/server/platform/database/schema'
import { villageDate } from '@/domain/time/village-time'
import type { PublicEvent } from '@/contract/events/events'
import { withState } from '@/domain/events/event-state'
import { inProgrammeOrder } from '@/domain/events/programme'
import { MATERIALISED_DAYS, firstScheduleOf, predictedSchedules } from '@/domain/timetables/schedule'
import { statesOf } from '@/server/platform/database/events/day-states'
import { eventColumns, hasKey, tagConditions, instant, seconds, textArray, publicEvent } from './event-shape'
import type { EventRow, Occurrence, Reader } from './event-shape'

/** The query of a list: a window, any of some tags, all of some words, a slice of the order. */
export interface ListQuery extends ProgrammeWindow {
  tagKeys: readonly string[]
  /** The words that an event must have; empty: any event. */
  words: readonly SearchedWord[]
  /** The facts that an event must say; absent: any event. */
  facts?: FactsFilter | undefined
  /** The slug of the place that an event must be at. */
  place?: string | undefined
  /** A row each date in the window, in place of one an event; the window then has an end. */
  isEachDate?: boolean
  /** The slug of the organiser that an event must be by. */
  organiser?: string | undefined
  offset: number
  limit: number
}

export type ListedEvent = EventRow & Occurrence

/**
 * End of the year 9999, after any schedule: `infinity` is no number in JSON, and later dates are written with a sign and would not compare
 * as text.
 */
const NEVER_SECONDS = 253_402_300_799
const LONGEST_SECONDS = (MAX_OCCURRENCE_DAYS + 1) * SECONDS_PER_DAY
const EVENING_MAX = sql.raw(`interval '${EVENING_MAX_SECONDS} seconds'`)

/** `isInWindow` of the domain, of schedules named `s`. */
export function inWindow(window: ProgrammeWindow, s = sql.raw('s')): SQL {
  const { from, to = NEVER_SECONDS } = window
  if (to < from) return sql`false`
  const { nightsUntil, allDayUntil = to } = windowEdges(window)
  const wall = (column: 'start_at' | 'end_at') => sql`(${s}.${sql.raw(column)} at time zone ${SITE.timeZone})`
  const earliest = instant(from - LONGEST_SECONDS)
  const conditions = [
    sql`${s}.start_at > ${earliest} and ${s}.end_at > ${instant(from)} and ${s}.start_at <= ${instant(to)}`,
    ...(allDayUntil < to ? [sql`(${s}.start_at <= ${instant(allDayUntil)} or not ${s}.is_all_day)`] : []),
    ...(nightsUntil > from
      ? [
          sql`not (${s}.start_at < ${instant(from)} and ${s}.end_at <= ${instant(nightsUntil)}
            and ${wall('end_at')} - ${wall('start_at')} <= ${EVENING_MAX})`,
        ]
      : []),
  ]
  return sql.join(conditions, sql` and `)
}

/** 00:00 of the village day after the one that a schedule begins on. */
const endOfFirstDay = sql`(date_trunc('day', s.start_at at time zone ${SITE.timeZone}) + interval '1 day')
  at time zone ${SITE.timeZone}`

/** Long ones come first: what begins at the midnight that their day ends with is of the next day. */
const pageOrder = sql`page.sort_at, page.is_long desc, page.start_at, page.event_id`

/**
 * Published events with a schedule in the window, each with its first, ordered as `GET /events` promises
 * (`inProgrammeOrder`). Schedule-first: two indexes give them in the order of the response, so that a full page ends the scan:
 * short ones, long ones that begin in the window, and long ones under way, which belong to the window's first day.
 */
export async function listUpcoming(db: Queryable, query: ListQuery): Promise<ListedEvent[]> {
  const tagIds = await idsOfTags(db, query.tagKeys)
  if (tagIds?.length === 0) return []
  const { from, offset, limit, words } = query
  const conditions = [
    inWindow(query),
    ...(query.isEachDate ? [] : [isFirstIn(query)]),
    ...(tagIds === undefined ? [] : [bearsOneOf(tagIds)]),
  ]
  const others = filterConditions(query)
  const found = await filterPlan(
    db,
    [...wordConditions(words), ...others],
    [...wholeWordConditions(words), ...others],
  )
  const branch = (sortAt: SQL, where: SQL) => sql`(
    select s.event_id, s.start_at, s.end_at, s.is_long, ${sortAt} as sort_at
    from schedules s join events e on e.id = s.event_id and e.status = 'PUBLISHED' and ${found}
    where ${sql.join([where, ...conditions], sql` and `)} order by s.start_at, s.event_id limit ${offset + limit})`
  const { rows } = await db.execute<ListedEvent & Record<string, unknown>>(sql`
    with page as (
      select * from (
        ${branch(
          sql`s.start_at`,
          sql`not s.is_long and s.start_at > ${instant(from - LONG_EVENT_SECONDS - 1)}`,
        )}
        union all
        ${branch(endOfFirstDay, sql`s.is_long and s.start_at >= ${instant(from)}`)}
        union all
        ${branch(instant(nextVillageMidnight(from)), sql`s.is_long and s.start_at < ${instant(from)}`)}
      ) page
      order by ${pageOrder} offset ${offset} limit ${limit}
    )
    select ${eventColumns}, ${seconds('s.start_at')} as start_time, ${seconds('s.end_at')} as end_time,
      s.is_all_day
    from page
    join schedules s on s.event_id = page.event_id and s.start_at = page.start_at and s.end_at = page.end_at
    join events e on e.id = page.event_id
    order by ${pageOrder}`)
  return rows
}

/** Whether no earlier schedule of the same event is in the window. */
function isFirstIn(window: ProgrammeWindow): SQL {
  return sql`not exists (
    select 1 from schedules earlier
    where earlier.event_id = s.event_id and ${inWindow(window, sql.raw('earlier'))}
      and (earlier.start_at, earlier.end_at) < (s.start_at, s.end_at))`
}

function bearsOneOf(tagIds: readonly string[]): SQL {
  return sql`exists (
    select 1 from event_tags et
    where et.event_id = s.event_id and et.tag_id = any(${sql.param([...tagIds])}::uuid[]))`
}

/** Reads the ids of tags before the list: the planner then knows how rare a tag is. Undefined when the filter has none. */
async function idsOfTags(db: Queryable, keys: readonly string[]): Promise<string[] | undefined> {
  if (keys.length === 0) return undefined
  const { rows } = await db.execute<{ id: string }>(sql`select t.id from tags t where ${hasKey(keys)}`)
  return rows.map(({ id }) => id)
}

/**
 * The conditions of a filter by facts, place (a slug) and organiser (a slug), of events named `e`. `hasFacts` of the domain decides the
 * same of facts: what is not said is null or an empty list, and passes none of them.
 */
export function filterConditions({
  facts: { free, family, access, in: spoken } = {},
  place,
  organiser,
}: Pick<ListQuery, 'facts' | 'place' | 'organiser'>): SQL[] {
  return [
    ...(free === undefined ? [] : [sql`e.price_cents = 0`]),
    ...(family === undefined
      ? []
      : [sql`e.audience = any(${textArray(FAMILY_AUDIENCES)}::event_audience[])`]),
    ...(access === undefined ? [] : [sql`e.access @> ${textArray(listOf(access))}`]),
    ...(spoken === undefined ? [] : [sql`e.languages && ${textArray(listOf(spoken))}`]),
    ...(place === undefined ? [] : [sql`e.place_slug = ${place}`]),
    ...(organiser === undefined
      ? []
      : [sql`e.user_id = (select o.user_id from ${shownOrganisers} where o.slug = ${organiser})`]),
  ]
}

/** An organiser `o` is shown while its account `u` is not suspended. */
export const shownOrganisers = sql`organisers o join users u on u.id = o.user_id and u.suspended_at is null`

/** The organiser that an event named `e` shows, as JSON; null without one. */
export const organiserColumn = sql`(
  select json_build_object('slug', o.slug, 'name', o.name) from ${shownOrganisers} where o.user_id = e.user_id)`

/** A word, and what stands for it in the index: itself as a beginning, and every tag with such a name. */
export interface SearchedWord {
  word: string
  /** A `tsquery`. */
  query: string
  /** The same without the beginning. */
  whole: string
}

/** The words of a text as the index is asked for them; none of a text without words. */
export async function searchedWords(db: Queryable, text: string | undefined): Promise<SearchedWord[]> {
  const words = queryWords(text ?? '')
  if (words.length === 0) return []
  const stored = await db
    .select({ id: tags.id, key: tags.key, name: tags.name, names: tags.names })
    .from(tags)
  const named = stored.map((tag) => ({
    lexeme: tagLexeme(tag.id),
    words: searchedNames(tag).flatMap(wordsOf),
  }))
  return words.map((word) => {
    const bearers = named.filter((tag) => tag.words.some((one) => one.startsWith(word)))
    // Words are letters, digits and emoji, ids hexadecimal: nothing of them has to be escaped.
    const anyOf = (first: string) => `(${[first, ...bearers.map(({ lexeme }) => `'${lexeme}'`)].join(' | ')})`
    return { word, query: anyOf(`'${word}':*`), whole: anyOf(`'${word}'`) }
  })
}

/** The condition of the full-text search: an event named `e` has all of these words; none without any. */
export function wordConditions(words: readonly SearchedWord[]): SQL[] {
  return hasAll(words.map(({ query }) => query))
}

/** The same for whole words, of which PostgreSQL knows how common they are: of a beginning it often guesses 2 % of all events. */
function wholeWordConditions(words: readonly SearchedWord[]): SQL[] {
  return hasAll(words.map(({ whole }) => whole))
}

function hasAll(queries: readonly string[]): SQL[] {
  return queries.length === 0 ? [] : [sql`e.search @@ ${queries.join(' & ')}::tsquery`]
}

/** Up to this many events are found by their ids. */
const FEW = 400
/**
 * From this many on, matches come soon on the way through a list in its order, and to collect them first would cost more than the list.
 */
const MANY = 5 * FEW

/**
 * The condition that a list is filtered by, of events named `e`: their ids where what is asked for is rare, so that nobody walks through
 * the whole programme for them, else a filter on the way. Which of both is cheaper PostgreSQL itself guesses badly, because it does not
 * know that a list ends with its page. No conditions filter nothing. How many events there are is guessed by `guessedBy`, where PostgreSQL
 * guesses those better.
 */
export async function filterPlan(
  db: Queryable,
  conditions: readonly SQL[],
  guessedBy: readonly SQL[] = conditions,
): Promise<SQL> {
  if (conditions.length === 0) return sql`true`
  const has = sql.join([...conditions], sql` and `)
  const plans = await db.execute<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    sql`explain (format json) select e.id from events e where ${sql.join([...guessedBy], sql` and `)}`,
  )
  const guessed = plans.rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
  // `is true` keeps the index of words out of it.
  const onTheWay = sql`(${has}) is true`
  if (guessed > MANY) return onTheWay
  const { rows } = await db.execute<{ id: string }>(
    sql`select e.id from events e where ${has} limit ${FEW + 1}`,
  )
  return rows.length > FEW ? onTheWay : sql`e.id = any(${sql.param(rows.map(({ id }) => id))}::uuid[])`
}

/** The same, or has them in its contact address: for the back office alone. */
export function wordOrContactConditions(words: readonly SearchedWord[]): SQL[] {
  return words.map(
    ({ word, query }) =>
      sql`(e.search @@ ${query}::tsquery or e.contact_search @@ ${`'${word}':*`}::tsquery)`,
  )
}

/** Bounds the work of a query about a far future. */
const MAX_EVENTS = 2000

type UnfinishedEvent = EventRow & {
  timetable: Timetable
  /** Epoch seconds; later occurrences are not stored. */
  stored_until: number
}

/** Published recurring events with occurrences that are not stored yet and that may fall at or after `from`. */
export async function unfinishedEvents(
  db: Queryable,
  { from, tagKeys, words, ...filter }: Omit<ListQuery, 'to' | 'offset' | 'limit'>,
): Promise<UnfinishedEvent[]> {
  const conditions = [
    sql`e.status = 'PUBLISHED'`,
    ...wordConditions(words),
    ...filterConditions(filter),
    ...tagConditions(tagKeys),
  ]
  // The last occurrence of a period may end on the day after it.
  const dayBefore = villageDate(Math.min(from, NEVER_SECONDS)).subtract({ days: 1 })
  const { rows } = await db.execute<UnfinishedEvent & Record<string, unknown>>(sql`
    select ${eventColumns}, e.timetable, ${seconds('e.materialised_until')} as stored_until from events e
    where ${sql.join(conditions, sql` and `)} and e.materialised_until is not null
      and e.timetable #>> '{repeated,period_end_date}' >= ${dayBefore.toString()}
    order by e.id limit ${MAX_EVENTS}`)
  return rows
}

/** A weekly event has its next occurrence within this time, so a window that begins earlier finds it stored. */
const WEEK_AND_A_DAY = 8 * SECONDS_PER_DAY

/** One page of `GET /events` (rules 4.5). */
export async function listEvents(
  db: Queryable,
  query: ListQuery,
  { nowSeconds, ...reader }: Reader & { nowSeconds: number },
): Promise<{ items: PublicEvent[]; has_more: boolean }> {
  // A long event would overlap even a window that ends before it begins.
  if (query.to !== undefined && query.to < query.from) return { items: [], has_more: false }
  const oneMore = { ...query, limit: query.limit + 1 }
  // An event whose end is far ahead has only dates there that are not stored.
  const begins = query.isEachDate && query.to !== undefined ? query.to : query.from
  const found = await (isFarAhead(begins, nowSeconds) ? listFar(db, oneMore) : listUpcoming(db, oneMore))
  return {
    items: found.slice(0, query.limit).map((event) => {
      const { start_time, end_time, is_all_day } = event
      const occurrence = withState(
        { start_time, end_time, is_all_day },
        statesOf(event, nowSeconds),
        query.from,
      )
      return publicEvent(event, occurrence, reader)
    }),
    has_more: found.length > query.limit,
  }
}

/** Whether recurring events may have dates from then on alone that are not stored. */
export function isFarAhead(from: number, nowSeconds: number): boolean {
  return from > nowSeconds + MATERIALISED_DAYS * SECONDS_PER_DAY - WEEK_AND_A_DAY
}

/** A window that begins where recurring events are not stored yet: their occurrences are computed, then merged in. */
async function listFar(db: Queryable, query: ListQuery): Promise<ListedEvent[]> {
  const { from, to, now, offset, limit, isEachDate } = query
  const stored = await listUpcoming(db, { ...query, offset: 0, limit: offset + limit })
  const known = new Set(stored.map(({ id }) => id))
  const computed = (await unfinishedEvents(db, query)).flatMap(({ timetable, ...event }) => {
    if (isEachDate && to !== undefined)
      return predictedSchedules(timetable, event.stored_until, to)
        .filter((one) => isInWindow(one, query))
        .map((one) => ({ ...event, ...one }))
    const first = firstScheduleOf(timetable, { from, to, now })
    return first === undefined || known.has(event.id) ? [] : [{ ...event, ...first }]
  })
  return inProgrammeOrder([...stored, ...computed], from).slice(offset, offset + limit)
}

import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ImportReading, ImportRow } from '@/contract/back-office/import'
import type { EventState } from '@/domain/events/event-state'
import { EVENT_FIELDS, FACT_NAMES } from '@/domain/events/event-fields'
import {
  IMPORT_FIELDS,
  IMPORT_NAME_MAX,
  IMPORT_ROW_DATES,
  IMPORT_ROWS_MAX,
  IMPORT_STATES,
  IMPORT_UID_MAX,
  type CsvColumns,
  type ImportError,
  type ImportField,
  type ImportFormat,
  type ImportNote,
  type ImportState,
  type ImportedEvent,
} from '@/domain/staff/import'
import type { StoredPlace } from '@/domain/places/place'
import { cutText, foldText, toOneLine } from '@/domain/text/plain-text'
import { SECONDS_PER_DAY, villageDay } from '@/domain/time/local-time'
import { villageClock, toEpochSeconds } from '@/domain/time/village-time'
import { schedulesOf, type Schedule } from '@/domain/timetables/schedule'
import type { Timetable } from '@/domain/timetables/timetable'
import { mapEvent, placeFinder, type MapOptions } from './map-event'
import { TITLE_MAX } from '@/domain/submissions/submission-limits'
import { readCsv } from './read-csv'
import { readIcs } from './read-ics'
import { isIcs } from './calendar-bytes'
import { decodeEntities, type SourceEvent } from './source-event'

/** An event as its source has it. */
export type SourceContent = ImportedEvent & { state?: 'cancelled' | undefined }
/** An event as it stands here; with a note its state is 'announced'. */
type CurrentContent = Omit<ImportedEvent, 'tag_keys'> & { state?: EventState | 'announced' | undefined }

/** An event that an import of this source has brought. */
export interface ImportedBefore {
  id: string
  uid: string
  status: NonNullable<ImportRow['status']>
  revision: number
  current: CurrentContent
  /** As the source had it at its last import: where the event differs from it, staff has edited it. */
  imported: SourceContent
}

/** A calendar, and all that the app knows of it. Data alone: it is sent to the thread that reads it. */
export interface ReadingTask extends Omit<MapOptions, 'findPlace'> {
  text: string
  columns?: CsvColumns | undefined
  /** Of a known source. */
  format?: ImportFormat | undefined
  imported: readonly ImportedBefore[]
  /** The places of our own events. */
  places: readonly StoredPlace[]
}

/** A row, and what an import of it stores. */
export interface ReadRow extends ImportRow {
  revision?: number | undefined
  content?: SourceContent | undefined
}

export interface Reading extends Pick<
  ImportReading,
  'format' | 'counts' | 'left_out' | 'vanished' | 'warning' | 'headings' | 'columns'
> {
  /** As the calendar calls itself. */
  name: string | undefined
  rows: ReadRow[]
}

/** How far a series without an end is taken. */
const MONTHS_AHEAD = 15
/** A row with one of these is imported when a person says so. */
const DOUBTFUL: readonly ImportNote[] = ['private', 'tentative', 'zone_unknown', 'dates_unreadable']

/** Reads a calendar and tells what an import of it would do. It takes as long as the calendar makes it, and never throws for what is in one. */
export function readCalendar(task: ReadingTask): Reading | { trouble: ImportError } {
  const read = readSource(task)
  if (read === undefined) return { trouble: 'not_a_calendar' }
  const { name, format, events, table } = read
  const rows = rowsOf(events, task)
  const coming = task.imported.filter((one) => one.status !== 'REJECTED' && isComing(one, task.nowSeconds))
  const isOther = task.format !== undefined && task.format !== format
  // Where a table's columns are still to be chosen, nothing is known of its events.
  const isUnread = table !== undefined && table.columns.start_date === undefined
  const code = isOther ? 'other_format' : events.length === 0 && !isUnread ? 'none_left' : undefined
  const isWarned = code !== undefined && coming.length > 0
  return {
    name: name === undefined ? undefined : cutText(toOneLine(name), IMPORT_NAME_MAX),
    format,
    ...rows,
    ...((isWarned || isUnread) && { vanished: [] }),
    ...(isWarned && { warning: { code, events: coming.length } }),
    ...(table && { headings: table.headings, columns: table.columns }),
  }
}

function readSource({ text, columns, nowSeconds }: ReadingTask) {
  if (isIcs(text)) {
    const horizon = villageClock(nowSeconds).add({ months: MONTHS_AHEAD })
    const options = { nowSeconds, horizonSeconds: toEpochSeconds(horizon) }
    return { format: 'ics' as const, table: undefined, ...readIcs(text, options) }
  }
  const table = readCsv(text, columns, nowSeconds)
  return table && { format: 'csv' as const, name: undefined, table, events: table.events }
}

function rowsOf(events: readonly SourceEvent[], task: ReadingTask) {
  const { nowSeconds, imported } = task
  const options = { ...task, findPlace: placeFinder(task.places) }
  const source = events
    .map((event) => ({ ...event, uid: storableUid(event.uid) }))
    .toSorted((a, b) => (startOf(a) < startOf(b) ? -1 : 1))
  const uids = new Set(source.map(({ uid }) => uid))
  const known = new Map(imported.map((one) => [one.uid, one]))
  const missing = imported.filter(({ uid }) => !uids.has(uid))
  const renamed = renamedOf(
    source.filter(({ uid }) => !known.has(uid)),
    missing,
    nowSeconds,
  )
  const found = new Set([...renamed.values()].map(({ id }) => id))
  const vanished = missing.filter(({ id }) => !found.has(id))

  const rows: ReadRow[] = []
  const counts = Object.fromEntries(IMPORT_STATES.map((state) => [state, 0])) as Record<ImportState, number>
  let toDo = 0
  let leftOut = 0
  for (const event of source) {
    const before = known.get(event.uid) ?? renamed.get(event.uid)
    const isNew = before === undefined && event.reason === undefined && event.blocks.length > 0
    // Beyond what is shown, an event is only counted: mapping it is the costly part.
    if (isNew && toDo >= IMPORT_ROWS_MAX) {
      counts.new += 1
      leftOut += 1
      continue
    }
    const row = rowOf(event, before, options)
    if (row.state === 'over' && before !== undefined) vanished.push(before)
    counts[row.state] += 1
    const isToDo = row.state === 'new' || row.state === 'changed'
    if (isToDo && toDo >= IMPORT_ROWS_MAX) leftOut += 1
    else rows.push(row)
    if (isToDo) toDo += 1
  }
  return {
    rows: ORDER.flatMap((states) => rows.filter(({ state }) => states.includes(state))).slice(
      0,
      IMPORT_ROWS_MAX,
    ),
    counts,
    left_out: leftOut,
    vanished: vanished.flatMap((one) => {
      const [next] = comingDates(one.current.timetable, nowSeconds)
      const isGone =
        one.status !== 'REJECTED' && one.current.state !== 'cancelled' && isComing(one, nowSeconds)
      return isGone && next !== undefined
        ? [{ id: one.id, title: one.current.title, status: one.status, ...dateOf(next) }]
        : []
    }),
  }
}

const ORDER: readonly (readonly ImportState[])[] = [
  ['new', 'changed'],
  ['unreadable'],
  ['later'],
  ['unchanged'],
  ['over'],
]

/** One that is longer than what an import takes is known by its hash. */
function storableUid(uid: string): string {
  return uid.length <= IMPORT_UID_MAX ? uid : hash('sha256', uid, 'hex')
}

function startOf({ blocks: [next], first }: SourceEvent): string {
  return (next ?? first)?.start_time ?? ''
}

/**
 * The events that are missing in a source, by the new identifiers under which it has them now: some calendars make one at each change. It is the same
 * event when it has its title and its first coming day, and its hour or no rival.
 */
function renamedOf(
  fresh: readonly SourceEvent[],
  missing: readonly ImportedBefore[],
  nowSeconds: number,
): ReadonlyMap<string, ImportedBefore> {
  const keyed = (title: string, timetable: Timetable) => {
    const [next] = comingDates(timetable, nowSeconds)
    return next && { start: next.start_time, key: `${villageDay(next.start_time)} ${foldText(title)}` }
  }
  const lost = new Map(
    missing.flatMap((before) => {
      const found = keyed(before.imported.title, before.imported.timetable)
      return found ? [[before, found] as const] : []
    }),
  )
  const renamed = new Map<string, ImportedBefore>()
  if (lost.size === 0) return renamed
  const named = fresh.map((event) => ({
    uid: event.uid,
    found: keyed(decodeEntities(event.title), { list: event.blocks.slice(0, 1) }),
  }))
  for (const { uid, found } of named) {
    const candidates = [...lost].filter(([, one]) => one.key === found?.key)
    const isOnly =
      candidates.length === 1 && named.filter((one) => one.found?.key === found?.key).length === 1
    const same =
      candidates.find(([, one]) => one.start === found?.start) ?? (isOnly ? candidates[0] : undefined)
    if (same === undefined) continue
    renamed.set(uid, same[0])
    lost.delete(same[0])
  }
  return renamed
}

function rowOf(source: SourceEvent, before: ImportedBefore | undefined, options: MapOptions): ReadRow {
  const { nowSeconds } = options
  const dates = datesOf(
    source.blocks.length > 0 || source.first === undefined ? source.blocks : [source.first],
  )
  const base = {
    uid: source.uid,
    title: cutText(toOneLine(decodeEntities(source.title)), TITLE_MAX),
    dates,
    location_name: '',
    is_ticked: false,
    notes: [...source.notes],
    changes: [],
    ...(before && { event_id: before.id, status: before.status, revision: before.revision }),
  }
  if (source.isCancelled && before !== undefined) {
    const content = { ...before.imported, state: 'cancelled' as const }
    const changes =
      before.status === 'REJECTED'
        ? []
        : changesOf(before, content, { only: ['state'], isPart: false, nowSeconds })
    const row = { ...base, ...changed(changes), changes, content, location_name: content.location_name }
    const isTicked = row.state === 'changed'
    return {
      ...row,
      dates: datesOf(content.timetable, nowSeconds),
      is_ticked: isTicked,
      is_cancelled: isTicked,
    }
  }
  if (source.reason !== undefined) return { ...base, state: 'unreadable', reason: source.reason }
  if (source.blocks.length === 0) return { ...base, state: source.isLater ? 'later' : 'over' }
  const mapped = mapUnlessBroken(source, options)
  if (mapped === undefined) return { ...base, state: 'unreadable', reason: 'unreadable' }
  const { event: content, problem, hasPlace, isPart, notes } = mapped
  const row = { ...base, title: content.title, location_name: content.location_name, notes }
  if (problem !== undefined) return { ...row, state: 'unreadable', reason: 'invalid', problem }
  const isSure = !notes.some((note) => DOUBTFUL.includes(note))
  if (before === undefined) return { ...row, state: 'new', content, is_ticked: isSure }
  // The default place, and facts that the source does not say, change nothing.
  const only = IMPORT_FIELDS.filter(
    (field) => (field !== 'location_name' || hasPlace) && (!isFact(field) || content[field] !== undefined),
  )
  const changes = changesOf(before, content, { only, isPart, nowSeconds })
  const { state } = changed(changes)
  return { ...row, state, content, changes, is_ticked: state === 'changed' && isSure }
}

function changed(changes: ImportRow['changes']): { state: 'changed' | 'unchanged' } {
  return { state: changes.some(({ is_kept }) => !is_kept) ? 'changed' : 'unchanged' }
}

/** Whatever it throws is the event's own fault: the others are read. */
function mapUnlessBroken(source: SourceEvent, options: MapOptions) {
  try {
    return mapEvent(source, options)
  } catch {
    return undefined
  }
}

/** The fields that the source has changed since the last import, and that are not so already. Those that staff has edited since are kept. */
function changesOf(
  { current, imported }: ImportedBefore,
  content: SourceContent,
  { only, isPart, nowSeconds }: { only: readonly ImportField[]; isPart: boolean; nowSeconds: number },
): ImportRow['changes'] {
  const value = (event: CurrentContent, field: ImportField) => valueOf(event, field, nowSeconds)
  return only.flatMap((field) => {
    const next = value(content, field)
    const last = value(imported, field)
    const isSame =
      isDeepStrictEqual(next, last) ||
      isDeepStrictEqual(next, value(current, field)) ||
      (field === 'timetable' && isPart && isFarEnough(last as Dates, next as Dates, nowSeconds))
    return isSame ? [] : [{ field, is_kept: !isDeepStrictEqual(last, value(current, field)) }]
  })
}

type Dates = readonly Schedule[]

/** Of a series of which only the next dates are taken, so many days or dates suffice: an update each night would be noise. */
const ENOUGH_DAYS = 270
const ENOUGH_DATES = 25

function isFarEnough(last: Dates, next: Dates, nowSeconds: number): boolean {
  const until = last.at(-1)?.start_time ?? 0
  const isEnough = last.length >= ENOUGH_DATES || until > nowSeconds + ENOUGH_DAYS * SECONDS_PER_DAY
  return isEnough && isDeepStrictEqual(next.slice(0, last.length), last)
}

/** The coming dates of a timetable are compared: a list and a rule may say the same, and a date that is over is nobody's change. */
function valueOf(event: CurrentContent, field: ImportField, nowSeconds: number): unknown {
  if (field === 'timetable') return comingDates(event.timetable, nowSeconds)
  if (field === 'location_name') return EVENT_FIELDS.location_name.map((name) => event[name])
  if (field === 'price') return [event.price ?? undefined, event.is_donation ?? false]
  return event[field] || undefined
}

function isFact(field: ImportField): field is (typeof FACT_NAMES)[number] {
  return FACT_NAMES.some((one) => one === field)
}

/** Whether it is to come here, and was so at its source: the team may have given it other dates. */
function isComing({ current, imported }: ImportedBefore, nowSeconds: number): boolean {
  return [current, imported].every(({ timetable }) => comingDates(timetable, nowSeconds).length > 0)
}

function comingDates(timetable: Timetable, nowSeconds: number): Schedule[] {
  return schedulesOf(timetable, { from: nowSeconds + 1, to: Number.MAX_SAFE_INTEGER })
}

function datesOf(dates: Timetable | SourceEvent['blocks'], from = 0): ImportRow['dates'] {
  // Of a long series few dates are named: only these are reckoned with.
  if (!('list' in dates) && !('repeated' in dates)) {
    const items = comingDates({ list: dates.slice(0, IMPORT_ROW_DATES) }, from)
    return { items: items.map(dateOf), count: dates.length }
  }
  const coming = comingDates(dates, from)
  return { items: coming.slice(0, IMPORT_ROW_DATES).map(dateOf), count: coming.length }
}

function dateOf({ start_time, end_time, is_all_day }: Schedule) {
  return { start_time, end_time, is_all_day }
}

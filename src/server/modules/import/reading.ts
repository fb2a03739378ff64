import type { ImportReading, ImportRow } from '@/contract/back-office/import'
import type { StoredPlace } from '@/domain/places/place'
import {
  IMPORT_NAME_MAX,
  IMPORT_ROWS_MAX,
  IMPORT_STATES,
  IMPORT_UID_MAX,
  type CsvColumns,
  type ImportError,
  type ImportedEvent,
  type ImportNote,
} from '@/domain/staff/import'
import { MAX_TIME_BLOCKS, TITLE_MAX } from '@/domain/submissions/submission-limits'
import { cutText, toOneLine } from '@/domain/text/plain-text'
import { schedulesOf, type Schedule } from '@/domain/timetables/schedule'
import type { TimeBlock, Timetable } from '@/domain/timetables/timetable'
import { readCsv } from './read-csv'
import { isIcs, readIcs } from './read-ics'
import { digestOf, mapEvent, placeFinder, titleOf, type MapOptions, type SourceEvent } from './map-event'

/** An event that an import of this source has brought. */
export interface ImportedBefore {
  id: string
  uid: string
  title: string
  status: NonNullable<ImportRow['status']>
  revision: number
  timetable: Timetable
  /** Of what its source said of it at its last import. */
  digest: string | null
  /** Staff has edited it since, or announced something of it. */
  isEdited: boolean
  isCancelled: boolean
}

/** A calendar, and all that the app knows of it. Data alone: it is sent to the thread that reads it. */
export interface ReadingTask extends Omit<MapOptions, 'findPlace'> {
  text: string
  columns?: CsvColumns | undefined
  imported: readonly ImportedBefore[]
  /** The places of our own events. */
  places: readonly StoredPlace[]
}

/** A row, and what an import of it stores. */
export interface ReadRow extends ImportRow {
  digest: string
  revision?: number | undefined
  content?: ImportedEvent | undefined
}

export interface Reading extends Pick<ImportReading, 'left_out' | 'vanished' | 'headings' | 'columns'> {
  /** As the calendar calls itself. */
  name: string | undefined
  rows: ReadRow[]
}

/** Dates of an event that its row names; it counts the others. */
const ROW_DATES = 4
/** A row with one of these is imported when a person says so. */
const DOUBTFUL: readonly ImportNote[] = ['private', 'tentative', 'zone_unknown']

/** Reads a calendar and tells what an import of it would do. It takes as long as the calendar makes it, and never throws for what is in one. */
export function readCalendar(task: ReadingTask): Reading | { trouble: ImportError } {
  const { text, columns, nowSeconds, imported } = task
  const calendar = isIcs(text) ? readIcs(text, nowSeconds) : undefined
  const table = calendar === undefined ? readCsv(text, columns, nowSeconds) : undefined
  const events = calendar?.events ?? table?.events
  if (events === undefined) return { trouble: 'not_a_calendar' }
  const options = { ...task, findPlace: placeFinder(task.places) }
  const known = new Map(imported.map((one) => [one.uid, one]))
  const rows = events
    .toSorted((a, b) => (startOf(a) < startOf(b) ? -1 : 1))
    .map((event) => rowOf(event, known.get(storableUid(event.uid)), options))
    .toSorted((a, b) => IMPORT_STATES.indexOf(a.state) - IMPORT_STATES.indexOf(b.state))
  const there = new Set(rows.filter(({ state }) => state !== 'over').map(({ uid }) => uid))
  // Where a table's columns are still to be chosen, nothing is known of its events.
  const isUnread = table !== undefined && (!table.columns.title || !table.columns.start_date)
  const missing = isUnread ? [] : imported.filter(({ uid }) => !there.has(uid))
  return {
    name: calendar?.name && cutText(toOneLine(calendar.name), IMPORT_NAME_MAX),
    rows: rows.slice(0, IMPORT_ROWS_MAX),
    left_out: Math.max(0, rows.length - IMPORT_ROWS_MAX),
    vanished: missing.flatMap(({ id, title, status, timetable, isCancelled }) => {
      const [next] = comingDates(timetable, nowSeconds)
      const isGone = next !== undefined && status !== 'REJECTED' && !isCancelled
      return isGone ? [{ id, title, status, ...dateOf(next) }] : []
    }),
    ...(table && { headings: table.headings, columns: table.columns }),
  }
}

/** One that is longer than what an import takes is known by its hash. */
function storableUid(uid: string): string {
  return uid.length <= IMPORT_UID_MAX ? uid : digestOf(uid)
}

function startOf({ blocks: [next], first }: SourceEvent): string {
  return (next ?? first)?.start_time ?? ''
}

function rowOf(source: SourceEvent, before: ImportedBefore | undefined, options: MapOptions): ReadRow {
  const { digest, blocks, first, reason, isCancelled = false } = source
  const row = {
    uid: storableUid(source.uid),
    digest,
    title: cutText(titleOf(source), TITLE_MAX),
    dates: datesOf(blocks.length > 0 || first === undefined ? blocks : [first]),
    location_name: '',
    is_ticked: false,
    notes: [...source.notes],
    ...(before && { event_id: before.id, status: before.status, revision: before.revision }),
  }
  if (reason !== undefined) return { ...row, state: 'unreadable', reason }
  if (blocks.length === 0) return { ...row, state: 'over' }
  if (isCancelled && before === undefined) return { ...row, state: 'unreadable', reason: 'cancelled' }
  const { content, problem, notes } = mapEvent(source, options)
  const full = { ...row, title: content.title, location_name: content.location_name, notes }
  if (problem !== undefined) return { ...full, state: 'unreadable', reason: 'invalid', problem }
  if (before !== undefined && before.digest === digest && !isRunningOut(before, source, options.nowSeconds))
    return { ...full, state: 'unchanged' }
  if (before?.isEdited === true) return { ...full, state: 'edited' }
  const is_ticked = !full.notes.some((note) => DOUBTFUL.includes(note))
  return {
    ...full,
    state: before === undefined ? 'new' : 'changed',
    content,
    is_ticked,
    ...(isCancelled && { is_cancelled: true }),
  }
}

/** Of a long series only the next dates are stored: more are when half of these are over. An update each night would be noise. */
function isRunningOut({ timetable }: ImportedBefore, { blocks }: SourceEvent, nowSeconds: number): boolean {
  return comingDates(timetable, nowSeconds).length * 2 <= Math.min(blocks.length, MAX_TIME_BLOCKS)
}

function comingDates(timetable: Timetable, nowSeconds: number): Schedule[] {
  return schedulesOf(timetable, { from: nowSeconds + 1, to: Number.MAX_SAFE_INTEGER })
}

function datesOf(blocks: readonly TimeBlock[]): ImportRow['dates'] {
  const items = schedulesOf({ list: blocks.slice(0, ROW_DATES) }, { from: 0, to: Number.MAX_SAFE_INTEGER })
  return { items: items.map(dateOf), count: Math.min(blocks.length, MAX_TIME_BLOCKS) }
}

function dateOf({ start_time, end_time, is_all_day }: Schedule) {
  return { start_time, end_time, is_all_day }
}

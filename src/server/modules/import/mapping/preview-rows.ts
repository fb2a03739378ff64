import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ImportPreview, ImportRow } from '@/contract/back-office/import'
import type { EventState } from '@/domain/events/event-state'
import { EVENT_FIELDS, FACT_NAMES } from '@/domain/events/event-fields'
import type { FactName } from '@/domain/events/event-fields'
import { IMPORT_ROWS_MAX, IMPORT_UID_MAX, IMPORT_FIELDS } from '@/domain/staff/import'
import type {
  CsvColumns,
  ImportError,
  ImportFormat,
  ImportField,
  UpdatedContent,
} from '@/domain/staff/import'
import type { StoredPlace } from '@/domain/places/place'
import type { UnreadEvent } from '@/server/modules/import/source/source-event'
import { readCsv } from '@/server/modules/import/csv/read-csv'
import { readIcs } from '@/server/modules/import/ics/read-ics'
import { schedulesOf } from '@/domain/timetables/schedule'
import { placeFinder, mapEvent } from './map-event'
import type { MapOptions, MappedEvent } from './map-event'

/** An event that an import of this source has brought. */
export interface ImportedBefore extends KnownContent {
  id: string
  uid: string
  status: NonNullable<ImportRow['status']>
  /** The state that the event has here. */
  state: EventState | null
  digest: string | null
  revision: number
  /** Whether an import has cancelled it here, and an update would take that back. */
  isCalledOff: boolean
  /** Whether it is not over. */
  isComing: boolean
}

/** A calendar, and all that the app knows of it. Data alone: it is sent to the process that reads it. */
export interface PreviewTask extends Omit<MapOptions, 'findPlace'> {
  bytes: Uint8Array
  columns?: CsvColumns | undefined
  imported: readonly ImportedBefore[]
  /** The places of our own events. */
  places: readonly StoredPlace[]
}

/** The preview of an import; `name`: as the calendar calls itself. */
export type PreviewedSource = Omit<ImportPreview, 'name' | 'known'> & { name?: string | undefined }
export type PreviewOutcome = PreviewedSource | { trouble: ImportError }

/**
 * Reads a calendar and tells what an import of it would do with each event that is not over. It takes as long as the calendar
 * makes it, and never throws for what is in one.
 */
export function previewRows({ bytes, columns, imported, places, ...options }: PreviewTask): PreviewOutcome {
  let read: ReadSource | { trouble: ImportError }
  try {
    read = readSource(decodeText(bytes), { columns, nowSeconds: options.nowSeconds })
  } catch {
    return { trouble: 'not_a_calendar' }
  }
  if ('trouble' in read) return read
  const byUid = new Map(imported.map((event) => [event.uid, event]))
  const { rows, states, counts } = readRows(read.events, byUid, {
    ...options,
    findPlace: placeFinder(places),
  })
  return {
    name: read.name,
    format: read.format,
    items: rows,
    ...counts,
    gone: imported.flatMap(({ id, uid, event, status, state, isComing }) => {
      const reason = states.get(uid) ?? 'vanished'
      const isAnnounced = reason !== 'vanished' && state === 'cancelled'
      const isGone = reason !== 'there' && !isAnnounced && isComing && status !== 'REJECTED'
      return isGone ? [{ id, uid, title: event.title, status, reason, ...(state && { state }) }] : []
    }),
    ...(read.headings && { headings: read.headings }),
    ...(read.columns && { columns: read.columns }),
  }
}

/**
 * The events that are not over, as many as a preview shows: what is imported already stands back, so that after an import the next
 * preview of a large file has the next ones. Beyond that, what was never imported is counted and not read, over or not.
 */
function readRows(
  source: Iterable<UnreadEvent>,
  imported: ReadonlyMap<string, ImportedBefore>,
  options: MapOptions,
) {
  const rows: ImportRow[] = []
  /** By UID; those of none are no longer in the source. */
  const states = new Map<string, 'there' | 'cancelled' | 'ended'>()
  const counts = { past: 0, unchanged: 0, left_out: 0 }
  let toDo = 0
  for (const one of source) {
    const uid = storableUid(one.uid)
    states.set(uid, 'there')
    const before = imported.get(uid)
    if (toDo >= IMPORT_ROWS_MAX && before === undefined) {
      counts.left_out += 1
      continue
    }
    const mapped = mapUnlessBroken(one, options)
    const row = mapped && rowOf({ ...mapped, uid }, before, options.nowSeconds)
    if (row === undefined) {
      counts.past += 1
      if (before !== undefined && wasComing(before, options.nowSeconds)) states.set(uid, 'ended')
    } else if (row.obstacle === 'cancelled' && before !== undefined) states.set(uid, 'cancelled')
    else if (row.state === 'unchanged') {
      counts.unchanged += 1
      if (counts.unchanged <= IMPORT_ROWS_MAX) rows.push(row)
    } else if (toDo < IMPORT_ROWS_MAX) {
      toDo += 1
      rows.push(row)
    } else counts.left_out += 1
  }
  return { rows: withinLimit(rows, toDo), states, counts }
}

/** One that is longer than what an import takes is known by its hash. */
function storableUid(uid: string): string {
  return uid.length <= IMPORT_UID_MAX ? uid : sha256(uid)
}

/** Maps one event. Whatever it throws is its own fault: the others are read. */
function mapUnlessBroken({ uid, read }: UnreadEvent, options: MapOptions): MappedEvent | undefined {
  try {
    return mapEvent(read(), options)
  } catch {
    const nothing = { title: '', hasPlace: false, problems: [], notes: [] }
    return { ...nothing, uid, digest: sha256(uid), obstacle: 'unreadable' }
  }
}

/** Leaves as many of the unchanged rows as there is room for, each where it stands in the source. */
function withinLimit(rows: readonly ImportRow[], toDo: number): ImportRow[] {
  let room = IMPORT_ROWS_MAX - toDo
  return rows.filter(({ state }) => state !== 'unchanged' || room-- > 0)
}

function rowOf(mapped: MappedEvent, before: ImportedBefore | undefined, nowSeconds: number): ImportRow {
  const { uid, title, digest, event, draft, hasPlace, problems, obstacle, notes } = mapped
  // One that was corrected at its import is unchanged, too, as long as its source is.
  const isUnchanged = before !== undefined && before.digest === digest
  const fresh = before === undefined ? 'new' : 'changed'
  // What does not fit may be corrected: then, too, it is an update, which keeps what was changed by hand.
  const content = event ?? draft
  const state = isUnchanged ? 'unchanged' : event === undefined ? 'invalid' : fresh
  return {
    uid,
    title,
    digest,
    state,
    has_place: hasPlace,
    problems,
    notes,
    ...(event && { event }),
    ...(draft && { draft }),
    ...(obstacle && { obstacle }),
    ...(before && { event_id: before.id, status: before.status, revision: before.revision }),
    ...(before &&
      content &&
      !isUnchanged && {
        current: before.event,
        changes: changesOf(before, { event: content, hasPlace }, nowSeconds),
        ...(before.isCalledOff && { is_reinstated: true }),
      }),
  }
}

function sha256(text: string): string {
  return hash('sha256', text, 'hex')
}

/** Bytes 0x80 to 0x9F. Node 20 decodes Windows-1252 as Latin-1, which has no letters there. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'

/** So many bytes are enough to see which of them are always zero. */
const SNIFFED_BYTES = 512

/**
 * The text of a file of unknown encoding: UTF-16 by its byte order mark or its zeros, UTF-8 when it is valid UTF-8 but for some broken
 * letters, else Windows-1252, which old spreadsheets write. A byte order mark is dropped, and so are zeros, which no table can store.
 */
export function decodeText(bytes: Uint8Array): string {
  return decode(bytes).replaceAll('\0', '')
}

function decode(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes)
  if (utf16 !== undefined) return new TextDecoder(utf16).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const latin = Buffer.from(bytes).toString('latin1')
    // Calendars are folded by bytes, some within a letter (RFC 5545, 3.1).
    const unfolded = /^(?:ï»¿)?\s*BEGIN:/i.test(latin) ? latin.replaceAll(/\r?\n[ \t]/g, '') : latin
    const text = new TextDecoder().decode(Buffer.from(unfolded, 'latin1'))
    return isMostlyWhole(text) ? text : windows1252(unfolded)
  }
}

/** Whether a text that was read as UTF-8 has more letters beyond ASCII than broken ones. */
function isMostlyWhole(text: string): boolean {
  const beyond = text.replaceAll(/[\0-\u007F]+/g, '')
  const broken = beyond.replaceAll(/[^\uFFFD]+/g, '')
  return beyond.length > 2 * broken.length
}

function windows1252(latin: string): string {
  return latin.replaceAll(/[\u0080-\u009F]/g, (letter) => WINDOWS_1252[letter.charCodeAt(0) - 0x80] ?? letter)
}

/** Every second byte of Latin letters in UTF-16 is zero, the first or the second of the two. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const begin = bytes.subarray(0, SNIFFED_BYTES)
  const zerosAt = (offset: 0 | 1) => begin.filter((byte, at) => byte === 0 && at % 2 === offset).length
  const most = begin.length / 4
  if (zerosAt(1) > most && zerosAt(0) === 0) return 'utf-16le'
  return zerosAt(0) > most && zerosAt(1) === 0 ? 'utf-16be' : undefined
}

export interface ReadSource {
  format: ImportFormat
  /** The calendar's own name. */
  name?: string | undefined
  /** It can be gone through once. */
  events: Iterable<UnreadEvent>
  /** The headings of a CSV. */
  headings?: string[]
  columns?: CsvColumns
}

/** Reads a file by what is in it: a type or an ending is often wrong. */
export function readSource(
  text: string,
  { columns, nowSeconds }: { columns?: CsvColumns | undefined; nowSeconds: number },
): ReadSource | { trouble: ImportError } {
  const body = text.replace(/^\uFEFF/, '').trimStart()
  if (/^BEGIN:VCALENDAR/i.test(body) || /^BEGIN:VEVENT$/im.test(body))
    return { format: 'ics', ...readIcs(body, nowSeconds) }
  if (/^<(?:!doctype|html|\?xml)/i.test(body) || /^[{[]/.test(body)) return { trouble: 'not_a_calendar' }
  const table = readCsv(body, columns, nowSeconds)
  if (table === undefined) return { trouble: 'not_a_calendar' }
  return { format: 'csv', ...table }
}

/** An event that was imported before. */
interface KnownContent {
  /** The event as it stands here. */
  event: UpdatedContent
  /** The event as the source had it last; null for what was imported before that was stored: anything may be changed by hand. */
  sourceValues: UpdatedContent | null
}

/**
 * Finds in which fields an event would be another after its update, and which of them somebody has changed here since its last import.
 * `hasPlace`: the place is the source's own, and not the default one, which no update stores.
 */
function changesOf(
  { event: current, sourceValues }: KnownContent,
  { event, hasPlace }: { event: UpdatedContent; hasPlace: boolean },
  nowSeconds: number,
): NonNullable<ImportRow['changes']> {
  const isSame = (one: UpdatedContent, other: UpdatedContent, field: ImportField) =>
    isDeepStrictEqual(valueOf(one, field, nowSeconds), valueOf(other, field, nowSeconds))
  return IMPORT_FIELDS.filter((field) => field !== 'location_name' || hasPlace)
    .filter((field) => !isFact(field) || event[field] !== undefined)
    .filter((field) => !isSame(current, event, field))
    .map((field) => ({ field, by_hand: sourceValues === null || !isSame(current, sourceValues, field) }))
}

/** Whether dates are to come of an event that was imported, by what its source said then: the team may have given it others. */
function wasComing({ event, sourceValues }: KnownContent, nowSeconds: number): boolean {
  const { timetable } = sourceValues ?? event
  return schedulesOf(timetable, { from: nowSeconds + 1, to: Number.MAX_SAFE_INTEGER }).length > 0
}

/** A source that says nothing of a fact leaves alone what was said here. */
function isFact(field: ImportField): field is FactName {
  return FACT_NAMES.some((one) => one === field)
}

/** The coming dates of a timetable are compared: a list and a rule may say the same, and a date that is over is nobody's change. */
function valueOf(event: UpdatedContent, field: ImportField, nowSeconds: number): unknown {
  if (field === 'timetable')
    return schedulesOf(event.timetable, { from: nowSeconds, to: Number.MAX_SAFE_INTEGER }).map(
      ({ start_time, end_time, is_all_day }) => [start_time, end_time, is_all_day],
    )
  if (field === 'location_name') return EVENT_FIELDS.location_name.map((name) => event[name])
  if (field === 'price') return [event.price ?? undefined, event.is_donation ?? false]
  if (field === 'info_url') return event.info_url || undefined
  return event[field]
}

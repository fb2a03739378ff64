import { hash } from 'node:crypto'
import type { ImportPreview, ImportRow } from '@/contract/back-office/import'
import type { EventState } from '@/domain/events/event-state'
import { IMPORT_ROWS_MAX, IMPORT_UID_MAX } from '@/domain/staff/import'
import type { CsvColumns, ImportError } from '@/domain/staff/import'
import type { StoredPlace } from '@/domain/places/place'
import { decodeText } from '@/server/modules/import/source/decode-text'
import { changesOf, wasComing } from './changes'
import type { KnownContent } from './changes'
import { placeFinder } from './find-place'
import { mapEvent } from './map-event'
import type { MapOptions, MappedEvent } from './map-event'
import { readSource } from '@/server/modules/import/source/read-source'
import type { ReadSource } from '@/server/modules/import/source/read-source'
import type { UnreadEvent } from '@/server/modules/import/source/source-event'

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
  const read = readUnlessBroken(() =>
    readSource(decodeText(bytes), { columns, nowSeconds: options.nowSeconds }),
  )
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

function readUnlessBroken(
  read: () => ReadSource | { trouble: ImportError },
): ReadSource | { trouble: ImportError } {
  try {
    return read()
  } catch {
    return { trouble: 'not_a_calendar' }
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
    return {
      uid,
      title: '',
      digest: sha256(uid),
      hasPlace: false,
      obstacle: 'unreadable',
      problems: [],
      notes: [],
    }
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

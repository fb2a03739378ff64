import { setImmediate } from 'node:timers/promises'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { ImportPreview, ImportRow } from '@/contract/import'
import { IMPORT_ROWS_MAX } from '@/domain/import'
import type { CsvColumns, ImportDefaults, ImportTrouble } from '@/domain/import'
import type { Queryable } from '@/server/database/client'
import { events, tags } from '@/server/database/schema'
import { decodeText } from '@/server/import/decode-text'
import { fetchCalendar } from '@/server/import/fetch-calendar'
import { placeFinder } from '@/server/import/find-place'
import { mapEvent } from '@/server/import/map-event'
import type { MapOptions, MappedEvent } from '@/server/import/map-event'
import { readSource } from '@/server/import/read-source'
import type { UnreadEvent } from '@/server/import/source-event'
import { findSource } from './sources'

/** Of the guide's own events, the newest. */
const KNOWN_PLACES_MAX = 2000
/** Read and mapped before another request has its turn: a few milliseconds. */
const EVENTS_PER_TURN = 5

interface PreviewInput {
  /** `file`: base64. */
  source: { url: string } | { name: string; file: string }
  defaults: ImportDefaults
  columns?: CsvColumns | undefined
}

interface PreviewOptions {
  allowsLoopback: boolean
  nowSeconds: number
}

/** Reads a calendar and tells what an import of it would do with each event that is not over. */
export async function previewImport(
  db: Queryable,
  { source, defaults, columns }: PreviewInput,
  { allowsLoopback, nowSeconds }: PreviewOptions,
): Promise<ImportPreview | { trouble: ImportTrouble }> {
  const knownTags = await db.select({ key: tags.key, name: tags.name, names: tags.names }).from(tags)
  const tagKeys = new Set(knownTags.map(({ key }) => key))
  // Chosen for an import of before, and deleted or merged since.
  if (!defaults.tag_keys.every((key) => tagKeys.has(key))) return { trouble: 'tag_gone' }
  const fetched =
    'url' in source
      ? await fetchCalendar(source.url, { allowsLoopback })
      : { ok: true as const, bytes: Buffer.from(source.file, 'base64') }
  if (!fetched.ok) return { trouble: fetched.trouble }
  const read = readSource(decodeText(fetched.bytes), { columns, nowSeconds })
  if ('trouble' in read) return read

  const known = await findSource(db, 'url' in source ? { name: '', url: source.url } : source)
  const imported = known === undefined ? [] : await importedEvents(db, known.id, nowSeconds)
  const byUid = new Map(imported.map((event) => [event.uid, event]))
  const findPlace = placeFinder(await placesOfEvents(db))
  const options = { defaults, nowSeconds, tags: knownTags, findPlace }
  const { rows, uids, counts } = await readRows(read.events, byUid, options)
  const name =
    'name' in source
      ? source.name
      : (read.name ?? new URL(source.url.replace(/^webcals?:/i, 'https:')).hostname)
  return {
    name: (known?.name ?? name).slice(0, 200),
    format: read.format,
    items: rows,
    ...counts,
    vanished: imported
      .filter(({ uid, isComing }) => isComing && !uids.has(uid))
      .map(({ id, title, status }) => ({ id, title, status })),
    ...(read.headings && { headings: read.headings }),
    ...(read.columns && { columns: read.columns }),
  }
}

/**
 * The events that are not over, as many as a preview shows: what is imported already stands back, so that after an import the next
 * preview of a large file has the next ones. Beyond that, what was never imported is counted and not read, over or not. Other
 * requests have their turn in between.
 */
async function readRows(
  source: Iterable<UnreadEvent>,
  imported: ReadonlyMap<string, ImportedBefore>,
  options: MapOptions,
) {
  const rows: ImportRow[] = []
  const uids = new Set<string>()
  const counts = { past: 0, unchanged: 0, left_out: 0 }
  let toDo = 0
  for (const { uid, read } of source) {
    if (uids.size % EVENTS_PER_TURN === 0) await setImmediate()
    uids.add(uid)
    const before = imported.get(uid)
    if (toDo >= IMPORT_ROWS_MAX && before === undefined) {
      counts.left_out += 1
      continue
    }
    const mapped = mapEvent(read(), options)
    const row = mapped && rowOf(mapped, before)
    if (row === undefined) counts.past += 1
    else if (row.state === 'unchanged') {
      counts.unchanged += 1
      if (counts.unchanged <= IMPORT_ROWS_MAX) rows.push(row)
    } else if (toDo < IMPORT_ROWS_MAX) {
      toDo += 1
      rows.push(row)
    } else counts.left_out += 1
  }
  return { rows: withinLimit(rows, toDo), uids, counts }
}

/** As many of the unchanged ones as there is room for, each where it stands in the source. */
function withinLimit(rows: readonly ImportRow[], toDo: number): ImportRow[] {
  let room = IMPORT_ROWS_MAX - toDo
  return rows.filter(({ state }) => state !== 'unchanged' || room-- > 0)
}

function rowOf(mapped: MappedEvent, before: ImportedBefore | undefined): ImportRow {
  const { uid, title, digest, event, draft, hasPlace, problems, obstacle, notes } = mapped
  // One that was corrected at its import is unchanged, too, as long as its source is.
  const isUnchanged = before !== undefined && before.digest === digest
  const fresh = before === undefined ? 'new' : 'changed'
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
    ...(before && { event_id: before.id, status: before.status }),
  }
}

type ImportedBefore = Awaited<ReturnType<typeof importedEvents>>[number]

async function importedEvents(db: Queryable, sourceId: string, nowSeconds: number) {
  const rows = await db
    .select({
      id: events.id,
      title: events.title,
      status: events.status,
      uid: events.importUid,
      digest: events.importDigest,
      isComing: sql<boolean>`exists (select 1 from schedules s where s.event_id = events.id
        and s.end_at > to_timestamp(${nowSeconds}::float8))`,
    })
    .from(events)
    .where(and(eq(events.importSourceId, sourceId), isNotNull(events.importUid)))
  return rows.map(({ uid, ...event }) => ({ ...event, uid: uid ?? '' }))
}

async function placesOfEvents(db: Queryable) {
  return db
    .selectDistinctOn([events.locationName], {
      location_name: events.locationName,
      latitude: events.latitude,
      longitude: events.longitude,
    })
    .from(events)
    .where(eq(events.status, 'PUBLISHED'))
    .orderBy(events.locationName)
    .limit(KNOWN_PLACES_MAX)
}

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
import type { SourceEvent } from '@/server/import/source-event'
import { findSource } from './sources'

/** Of the guide's own events, the newest. */
const KNOWN_PLACES_MAX = 2000
/** Read and mapped before another request has its turn: a few milliseconds. */
const EVENTS_PER_TURN = 5

interface PreviewInput {
  source: { url: string } | { name: string; text: string }
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
  const fetched =
    'url' in source
      ? await fetchCalendar(source.url, { allowsLoopback })
      : { ok: true as const, bytes: undefined }
  if (!fetched.ok) return { trouble: fetched.trouble }
  const text = 'text' in source ? source.text : decodeText(fetched.bytes ?? new Uint8Array())
  const read = readSource(text, { columns, nowSeconds })
  if ('trouble' in read) return read

  const options = {
    defaults,
    nowSeconds,
    tags: await db.select({ key: tags.key, name: tags.name }).from(tags),
    findPlace: placeFinder(await placesOfEvents(db)),
  }
  const { mapped, uids, past, leftOut } = await mapAll(read.events, options)
  const known = await findSource(db, 'url' in source ? { name: '', url: source.url } : source)
  const imported = known === undefined ? [] : await importedEvents(db, known.id, nowSeconds)
  const byUid = new Map(imported.map((event) => [event.uid, event]))
  const name =
    'name' in source
      ? source.name
      : (read.name ?? new URL(source.url.replace(/^webcals?:/i, 'https:')).hostname)
  return {
    name: (known?.name ?? name).slice(0, 200),
    format: read.format,
    items: mapped.map((event) => rowOf(event, byUid.get(event.uid))),
    past,
    left_out: leftOut,
    vanished: imported
      .filter(({ uid, isComing }) => isComing && !uids.has(uid))
      .map(({ id, title, status }) => ({ id, title, status })),
    ...(read.headings && { headings: read.headings }),
    ...(read.columns && { columns: read.columns }),
  }
}

/** The events that are not over, as many as a preview shows; other requests have their turn in between. */
async function mapAll(source: Iterable<SourceEvent>, options: MapOptions) {
  const mapped: MappedEvent[] = []
  const uids = new Set<string>()
  let past = 0
  let leftOut = 0
  for (const event of source) {
    if (uids.size % EVENTS_PER_TURN === 0) await setImmediate()
    uids.add(event.uid)
    const isOver = event.obstacle === undefined && event.blocks.length === 0
    const one = mapped.length < IMPORT_ROWS_MAX && !isOver ? mapEvent(event, options) : undefined
    if (one !== undefined) mapped.push(one)
    else if (isOver) past += 1
    else leftOut += 1
  }
  return { mapped, uids, past, leftOut }
}

function rowOf(mapped: MappedEvent, before: ImportedBefore | undefined): ImportRow {
  const { uid, title, digest, event, hasPlace, problems, obstacle, notes } = mapped
  const state =
    event === undefined
      ? 'invalid'
      : before === undefined
        ? 'new'
        : before.digest === digest
          ? 'unchanged'
          : 'changed'
  return {
    uid,
    title,
    digest,
    state,
    has_place: hasPlace,
    problems,
    notes,
    ...(event && { event }),
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

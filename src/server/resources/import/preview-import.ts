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
import type { MappedEvent } from '@/server/import/map-event'
import { readSource } from '@/server/import/read-source'
import { findSource } from './sources'

/** Of the guide's own events, the newest. */
const KNOWN_PLACES_MAX = 2000

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
  const mapped = read.events.flatMap((event) => mapEvent(event, options) ?? [])
  const known = await findSource(db, 'url' in source ? { name: '', url: source.url } : source)
  const imported = known === undefined ? [] : await importedEvents(db, known.id, nowSeconds)
  const byUid = new Map(imported.map((event) => [event.uid, event]))
  const uids = new Set(read.events.map(({ uid }) => uid))
  const name =
    'name' in source
      ? source.name
      : (read.name ?? new URL(source.url.replace(/^webcals?:/i, 'https:')).hostname)
  return {
    name: (known?.name ?? name).slice(0, 200),
    format: read.format,
    items: mapped.slice(0, IMPORT_ROWS_MAX).map((event) => rowOf(event, byUid.get(event.uid))),
    past: read.events.length - mapped.length,
    left_out: Math.max(0, mapped.length - IMPORT_ROWS_MAX),
    vanished: imported
      .filter(({ uid, isComing }) => isComing && !uids.has(uid))
      .map(({ id, title, status }) => ({ id, title, status })),
    ...(read.headings && { headings: read.headings }),
    ...(read.columns && { columns: read.columns }),
  }
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

import { Worker } from 'node:worker_threads'
import { and, eq, isNotNull, or, sql, type SQL } from 'drizzle-orm'
import pLimit from 'p-limit'
import type { previewImport } from '@/contract/back-office/import'
import type { CallInput } from '@/contract/endpoint'
import type { CsvColumns, ImportDefaults, ImportError } from '@/domain/staff/import'
import { placeSlug, type StoredPlace } from '@/domain/places/place'
import { allKeys } from '@/domain/tags/tag'
import type { Queryable } from '@/server/platform/database/client'
import { events, importSources, tags } from '@/server/platform/database/schema'
import { ApiError, validationFailed } from '@/server/http/errors/errors'
import type { Log } from '@/server/platform/process/logger'
import { SITE } from '@/site/site'
import { fetchCalendar, judgeBytes, readerBusy, type FetchOptions } from './calendar-bytes'
import type { ImportedBefore, Reading, ReadingTask, ReadRow } from './reading'

/** How a source is named in a request: by its id, or by its address. */
export interface SourceKey {
  id?: string | undefined
  url?: string | undefined
}

export type StoredSource = typeof importSources.$inferSelect

export async function findSource(db: Queryable, { id, url }: SourceKey): Promise<StoredSource | undefined> {
  const isId = id === undefined ? undefined : eq(importSources.id, id)
  const isUrl = url === undefined ? undefined : eq(importSources.url, url)
  const isIt = or(isId, isUrl)
  const [found] = isIt === undefined ? [] : await db.select().from(importSources).where(isIt)
  return found
}

export interface SourceAccess extends FetchOptions {
  reader: CalendarReader
}

export interface ReadSource {
  reading: Reading
  bytes: Uint8Array
  known: StoredSource | undefined
  /** What is chosen for the events, as it is stored with the source. */
  mapping: { defaults: ImportDefaults; columns?: CsvColumns }
}

/**
 * Reads a source, by its address or a file (base64), and compares it with what it has brought before. By hand and at night alike. Throws NOT_FOUND,
 * VALIDATION_FAILED, and UNAVAILABLE when too many wait for a reading, or the server closes.
 */
export async function readSource(
  db: Queryable,
  { source, ...input }: CallInput<typeof previewImport>['body'],
  { reader, nowSeconds, ...fetching }: SourceAccess & { nowSeconds: number },
): Promise<ReadSource | { trouble: ImportError }> {
  const known = await findSource(db, source)
  const chosen = input.defaults ?? known?.mapping.defaults
  const columns = input.columns ?? known?.mapping.columns
  const url = source.url ?? known?.url ?? undefined
  if (known === undefined && url === undefined && source.file === undefined) throw new ApiError('NOT_FOUND')
  if (chosen === undefined) throw validationFailed([{ path: 'defaults', code: 'required' }])
  if (source.file === undefined && url === undefined)
    throw validationFailed([{ path: 'source.file', code: 'required' }])
  const knownTags = await db
    .select({ key: tags.key, name: tags.name, names: tags.names, merged_keys: tags.mergedKeys })
    .from(tags)
  // A tag that was chosen for an earlier import may be merged since: then it is the other one.
  const current = new Map(knownTags.flatMap((tag) => allKeys(tag).map((key) => [key, tag.key])))
  if (!chosen.tag_keys.every((key) => current.has(key))) return { trouble: 'tag_gone' }
  const defaults = {
    ...chosen,
    tag_keys: [...new Set(chosen.tag_keys.flatMap((key) => current.get(key) ?? []))],
  }
  const { file } = source
  const bytes = file === undefined ? await fetchCalendar(url ?? '', fetching) : Buffer.from(file, 'base64')
  if ('trouble' in bytes) return bytes
  const judged = judgeBytes(bytes)
  if ('trouble' in judged) return judged
  const reading = await reader({
    text: judged.text,
    columns,
    defaults,
    nowSeconds,
    tags: knownTags,
    imported: known === undefined ? [] : await importedEvents(db, known.id),
    places: await placesOfEvents(db),
  })
  if ('trouble' in reading) return reading
  await markDuplicates(db, reading, known?.id)
  for (const row of reading.rows) row.is_ticked &&= known?.declined.includes(row.uid) !== true
  const mapping = { defaults, ...(reading.columns && { columns: reading.columns }) }
  return { reading, bytes, known, mapping }
}

async function importedEvents(db: Queryable, sourceId: string): Promise<ImportedBefore[]> {
  return db
    .select({
      id: events.id,
      uid: sql<string>`${events.importUid}`,
      title: events.title,
      status: events.status,
      revision: events.revision,
      timetable: events.timetable,
      digest: events.importDigest,
      isEdited: sql<boolean>`${events.editedRevision} > ${events.importRevision} or ${events.state} is not null`,
      isCancelled: sql<boolean>`${events.state} is not distinct from 'cancelled'`,
    })
    .from(events)
    .where(and(eq(events.importSourceId, sourceId), isNotNull(events.importUid)))
}

/** The newest places of our own events are known. */
const KNOWN_PLACES_MAX = 2000

async function placesOfEvents(db: Queryable): Promise<StoredPlace[]> {
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

const day = (instant: SQL) => sql`(${instant} at time zone ${SITE.timeZone})::date`

/** How like two titles are (pg_trgm) that may be of one event: 'Fado night' is wholly in 'Fado night at the harbour'. */
const LIKE_TITLES = 0.75

/**
 * Says of new rows which stored event they may be: one on the same day with a like title, or at the same place and hour. Events of the same source count
 * where they are missing in it now.
 */
async function markDuplicates(
  db: Queryable,
  { rows, vanished }: Reading,
  sourceId: string | undefined,
): Promise<void> {
  const fresh = rows.filter(({ state }) => state === 'new')
  const dates = fresh.flatMap((row) =>
    row.dates.items.map(({ start_time, is_all_day }) => ({
      uid: row.uid,
      title: row.title,
      // At the place that stands for none everything is, and all day, too.
      place: is_all_day || row.notes.includes('place_default') ? null : placeSlug(row.location_name),
      at: start_time,
    })),
  )
  if (dates.length === 0) return
  const start = sql`to_timestamp(r.at)`
  const { rows: found } = await db.execute<{ uid: string } & NonNullable<ReadRow['perhaps_same_as']>>(sql`
    select distinct on (r.uid) r.uid, e.id, e.title, e.status, s.is_all_day,
      extract(epoch from s.start_at)::float8 as start_time, extract(epoch from s.end_at)::float8 as end_time
    from json_to_recordset(${JSON.stringify(dates)}::json) r (uid text, title text, place text, at float8)
    join schedules s on s.start_at > ${start} - interval '1 day' and s.start_at < ${start} + interval '1 day'
      and ${day(sql`s.start_at`)} = ${day(start)}
    join events e on e.id = s.event_id
    where e.status <> 'REJECTED'
      and (e.import_source_id is distinct from ${sourceId ?? null}::uuid
        or e.id = any(${sql.param(vanished.map(({ id }) => id))}::uuid[]))
      and (greatest(word_similarity(lower(e.title), lower(r.title)), word_similarity(lower(r.title), lower(e.title)))
          >= ${LIKE_TITLES}
        or (s.start_at = ${start} and e.place_slug = r.place))
    order by r.uid, s.start_at, e.id`)
  const byUid = new Map(found.map(({ uid, ...event }) => [uid, event]))
  for (const row of fresh) {
    const same = byUid.get(row.uid)
    if (same !== undefined) Object.assign(row, { perhaps_same_as: same, is_ticked: false })
  }
}

// Calendars of others are read in a thread of their own, one after the other: no check of what is in them shows beforehand how long their rules take to expand.

/** The heap of the thread. */
const HEAP_MB = 256
/** How many calendars may wait, besides the one that is read. */
const MAX_WAITING = 3

type ReadingOutcome = Reading | { trouble: ImportError }

/** Reads a calendar (`reading`). One that is not read in time, or needs too much memory, is `too_slow`. Throws UNAVAILABLE. */
export type CalendarReader = (task: ReadingTask) => Promise<ReadingOutcome>

/** `maxMs`: the most that reading one calendar may take by the clock. */
export function createCalendarReader(
  log: Log<'warn'>,
  { closing, program, maxMs = 10_000 }: { closing: AbortSignal; program?: URL | undefined; maxMs?: number },
): CalendarReader {
  const oneAtATime = pLimit(1)

  const read = (task: ReadingTask) =>
    new Promise<ReadingOutcome>((resolve, reject) => {
      if (closing.aborted) throw readerBusy()
      const worker = startWorker(program)
      const end = () => void worker.terminate()
      const timer = setTimeout(end, maxMs)
      closing.addEventListener('abort', end)
      worker.once('message', (outcome: ReadingOutcome) => {
        resolve(outcome)
        end()
      })
      worker.once('error', (error) => log.warn({ err: error }, 'a calendar was not read'))
      // After its result or its error, too, which have settled it then.
      worker.once('exit', () => {
        clearTimeout(timer)
        closing.removeEventListener('abort', end)
        if (closing.aborted) reject(readerBusy())
        else resolve({ trouble: 'too_slow' })
      })
      worker.postMessage(task, [])
    })

  return async (task) => {
    if (oneAtATime.pendingCount >= MAX_WAITING) throw readerBusy()
    return oneAtATime(read, task)
  }
}

/** `program`: `reading-worker` as one file, where it is not beside this one. */
function startWorker(program: URL | undefined): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MB }
  if (program ?? !import.meta.url.endsWith('.ts'))
    return new Worker(program ?? new URL('reading-worker.js', import.meta.url), { resourceLimits })
  // From the sources, which tsx runs; by itself Node 20 starts no thread in TypeScript.
  const [translator, source] = ['tsx/esm/api', new URL('reading-worker.ts', import.meta.url)].map(String)
  const start = `import('${translator}').then(({ register }) => (register(), import('${source}')))`
  return new Worker(start, { eval: true, execArgv: [], resourceLimits })
}

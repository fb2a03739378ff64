import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { knownFacts, statedFacts } from '@/domain/events/facts/event-facts'
import type { ImportPreview } from '@/contract/back-office/import'
import { IMPORT_NAME_MAX } from '@/domain/staff/import'
import { allKeys } from '@/domain/tags/tag-keys'
import type { CsvColumns, ImportDefaults, ImportError, UpdatedContent } from '@/domain/staff/import'
import { secondsOf } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { events, tags } from '@/server/platform/database/schema'
import { ApiError } from '@/server/http/errors/api-error'
import { fetchCalendar } from '@/server/modules/import/source/fetch-calendar'
import type { Fetched } from '@/server/modules/import/source/fetch-calendar'
import type {
  ImportedBefore,
  PreviewOutcome,
  PreviewTask,
} from '@/server/modules/import/mapping/preview-rows'
import { cutText } from '@/domain/text/plain-text'
import { ReaderBusyError } from '@/server/modules/import/source/source-reader'
import type { SourceReader } from '@/server/modules/import/source/source-reader'
import { findSource } from './sources'
import { isCalledOff } from './store-imported'

/** The newest places of our own events are known. */
const KNOWN_PLACES_MAX = 2000
const BUSY_RETRY_SECONDS = 5

interface PreviewInput {
  /** `file`: base64. */
  source: { url: string } | { name: string; file: string }
  defaults: ImportDefaults
  columns?: CsvColumns | undefined
}

export interface SourceAccess {
  reader: Pick<SourceReader, 'preview'>
  /** Calendars may be fetched from this machine, where tests have theirs. */
  allowsLoopback: boolean
  /** Aborted when the server closes. */
  closing: AbortSignal
}

interface PreviewOptions extends SourceAccess {
  nowSeconds: number
}

/**
 * Fetches a calendar and tells what an import of it would do with each event that is not over. It is read in another process;
 * throws UNAVAILABLE when too many wait for that, and when the server closes.
 */
export async function previewImport(
  db: Queryable,
  { source, defaults: chosen, columns }: PreviewInput,
  { reader, allowsLoopback, closing, nowSeconds }: PreviewOptions,
): Promise<ImportPreview | { trouble: ImportError }> {
  const knownTags = await db
    .select({ key: tags.key, name: tags.name, names: tags.names, merged_keys: tags.mergedKeys })
    .from(tags)
  const current = new Map(knownTags.flatMap((tag) => allKeys(tag).map((key) => [key, tag.key])))
  // A tag that was chosen for an earlier import may be merged since: then it is the other one.
  const tagKeys = [...new Set(chosen.tag_keys.flatMap((key) => current.get(key) ?? []))]
  if (!chosen.tag_keys.every((key) => current.has(key))) return { trouble: 'tag_gone' }
  const defaults = { ...chosen, tag_keys: tagKeys }
  const fetched =
    'url' in source
      ? await fetchUntilClosing(source.url, { allowsLoopback, closing })
      : { ok: true as const, bytes: Buffer.from(source.file, 'base64') }
  if (!fetched.ok) return { trouble: fetched.trouble }
  const known = await findSource(db, 'url' in source ? { name: '', url: source.url } : source)
  const imported = known === undefined ? [] : await importedEvents(db, known.id, nowSeconds)
  const previewed = await preview(reader, {
    bytes: fetched.bytes,
    columns,
    defaults,
    nowSeconds,
    tags: knownTags,
    places: await placesOfEvents(db),
    imported,
  })
  if ('trouble' in previewed) return previewed
  const name =
    'name' in source
      ? source.name
      : (previewed.name ?? new URL(source.url.replace(/^webcals?:/i, 'https:')).hostname)
  return {
    ...previewed,
    name: cutText(known?.name ?? name, IMPORT_NAME_MAX),
    ...(known !== undefined && 'name' in source && { known: knownFile(known, imported.length) }),
  }
}

function knownFile({ lastRunAt }: { lastRunAt: Date | null }, count: number): ImportPreview['known'] {
  return { events: count, ...(lastRunAt !== null && { last_run_at: secondsOf(lastRunAt) }) }
}

async function fetchUntilClosing(
  url: string,
  options: Pick<SourceAccess, 'allowsLoopback' | 'closing'>,
): Promise<Fetched> {
  try {
    return await fetchCalendar(url, options)
  } catch (error) {
    if (options.closing.aborted) throw new ApiError('UNAVAILABLE', { retryAfterSeconds: BUSY_RETRY_SECONDS })
    throw error
  }
}

async function preview(reader: Pick<SourceReader, 'preview'>, task: PreviewTask): Promise<PreviewOutcome> {
  try {
    return await reader.preview(task)
  } catch (error) {
    if (error instanceof ReaderBusyError)
      throw new ApiError('UNAVAILABLE', { retryAfterSeconds: BUSY_RETRY_SECONDS })
    throw error
  }
}

async function importedEvents(
  db: Queryable,
  sourceId: string,
  nowSeconds: number,
): Promise<ImportedBefore[]> {
  const rows = await db
    .select({
      stored: events,
      isComing: sql<boolean>`exists (select 1 from schedules s where s.event_id = events.id
        and s.end_at > to_timestamp(${nowSeconds}::float8))`,
    })
    .from(events)
    .where(and(eq(events.importSourceId, sourceId), isNotNull(events.importUid)))
  return rows.map(({ stored, isComing }) => ({
    id: stored.id,
    uid: stored.importUid ?? '',
    status: stored.status,
    state: stored.state,
    digest: stored.importDigest,
    revision: stored.revision,
    sourceValues: stored.importValues,
    event: contentOf(stored),
    isCalledOff: isCalledOff(stored),
    isComing,
  }))
}

function contentOf(stored: typeof events.$inferSelect): UpdatedContent {
  const {
    title,
    description,
    locationName,
    latitude,
    longitude,
    priceCents,
    isDonation,
    infoUrl,
    timetable,
  } = stored
  return {
    title,
    description,
    location_name: locationName,
    latitude,
    longitude,
    timetable,
    ...(priceCents !== null && { price: priceCents / 100 }),
    ...(isDonation && { is_donation: true }),
    ...statedFacts(knownFacts(stored)),
    ...(infoUrl !== null && { info_url: infoUrl }),
  }
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

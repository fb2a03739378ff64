import pLimit from 'p-limit'
import ipaddr from 'ipaddr.js'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { and, eq, isNotNull, or, sql, type SQL } from 'drizzle-orm'
import type { previewImport } from '@/contract/back-office/import'
import type { CallInput } from '@/contract/endpoint'
import {
  type CsvColumns,
  type ImportDefaults,
  type ImportError,
  IMPORT_MAX_BYTES,
} from '@/domain/staff/import'
import { placeSlug, type StoredPlace } from '@/domain/places/place'
import { allKeys } from '@/domain/tags/tag'
import type { Queryable } from '@/server/platform/database/client'
import { events, importSources, tags } from '@/server/platform/database/schema'
import { ApiError, validationFailed } from '@/server/http/errors/errors'
import type { Log } from '@/server/platform/process/logger'
import { SITE } from '@/site/site'
import type { ImportedBefore, Reading, ReadingTask, ReadRow } from './reading'
import { lookup as lookUp, type LookupAddress } from 'node:dns'
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { parseWebUrl } from '@/domain/text/web-address'
import { isIcs } from './read-ics'
import { abortAfter } from '@/server/platform/process/clock'

/** How a source is named in a request: by its id, or by its address. */
interface SourceKey {
  id?: string | undefined
  url?: string | undefined
}

type StoredSource = typeof importSources.$inferSelect

export async function findSource(db: Queryable, { id, url }: SourceKey): Promise<StoredSource | undefined> {
  const isIt = or(id ? eq(importSources.id, id) : undefined, url ? eq(importSources.url, url) : undefined)
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
  /** The choices for its events, as they are stored with the source. */
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
  const { file, url = known?.url ?? undefined } = source
  if (known === undefined && url === undefined && file === undefined) throw new ApiError('NOT_FOUND')
  if (chosen === undefined) throw validationFailed([{ path: 'defaults', code: 'required' }])
  if (file === undefined && url === undefined)
    throw validationFailed([{ path: 'source.file', code: 'required' }])
  const knownTags = await db
    .select({ key: tags.key, name: tags.name, names: tags.names, merged_keys: tags.mergedKeys })
    .from(tags)
  // A tag that was chosen for an earlier import may be merged since: then it is the other one.
  const current = new Map(knownTags.flatMap((tag) => allKeys(tag).map((key) => [key, tag.key])))
  if (!chosen.tag_keys.every((key) => current.has(key))) return { trouble: 'tag_gone' }
  const tag_keys = [...new Set(chosen.tag_keys.flatMap((key) => current.get(key) ?? []))]
  const defaults = { ...chosen, tag_keys }
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
type CalendarReader = (task: ReadingTask) => Promise<ReadingOutcome>

/** `maxMs`: the most that reading one calendar may take by the clock. */
export function createCalendarReader(
  log: Log<'warn'>,
  { closing, program, maxMs = 10_000 }: { closing: AbortSignal; program?: URL | undefined; maxMs?: number },
): CalendarReader {
  const oneAtATime = pLimit(1)

  async function read(task: ReadingTask): Promise<ReadingOutcome> {
    const signal = abortAfter(maxMs, closing)
    if (closing.aborted) throw readerBusy()
    const worker = startWorker(program)
    // One that comes while the thread is being ended is nobody's.
    worker.on('error', () => {})
    try {
      // It rejects for an error of the thread, too.
      const answered = once(worker, 'message', { signal })
      worker.postMessage(task, [])
      const [outcome] = (await answered) as [ReadingOutcome]
      return outcome
    } catch (error) {
      if (closing.aborted) throw readerBusy()
      if (!signal.aborted) log.warn({ err: error }, 'a calendar was not read')
      return { trouble: 'too_slow' }
    } finally {
      void worker.terminate()
    }
  }

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

/** Too many calendars wait, or the server stops. */
const readerBusy = () => new ApiError('UNAVAILABLE', { retryAfterSeconds: 5 })

const TIMEOUT_MS = 10_000
const MAX_REDIRECTS = 5

interface FetchOptions {
  /** Calendars may be fetched from this machine, where tests have theirs. */
  allowsLoopback: boolean
  /** Aborted when the server closes. */
  closing: AbortSignal
}

/** An expected failure on the way to the bytes. */
class FetchError extends Error {
  constructor(readonly trouble: ImportError) {
    super(trouble)
  }
}

/**
 * Fetches a calendar from an address that somebody typed. Connects to public addresses alone: each is checked as it is
 * connected to, after the lookup of its name, so that neither a redirect nor a name that changes leads into our network (SSRF).
 * Throws UNAVAILABLE when the server closes.
 */
async function fetchCalendar(
  address: string,
  { closing, allowsLoopback }: FetchOptions,
): Promise<Uint8Array | { trouble: ImportError }> {
  const signal = abortAfter(TIMEOUT_MS, closing)
  try {
    let url = calendarUrl(address)
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const response = await get(url, signal, allowsLoopback)
      const { statusCode = 0, headers } = response
      if (statusCode === 200) return await bodyOf(response)
      response.destroy()
      if (statusCode < 300 || statusCode >= 400 || headers.location === undefined) break
      url = calendarUrl(headers.location, url)
    }
    return { trouble: 'refused' }
  } catch (error) {
    if (closing.aborted) throw readerBusy()
    if (error instanceof FetchError) return { trouble: error.trouble }
    return { trouble: signal.aborted ? 'too_slow' : 'unreachable' }
  }
}

/** The address to fetch: `webcal:` is what calendars write for https. */
function calendarUrl(address: string, base?: URL): URL {
  const text = address.trim().replace(/^webcals?:/i, 'https:')
  const absolute = URL.canParse(text, base?.href) ? new URL(text, base?.href).href : text
  const url = parseWebUrl(absolute)
  if (url === undefined) throw new FetchError('unreachable')
  return url
}

function get(url: URL, signal: AbortSignal, allowsLoopback: boolean): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // The name of an address is not looked up.
  if (isIP(host) !== 0 && !isPublicAddress(host, allowsLoopback)) throw new FetchError('address_private')
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  const headers = {
    accept: 'text/calendar, text/csv;q=0.9, text/plain;q=0.5, */*;q=0.1',
    'accept-encoding': 'identity',
    'user-agent': 'ericeira-events-import/1',
  }
  const lookup = publicLookup(allowsLoopback)
  return new Promise((resolve, reject) => {
    request(url, { signal, agent: false, lookup, headers }, resolve).on('error', reject).end()
  })
}

/** Looks a name up as Node does; one private address among several refuses the name. */
function publicLookup(allowsLoopback: boolean): NonNullable<RequestOptions['lookup']> {
  return (hostname, { family, hints }, callback) => {
    lookUp(hostname, { family, hints, all: true }, (error, addresses: LookupAddress[] = []) => {
      const isPublic = addresses.every(({ address }) => isPublicAddress(address, allowsLoopback))
      callback(error ?? (isPublic ? null : new FetchError('address_private')), addresses)
    })
  }
}

async function bodyOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let received = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    received += chunk.length
    if (received > IMPORT_MAX_BYTES) throw new FetchError('too_big')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Our server connects for somebody to addresses of the public Internet alone. */
export function isPublicAddress(address: string, allowsLoopback = false): boolean {
  // The library also reads what no browser would take for an address, such as 127.1.
  if (isIP(address) === 0) return false
  // An IPv6 address that carries one of IPv4 is none of them.
  const range = ipaddr.parse(address).range()
  return range === 'unicast' || (allowsLoopback && range === 'loopback')
}

// The bytes of a calendar are judged before they are believed: a table can be read from any.

/** How the bytes of what is no text begin, in hexadecimal: workbooks of Excel, then ZIP, gzip, zlib, bzip2, xz, 7z and RAR, then PDF. */
const SIGNATURES: readonly (readonly [RegExp, ImportError])[] = [
  // "xl/" is in the names of a ZIP that is a workbook.
  [/^504b0304(?:..)*786c2f/, 'excel'],
  [/^d0cf11e0/, 'excel'],
  [/^(?:504b0304|1f8b|78(?:01|9c|da)|425a68|fd377a58|377abcaf|52617221)/, 'compressed'],
  [/^25504446/, 'not_text'],
]
/** The share of control characters that no text has. */
const CONTROLS_MAX = 0.01

/** The text of a calendar or of what may be a table, or what is the matter with its bytes. */
function judgeBytes(bytes: Uint8Array): { text: string } | { trouble: ImportError } {
  if (bytes.length > IMPORT_MAX_BYTES) return { trouble: 'too_big' }
  const begin = Buffer.from(bytes.subarray(0, 20_000)).toString('hex')
  const known = SIGNATURES.find(([signature]) => signature.test(begin))
  if (known !== undefined) return { trouble: known[1] }
  const text = decode(bytes)
    .replace(/^\uFEFF/, '')
    .trim()
  if (text === '') return { trouble: 'empty' }
  const start = text.slice(0, 10_000)
  const controls = start.replaceAll(/[^\p{Cc}]|[\t\n\r\f]/gu, '').length
  if (text.includes('\0') || controls > start.length * CONTROLS_MAX) return { trouble: 'not_text' }
  if (isIcs(text)) return isWhole(text) ? { text } : { trouble: 'cut_off' }
  if (/^<(?!\?xml)/.test(text)) return { trouble: 'web_page' }
  return /^(?:[{[<]|BEGIN:)/.test(text) ? { trouble: 'not_a_calendar' } : { text }
}

/** A file that was cut off lacks the end of its last calendar. */
function isWhole(text: string): boolean {
  const last = text.toUpperCase().lastIndexOf('\nBEGIN:VCALENDAR')
  return /^END:VCALENDAR\s*$/im.test(text.slice(last + 1))
}

/** Bytes 0x80 to 0x9F. Node 20 decodes Windows-1252 as Latin-1, which has no letters there. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'

/** The text of a file of unknown encoding: UTF-16 by its byte order mark, UTF-8 when it is valid, else Windows-1252, which old spreadsheets write. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const latin = Buffer.from(bytes).toString('latin1')
  // Calendars are folded by bytes, some within a letter (RFC 5545, 3.1).
  const unfolded = /^(?:ï»¿)?\s*BEGIN:/i.test(latin) ? latin.replaceAll(/\r?\n[ \t]/g, '') : latin
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(unfolded, 'latin1'))
  } catch {
    return unfolded.replaceAll(
      /[\u0080-\u009F]/g,
      (letter) => WINDOWS_1252[letter.charCodeAt(0) - 0x80] ?? letter,
    )
  }
}

import { lookup } from 'node:dns'
import type { LookupAddress } from 'node:dns'
import { request as httpRequest } from 'node:http'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import ipaddr from 'ipaddr.js'
import { contentOf } from '@/server/platform/database/events/event-content'
import type { ImportPreview } from '@/contract/back-office/import'
import { IMPORT_NAME_MAX, IMPORT_MAX_BYTES } from '@/domain/staff/import'
import type { CsvColumns, ImportDefaults, ImportError } from '@/domain/staff/import'
import { allKeys } from '@/domain/tags/tag'
import { secondsOf } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { events, tags } from '@/server/platform/database/schema'
import { ApiError } from '@/server/http/errors/errors'
import type { ImportedBefore } from '@/server/modules/import/mapping/preview-rows'
import { cutText } from '@/domain/text/plain-text'
import { parseWebUrl } from '@/domain/text/web-address'
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

/**
 * Fetches a calendar and tells what an import of it would do with each event that is not over. It is read in another process;
 * throws UNAVAILABLE when too many wait for that, and when the server closes.
 */
export async function previewImport(
  db: Queryable,
  { source, defaults: chosen, columns }: PreviewInput,
  { reader, allowsLoopback, closing, nowSeconds }: SourceAccess & { nowSeconds: number },
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
      ? await fetchCalendar(source.url, { allowsLoopback, closing }).catch((error: unknown) => {
          throw closing.aborted ? busy() : error
        })
      : { ok: true as const, bytes: Buffer.from(source.file, 'base64') }
  if (!fetched.ok) return { trouble: fetched.trouble }
  const known = await findSource(db, 'url' in source ? { name: '', url: source.url } : source)
  const imported = known === undefined ? [] : await importedEvents(db, known.id, nowSeconds)
  const { bytes } = fetched
  const places = await placesOfEvents(db)
  const previewed = await reader
    .preview({ bytes, columns, defaults, nowSeconds, tags: knownTags, places, imported })
    .catch((error: unknown) => {
      throw error instanceof ReaderBusyError ? busy() : error
    })
  if ('trouble' in previewed) return previewed
  const name =
    'name' in source
      ? source.name
      : (previewed.name ?? new URL(source.url.replace(/^webcals?:/i, 'https:')).hostname)
  return {
    ...previewed,
    name: cutText(known?.name ?? name, IMPORT_NAME_MAX),
    ...(known !== undefined &&
      'name' in source && {
        known: {
          events: imported.length,
          ...(known.lastRunAt !== null && { last_run_at: secondsOf(known.lastRunAt) }),
        },
      }),
  }
}

const busy = () => new ApiError('UNAVAILABLE', { retryAfterSeconds: BUSY_RETRY_SECONDS })

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

const TIMEOUT_MS = 10_000
const MAX_REDIRECTS = 5

type Fetched = { ok: true; bytes: Buffer } | { ok: false; trouble: ImportError }

interface FetchOptions {
  /** Tests have no other server to fetch from. */
  allowsLoopback?: boolean | undefined
  /** The timeout of the whole fetch, redirects included. */
  timeoutMs?: number
  /** Ends it: nobody waits for the calendar any more. */
  closing?: AbortSignal | undefined
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
 * Throws when `closing` is aborted.
 */
async function fetchCalendar(
  address: string,
  { closing, allowsLoopback = false, timeoutMs = TIMEOUT_MS }: FetchOptions = {},
): Promise<Fetched> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = closing === undefined ? timeout : AbortSignal.any([closing, timeout])
  try {
    let url = calendarUrl(address)
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const response = await get(url, { signal, allowsLoopback })
      const { statusCode = 0, headers } = response
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
        response.destroy()
        url = calendarUrl(headers.location, url)
        continue
      }
      if (statusCode !== 200) {
        response.destroy()
        return { ok: false, trouble: 'refused' }
      }
      return { ok: true, bytes: await bodyOf(response) }
    }
    return { ok: false, trouble: 'refused' }
  } catch (error) {
    closing?.throwIfAborted()
    if (error instanceof FetchError) return { ok: false, trouble: error.trouble }
    return { ok: false, trouble: signal.aborted ? 'too_slow' : 'unreachable' }
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

function get(
  url: URL,
  { signal, allowsLoopback }: { signal: AbortSignal; allowsLoopback: boolean },
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // The name of an address is not looked up.
  if (isIP(host) !== 0 && !isPublicAddress(host, { allowsLoopback })) throw new FetchError('address_private')
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    request(url, {
      signal,
      agent: false,
      lookup: publicLookup(allowsLoopback),
      headers: {
        accept: 'text/calendar, text/csv;q=0.9, text/plain;q=0.5, */*;q=0.1',
        'accept-encoding': 'identity',
        'user-agent': 'ericeira-events-import/1',
      },
    })
      .on('response', resolve)
      .on('error', reject)
      .end()
  })
}

/** Looks a name up as Node does; one private address among several refuses the name. */
function publicLookup(allowsLoopback: boolean): NonNullable<RequestOptions['lookup']> {
  return (hostname, { family, hints, all }, callback) => {
    lookup(hostname, { family, hints, all: true }, (error, addresses: LookupAddress[] = []) => {
      const [first] = addresses
      if (error !== null) callback(error, '')
      else if (
        first === undefined ||
        !addresses.every(({ address }) => isPublicAddress(address, { allowsLoopback }))
      )
        callback(new FetchError('address_private'), '')
      else if (all === true) callback(null, addresses)
      else callback(null, first.address, first.family)
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

/** Whether an IP address belongs to the public Internet, so that our server may connect to it for somebody. */
export function isPublicAddress(
  address: string,
  { allowsLoopback = false }: { allowsLoopback?: boolean } = {},
): boolean {
  // The library also reads what no browser would take for an address, such as 127.1.
  if (isIP(address) === 0) return false
  // An IPv6 address that carries one of IPv4 is none of them.
  const range = ipaddr.parse(address).range()
  return range === 'unicast' || (allowsLoopback && range === 'loopback')
}

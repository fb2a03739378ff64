import { lookup, type LookupAddress } from 'node:dns'
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { IMPORT_MAX_BYTES, type ImportError } from '@/domain/staff/import'
import { parseWebUrl } from '@/domain/text/web-address'
import { readerBusy } from './calendar-reader'

const TIMEOUT_MS = 10_000
const MAX_REDIRECTS = 5

export interface FetchOptions {
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
export async function fetchCalendar(
  address: string,
  { closing, allowsLoopback }: FetchOptions,
): Promise<Uint8Array | { trouble: ImportError }> {
  const signal = AbortSignal.any([closing, AbortSignal.timeout(TIMEOUT_MS)])
  try {
    let url = calendarUrl(address)
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const response = await get(url, { signal, allowsLoopback })
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

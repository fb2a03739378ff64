import { lookup, type LookupAddress } from 'node:dns'
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { IMPORT_MAX_BYTES, type ImportError } from '@/domain/staff/import'
import { parseWebUrl } from '@/domain/text/web-address'
import { ApiError } from '@/server/http/errors/errors'
import { isIcs } from './read-ics'

/** Too many calendars wait, or the server stops. */
export const readerBusy = () => new ApiError('UNAVAILABLE', { retryAfterSeconds: 5 })

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
  return (hostname, { family, hints }, callback) => {
    lookup(hostname, { family, hints, all: true }, (error, addresses: LookupAddress[] = []) => {
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

/** Whether an IP address belongs to the public Internet, so that our server may connect to it for somebody. */
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
export function judgeBytes(bytes: Uint8Array): { text: string } | { trouble: ImportError } {
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

/** Whether the last of the calendars of a file has its end. */
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

import type { FastifyReply, FastifyRequest } from 'fastify'
import { compressed, type CachedResponse, type ContentEncoding } from '@/server/http/caching/response-cache'

/** A shorter body would not get shorter on the wire. */
const COMPRESS_FROM_BYTES = 1024
const VARY = 'accept-encoding, authorization'
/** A tag is named in the language of the request. */
const DATA_VARY = `accept-language, cookie, ${VARY}`
/** An opaque tag with its quotes, without the mark of a weak one; commas may stand in it. */
const ENTITY_TAG = /"[!#-~\u0080-\u00ff]*"/g
const REFUSED = String.raw`(?!\s*;\s*q=0(?:\.0*)?(?:,|$))`
const ACCEPTS_BROTLI = new RegExp(String.raw`\bbr\b${REFUSED}`)
const ACCEPTS_GZIP = new RegExp(String.raw`\bgzip\b${REFUSED}`)

interface Kind {
  type: string
  cacheControl: string
  vary?: string
}

const DATA: Kind = { type: 'application/json; charset=utf-8', cacheControl: 'no-cache', vary: DATA_VARY }

/** Sends the response, compressed for who accepts that, or 304 to a client that has it. */
export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
  { type, cacheControl, vary = VARY }: Kind = DATA,
): Promise<FastifyReply> {
  // A response varies by origin, too, under CORS.
  const known = reply.getHeader('vary')
  reply.headers({
    ...response.headers,
    etag: response.etag,
    'cache-control': cacheControl,
    vary: known === undefined ? vary : `${String(known)}, ${vary}`,
  })
  if (response.status === 200 && isNamed(request.headers['if-none-match'], response.etag))
    return reply.code(304).send()
  reply.code(response.status).type(type)
  const encoding = response.body.length < COMPRESS_FROM_BYTES ? undefined : acceptedEncoding(request)
  if (encoding === undefined) return reply.send(response.body)
  return reply.header('content-encoding', encoding).send(await compressed(response, encoding))
}

/** RFC 9110, 13.1.2. Compared weakly, as proxies that compress make tags weak. */
function isNamed(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  // Almost always it is what the browser got before.
  if (header === etag || header.trim() === '*') return true
  const [opaque] = etag.match(ENTITY_TAG) ?? []
  return [...header.matchAll(ENTITY_TAG)].some(([tag]) => tag === opaque)
}

function acceptedEncoding({ headers }: FastifyRequest): ContentEncoding | undefined {
  const accepted = headers['accept-encoding']
  if (typeof accepted !== 'string') return undefined
  if (ACCEPTS_BROTLI.test(accepted)) return 'br'
  return ACCEPTS_GZIP.test(accepted) ? 'gzip' : undefined
}

interface Paging {
  page: number
  per_page: number
}

export function pageSlice({ page, per_page }: Paging): { offset: number; limit: number } {
  return { offset: (page - 1) * per_page, limit: per_page }
}

/** The page of a list that `read` gives: it reads one row more, which shows whether there is a next page. */
export async function readPage<T>(
  paging: Paging,
  read: (slice: { offset: number; limit: number }) => Promise<T[]>,
): Promise<{ items: T[]; has_more: boolean }> {
  const { offset, limit } = pageSlice(paging)
  const rows = await read({ offset, limit: limit + 1 })
  return { items: rows.slice(0, limit), has_more: rows.length > limit }
}

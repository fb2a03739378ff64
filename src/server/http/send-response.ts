import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CachedResponse, ContentEncoding } from './response-cache'

/** A shorter body would not get shorter on the wire. */
const COMPRESS_FROM_BYTES = 1024
const VARY = 'accept-encoding, authorization'
const REFUSED = String.raw`(?!\s*;\s*q=0(?:\.0*)?(?:,|$))`
const ACCEPTS_BROTLI = new RegExp(String.raw`\bbr\b${REFUSED}`)
const ACCEPTS_GZIP = new RegExp(String.raw`\bgzip\b${REFUSED}`)

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Compresses the response in the encoding that this request accepts, once for all that come after. */
export async function compressFor(request: FastifyRequest, response: CachedResponse): Promise<void> {
  const encoding = encodingOf(request, response)
  if (encoding === undefined || response.encoded[encoding] !== undefined) return
  response.encoded[encoding] =
    encoding === 'br'
      ? await brotli(response.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      : await zip(response.body, { level: 6 })
}

/** Sends the response, or 304 to a client that has it; false when it has to be compressed first. */
export function sendCached(request: FastifyRequest, reply: FastifyReply, response: CachedResponse): boolean {
  const encoding = encodingOf(request, response)
  const body = encoding === undefined ? response.body : response.encoded[encoding]
  if (body === undefined) return false
  reply.header('etag', response.etag)
  reply.header('cache-control', 'no-cache')
  // With CORS a response varies by origin too.
  const vary = reply.getHeader('vary')
  reply.header('vary', vary === undefined ? VARY : `${String(vary)}, ${VARY}`)
  if (request.headers['if-none-match'] === response.etag) {
    reply.code(304).send()
    return true
  }
  if (encoding !== undefined) reply.header('content-encoding', encoding)
  reply.header('content-type', 'application/json; charset=utf-8')
  reply.send(body)
  return true
}

function encodingOf(request: FastifyRequest, response: CachedResponse): ContentEncoding | undefined {
  const accepted = request.headers['accept-encoding']
  if (typeof accepted !== 'string' || response.body.length < COMPRESS_FROM_BYTES) return undefined
  if (ACCEPTS_BROTLI.test(accepted)) return 'br'
  return ACCEPTS_GZIP.test(accepted) ? 'gzip' : undefined
}

import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer, Packing } from './answer-cache'

/** Below this a packed answer is no shorter on the wire. */
const PACK_FROM_BYTES = 1024
const VARY = 'accept-encoding, authorization'
const REFUSED = String.raw`(?!\s*;\s*q=0(?:\.0*)?(?:,|$))`
const TAKES_BROTLI = new RegExp(String.raw`\bbr\b${REFUSED}`)
const TAKES_GZIP = new RegExp(String.raw`\bgzip\b${REFUSED}`)

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Packs the answer in the way this request accepts, once for all that come after. */
export async function packFor(request: FastifyRequest, answer: Answer): Promise<void> {
  const packing = packingOf(request, answer)
  if (packing === undefined || answer.packed[packing] !== undefined) return
  answer.packed[packing] =
    packing === 'br'
      ? await brotli(answer.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      : await zip(answer.body, { level: 6 })
}

/** Sends the answer, or 304 to who has it; false when it has to be packed first. */
export function sendAtOnce(request: FastifyRequest, reply: FastifyReply, answer: Answer): boolean {
  const packing = packingOf(request, answer)
  const body = packing === undefined ? answer.body : answer.packed[packing]
  if (body === undefined) return false
  reply.header('etag', answer.etag)
  reply.header('cache-control', 'no-cache')
  // With CORS an answer varies by origin too.
  const vary = reply.getHeader('vary')
  reply.header('vary', vary === undefined ? VARY : `${String(vary)}, ${VARY}`)
  if (request.headers['if-none-match'] === answer.etag) {
    reply.code(304).send()
    return true
  }
  if (packing !== undefined) reply.header('content-encoding', packing)
  reply.header('content-type', 'application/json; charset=utf-8')
  reply.send(body)
  return true
}

function packingOf(request: FastifyRequest, answer: Answer): Packing | undefined {
  const accepted = request.headers['accept-encoding']
  if (typeof accepted !== 'string' || answer.body.length < PACK_FROM_BYTES) return undefined
  if (TAKES_BROTLI.test(accepted)) return 'br'
  return TAKES_GZIP.test(accepted) ? 'gzip' : undefined
}

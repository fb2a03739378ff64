import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '@/contract/endpoint'
import { MAX_PHOTO_BASE64_CHARS, MAX_PHOTO_BYTES } from '@/domain/events/event'
import { ApiError } from '@/server/http/errors/errors'
import { receiveBody } from './receive-body'

/** The size of the body that every call may send. */
export const BODY_BYTES = 64 * 1024
/** The most of a body besides its photo or file: fifty events of an import are some 300 KB. */
const REST_BYTES = 1024 * 1024
const PHOTO_BODY_BYTES = MAX_PHOTO_BASE64_CHARS + REST_BYTES
/** These are in memory while they arrive. Photos of the app go to the disk, as bytes. */
const LARGE_AT_ONCE = 16
const RETRY_AFTER_SECONDS = 5

export function bodyLimitOf(endpoint: Endpoint): number {
  if (endpoint.takesBytes !== undefined) return MAX_PHOTO_BYTES
  return endpoint.carriesPhoto === true ? PHOTO_BODY_BYTES : BODY_BYTES
}

/** Whether a body may have a photo in it: it is longer than others, or does not say how long it is. */
export function isLargeBody({ headers }: FastifyRequest, endpoint: Endpoint): boolean {
  if (endpoint.takesBytes !== undefined) return true
  return endpoint.carriesPhoto === true && isLarge(headers)
}

function isLarge(headers: FastifyRequest['headers']): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > BODY_BYTES
}

/**
 * Reads JSON bodies, in memory. A body of no bytes is no body, whatever its Content-Type says: clients that set one on
 * every request may delete, too. Where a body is needed, its absence is validated with the call.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  // Fastify would close the connection of a body that it refuses, and a client that is still sending gets no response
  // then (RFC 9112, 9.6).
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (!request.raw.complete) reply.removeHeader('connection')
    done()
  })
  const parseAny = app.getDefaultJsonParser('error', 'error')
  let largeAtOnce = 0
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    const parse = (text: string) =>
      new Promise<unknown>((resolve, reject) => {
        if (text === '') resolve(undefined)
        else void parseAny(request, text, (error, body) => (error === null ? resolve(body) : reject(error)))
      })
    const large = isLarge(request.headers) ? 1 : 0
    if (largeAtOnce + large > LARGE_AT_ONCE)
      throw new ApiError('UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    largeAtOnce += large
    try {
      const text = (await buffer(receiveBody(request, payload))).toString('utf8')
      assertFewValues(text)
      return await parse(text)
    } finally {
      largeAtOnce -= large
    }
  })
}

const FILE = /"(?:photo|file)"\s*:\s*"/

/** Everything but the photo or file, which is one string, is bounded: 14 MB of `{},{},` would become 2 GB of objects. */
function assertFewValues(text: string): void {
  const key = FILE.exec(text)
  const start = key === null ? text.length : key.index + key[0].length
  const end = Math.max(start, text.indexOf('"', start))
  if (text.length - (end - start) > REST_BYTES) throw new ApiError('PAYLOAD_TOO_LARGE')
}

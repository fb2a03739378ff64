import type { IncomingMessage } from 'node:http'
import { hash } from 'node:crypto'
import type { FastifyRequest, FastifyInstance } from 'fastify'
import { ApiError } from '@/server/http/errors/errors'
import { isStorableText } from '@/domain/text/plain-text'

/** Throws PAYLOAD_TOO_LARGE and MALFORMED_REQUEST as soon as it can. */
export async function* receiveBody(
  { headers, routeOptions }: FastifyRequest,
  payload: IncomingMessage,
): AsyncGenerator<Buffer> {
  const limit = routeOptions.bodyLimit
  const declared = headers['content-length'] === undefined ? undefined : Number(headers['content-length'])
  if (declared !== undefined && declared > limit) throw new ApiError('PAYLOAD_TOO_LARGE')
  let received = 0
  try {
    // A stream that is destroyed takes the connection with it, and the response would never arrive.
    for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      received += chunk.length
      if (received > limit) throw new ApiError('PAYLOAD_TOO_LARGE')
      yield chunk
    }
  } finally {
    // The rest is received and dropped: a client may read the response only when it has sent all.
    payload.resume()
  }
  if (declared !== undefined && received !== declared) throw new ApiError('MALFORMED_REQUEST')
}

/** Gives the calls of a scope the bytes of a file as they arrive. Bodies of other media types are refused unread. */
export function parseByteBodies(scope: FastifyInstance, mediaTypes: readonly string[]): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    [...mediaTypes],
    (request: FastifyRequest, payload: IncomingMessage, done: (error: null, body: unknown) => void) =>
      done(null, receiveBody(request, payload)),
  )
}

/** SHA-256 (hex) of JSON with sorted keys: the same content gives the same, whatever order the client wrote it in. */
export function contentFingerprint(value: unknown): string {
  const text =
    JSON.stringify(value, (_, inner: unknown) => (isObject(inner) ? sorted(inner) : inner)) ?? 'null'
  return hash('sha256', text, 'hex')
}

/**
 * The fingerprint of a write's body, the same whether its photo comes as base64 or is named as an upload: a client may send
 * the same in turn, where its uploads do not arrive.
 */
export function bodyFingerprint(body: unknown): string {
  if (!isObject(body) || typeof body['photo'] !== 'string') return contentFingerprint(body)
  const bytes = bytesOfBase64(body['photo'])
  if (bytes === undefined) return contentFingerprint(body)
  const upload = hash('sha256', bytes, 'hex')
  return contentFingerprint({ ...body, photo: { upload } })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sorted(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** No field of any call lies deeper: what walks through an input must not run out of its stack. */
const MAX_DEPTH = 16

/**
 * Refuses NUL and lone surrogates, which JSON can say and PostgreSQL cannot store, and lists in lists without end. Throws
 * MALFORMED_REQUEST.
 */
export function assertStorable(input: unknown, depth = 0): void {
  if (typeof input === 'string') assertText(input)
  if (typeof input !== 'object' || input === null) return
  if (depth > MAX_DEPTH) throw new ApiError('MALFORMED_REQUEST')
  for (const [key, value] of Object.entries(input)) {
    assertText(key)
    assertStorable(value, depth + 1)
  }
}

function assertText(text: string): void {
  if (!isStorableText(text)) throw new ApiError('MALFORMED_REQUEST')
}

const DATA_PREFIX = /^data:[\w+.-]+\/[\w+.-]+(?:;[\w=-]+)*;base64,/

/** Takes a `data:` prefix, too (rules 7). Undefined for something else: `Buffer.from` skips what it does not know. */
export function bytesOfBase64(base64: string): Buffer | undefined {
  const text = base64.slice(DATA_PREFIX.exec(base64.slice(0, 100))?.[0].length ?? 0).trim()
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const bytes = Buffer.from(text, 'base64')
  const expected = Math.floor(((text.length - padding) * 3) / 4)
  return bytes.length > 0 && bytes.length === expected ? bytes : undefined
}

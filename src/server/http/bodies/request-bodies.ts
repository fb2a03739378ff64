import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '@/contract/endpoint'
import { MAX_PHOTO_BASE64_CHARS, MAX_PHOTO_BYTES } from '@/domain/events/event'
import { isStorableText, sortedJson } from '@/domain/text/plain-text'
import { ApiError } from '@/server/http/errors/errors'

/** The size of the body that every call may send. */
export const BODY_BYTES = 64 * 1024
/** The most of a body besides its photo or file: fifty events of an import are some 300 KB. */
const REST_BYTES = 1024 * 1024
/** They are in memory while they arrive. */
const LARGE_AT_ONCE = 16
const RETRY_AFTER_SECONDS = 5

export function bodyLimitOf(endpoint: Endpoint): number {
  if (endpoint.takesBytes !== undefined) return MAX_PHOTO_BYTES
  return endpoint.carriesPhoto === true ? MAX_PHOTO_BASE64_CHARS + REST_BYTES : BODY_BYTES
}

/** A body that may have a photo in it is longer than others, or does not say how long it is. */
export function isLargeBody({ headers }: FastifyRequest, endpoint: Endpoint): boolean {
  if (endpoint.takesBytes !== undefined) return true
  const isLong = Number(headers['content-length'] ?? 0) > BODY_BYTES
  return endpoint.carriesPhoto === true && (isLong || headers['transfer-encoding'] !== undefined)
}

/** Counts the large bodies that arrive at the moment. Throws UNAVAILABLE for one too many; call it before a body is read. */
export function boundLargeBodies(app: FastifyInstance): (request: FastifyRequest) => void {
  const arriving = new Set<FastifyRequest>()
  const end = (request: FastifyRequest) => arriving.delete(request)
  app.addHook('onResponse', async (request) => void end(request))
  app.addHook('onRequestAbort', async (request) => void end(request))
  return (request) => {
    if (arriving.size >= LARGE_AT_ONCE)
      throw new ApiError('UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    arriving.add(request)
  }
}

/**
 * A body of no bytes is no body, whatever its Content-Type says: clients that set one on every request may delete, too. Where a body is
 * needed, its absence is validated with the call.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  // Fastify would close the connection of a body that it refuses, and a client that is still sending gets no response then (RFC 9112, 9.6):
  // the rest is received and dropped.
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (!request.raw.complete) {
      reply.removeHeader('connection')
      request.raw.resume()
    }
    done()
  })
  const parseAny = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null)
    else if (hasManyValues(text)) done(new ApiError('PAYLOAD_TOO_LARGE'))
    else void parseAny(request, text, done)
  })
}

/** Gives the calls of a scope the bytes of a file. Bodies of other media types are refused unread. */
export function parseByteBodies(scope: FastifyInstance, mediaTypes: readonly string[]): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser([...mediaTypes], { parseAs: 'buffer' }, (_request, bytes, done) =>
    done(null, bytes),
  )
}

const FILE = /"(?:photo|file)"\s*:\s*"/

/** Everything but the photo or file, which is one string, is bounded: 14 MB of `{},{},` would become 2 GB of objects. */
function hasManyValues(text: string): boolean {
  const key = FILE.exec(text)
  const start = key === null ? text.length : key.index + key[0].length
  const end = Math.max(start, text.indexOf('"', start))
  return text.length - (end - start) > REST_BYTES
}

/** SHA-256 (hex) of JSON with sorted keys: the same content gives the same, whatever order the client wrote it in. */
export function contentFingerprint(value: unknown): string {
  return hash('sha256', sortedJson(value), 'hex')
}

/**
 * The fingerprint of a write's body, the same whether its photo comes as base64 or is named as an upload: a client may send
 * the same in turn, where its uploads do not arrive.
 */
export function bodyFingerprint(body: unknown): string {
  const bytes = isObject(body) && typeof body['photo'] === 'string' ? bytesOfBase64(body['photo']) : undefined
  if (!isObject(body) || bytes === undefined) return contentFingerprint(body)
  return contentFingerprint({ ...body, photo: { upload: hash('sha256', bytes, 'hex') } })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** No field of any call lies deeper: what walks through an input must not run out of its stack. */
const MAX_DEPTH = 16

/**
 * Refuses NUL and lone surrogates, which JSON can say and PostgreSQL cannot store, and lists in lists without end. Throws
 * MALFORMED_REQUEST.
 */
export function assertStorable(input: unknown, depth = 0): void {
  if (typeof input === 'string' && !isStorableText(input)) throw new ApiError('MALFORMED_REQUEST')
  if (typeof input !== 'object' || input === null) return
  if (depth > MAX_DEPTH) throw new ApiError('MALFORMED_REQUEST')
  for (const [key, value] of Object.entries(input)) {
    assertStorable(key)
    assertStorable(value, depth + 1)
  }
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

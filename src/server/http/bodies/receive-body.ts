import type { IncomingMessage } from 'node:http'
import { hash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyRequest, FastifyInstance } from 'fastify'
import { ApiError } from '@/server/http/errors/errors'
import { isStorableText } from '@/domain/text/plain-text'
import type { LargeBody, LargeBodies } from './large-bodies'

/** Throws PAYLOAD_TOO_LARGE and MALFORMED_REQUEST as soon as it can, and leaves the rest unread. */
export async function* receiveBody(
  { headers, routeOptions }: FastifyRequest,
  payload: IncomingMessage,
  large?: LargeBody,
): AsyncGenerator<Buffer> {
  const limit = routeOptions.bodyLimit
  const declared = headers['content-length'] === undefined ? undefined : Number(headers['content-length'])
  if (declared !== undefined && declared > limit) throw new ApiError('PAYLOAD_TOO_LARGE')
  let received = 0
  // A stream that is destroyed takes the connection with it, and the response would never arrive.
  for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    received += chunk.length
    if (received > limit) throw new ApiError('PAYLOAD_TOO_LARGE')
    if (large !== undefined) large.receivedBytes = received
    yield chunk
  }
  if (declared !== undefined && received !== declared) throw new ApiError('MALFORMED_REQUEST')
  if (large !== undefined) large.isComplete = true
}

/** Gives the calls of a scope the bytes of a file as they arrive. Bodies of other media types are refused unread. */
export function parseByteBodies(
  scope: FastifyInstance,
  mediaTypes: readonly string[],
  largeBodies: LargeBodies,
): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    [...mediaTypes],
    (request: FastifyRequest, payload: IncomingMessage, done: (error: null, body: unknown) => void) =>
      done(null, receiveBody(request, payload, largeBodies.of(request))),
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

/** NUL and lone surrogates, which JSON can say and PostgreSQL cannot store. Throws MALFORMED_REQUEST. */
export function assertStorable(input: unknown): void {
  if (typeof input === 'string') assertText(input)
  if (typeof input !== 'object' || input === null) return
  for (const [key, value] of Object.entries(input)) {
    assertText(key)
    assertStorable(value)
  }
}

function assertText(text: string): void {
  if (!isStorableText(text)) throw new ApiError('MALFORMED_REQUEST')
}

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const FULL_RETRY_SECONDS = 120
const ENDING = '.part'
/** A younger one may be that of another server, which it is still arriving at. */
const LEFT_BEHIND_MS = 60 * 60 * 1000

/** The bytes of a body on the disk while they arrive, so that slow senders take no memory. */
export interface ArrivingFile {
  append(chunk: Uint8Array): Promise<void>
  readonly size: number
  content(): Promise<Buffer>
  text(): Promise<string>
  /** Takes its name away: whatever becomes of the server, its bytes go with the end of its work. */
  hide(): Promise<void>
  storeAs(path: string): Promise<void>
  close(): Promise<void>
}

/** Makes the folder for bodies that are arriving, and removes what a server that died in the wrong moment left in it. */
export async function openArrivals(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  for (const name of await readdir(dir)) {
    const path = join(dir, name)
    const found = name.endsWith(ENDING) ? await stat(path).catch(() => undefined) : undefined
    if (found !== undefined && Date.now() - found.mtimeMs > LEFT_BEHIND_MS) await rm(path, { force: true })
  }
}

export async function openArrivingFile(dir: string): Promise<ArrivingFile> {
  const path = join(dir, `${randomUUID()}${ENDING}`)
  const file = await unlessFull(open(path, 'wx+', 0o600))
  const hide = () => rm(path, { force: true })
  let size = 0
  return {
    async append(chunk) {
      await unlessFull(writeAll(file, chunk, size))
      size += chunk.length
    },
    get size() {
      return size
    },
    content: () => readAll(file, size),
    text: async () => (await readAll(file, size)).toString('utf8'),
    hide,
    storeAs: (target) => rename(path, target),
    async close() {
      await file.close()
      await hide()
    },
  }
}

async function writeAll(file: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < chunk.length;) {
    const { bytesWritten } = await file.write(chunk, done, chunk.length - done, position + done)
    done += bytesWritten
  }
}

async function readAll(file: FileHandle, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(size)
  for (let done = 0; done < size;) {
    const { bytesRead } = await file.read(bytes, done, size - done, done)
    if (bytesRead === 0) throw new Error('a body on the disk is shorter than what was written')
    done += bytesRead
  }
  return bytes
}

async function unlessFull<T>(step: Promise<T>): Promise<T> {
  try {
    return await step
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (NO_ROOM.has(code))
      throw new ApiError('INSUFFICIENT_STORAGE', { retryAfterSeconds: FULL_RETRY_SECONDS })
    throw error
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

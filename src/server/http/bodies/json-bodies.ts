import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BODY_TOKENS_MAX } from '@/contract/envelope'
import { ApiError } from '@/server/http/errors/errors'
import { openArrivingFile, receiveBody } from './receive-body'
import type { LargeBodies } from './large-bodies'

/**
 * Reads JSON bodies: small ones in memory; large ones, which have a photo as base64, by way of the disk (`uploadsDir`) and
 * parsed one at a time. What is too long or would make too many values is refused while it arrives. A body of no bytes is
 * no body, whatever its Content-Type says: clients that set one on every request may delete, too. Where a body is needed,
 * its absence is validated with the call.
 */
export function parseJsonBodies(
  app: FastifyInstance,
  { largeBodies, uploadsDir }: { largeBodies: LargeBodies; uploadsDir: string },
): void {
  const parseAny = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    const parse = (text: string) =>
      new Promise<unknown>((resolve, reject) => {
        if (text === '') resolve(undefined)
        else void parseAny(request, text, (error, body) => (error === null ? resolve(body) : reject(error)))
      })
    const large = largeBodies.of(request)
    const chunks = counted(receiveBody(request, payload, large))
    if (large === undefined) {
      const received: Buffer[] = []
      for await (const chunk of chunks) received.push(chunk)
      return parse(Buffer.concat(received).toString('utf8'))
    }

    const file = await openArrivingFile(uploadsDir)
    try {
      await file.hide()
      for await (const chunk of chunks) await file.append(chunk)
      await largeBodies.enter(large)
      return await parse(await file.text())
    } finally {
      await file.close()
    }
  })
}

/** Throws MALFORMED_REQUEST at the first byte of too much structure. */
async function* counted(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const structure = new JsonStructure()
  for await (const chunk of chunks) {
    structure.read(chunk)
    yield chunk
  }
}

const MAX_DEPTH = 12

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** Counted while it arrives: 14 MB of `{},{},` become 2 GB of objects. Whether it is JSON is for the parser to say. */
export class JsonStructure {
  #tokens = 0
  #depth = 0
  #inString = false
  #escaped = false

  /** Throws MALFORMED_REQUEST at the first byte that is too many or too deep. */
  read(chunk: Buffer): void {
    for (let at = 0; at < chunk.length;)
      at = this.#inString ? this.#readString(chunk, at) : this.#readStructure(chunk, at)
  }

  #readString(chunk: Buffer, from: number): number {
    let at = from
    // Most of a large body is one string without an escape, the photo.
    if (!this.#escaped && !chunk.includes(BACKSLASH, at)) {
      const end = chunk.indexOf(QUOTE, at)
      if (end < 0) return chunk.length
      this.#inString = false
      return end + 1
    }
    let escaped = this.#escaped
    for (; at < chunk.length; at += 1) {
      const byte = chunk[at]
      if (escaped) escaped = false
      else if (byte === BACKSLASH) escaped = true
      else if (byte === QUOTE) {
        this.#inString = false
        at += 1
        break
      }
    }
    this.#escaped = escaped
    return at
  }

  #readStructure(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at]
      if (byte === QUOTE) this.#inString = true
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#depth += 1
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#depth -= 1
      else if (byte !== COMMA && byte !== COLON) continue
      this.#tokens += 1
      if (this.#tokens > BODY_TOKENS_MAX || this.#depth > MAX_DEPTH) throw new ApiError('MALFORMED_REQUEST')
      if (this.#inString) return at + 1
    }
    return chunk.length
  }
}

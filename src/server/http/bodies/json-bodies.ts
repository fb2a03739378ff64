import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '@/server/http/errors/api-error'
import { spoolBody } from './body-spool'
import { JsonStructure } from './json-structure'
import type { LargeBodies } from './large-bodies'
import type { LargeBody } from './large-body'
import { parseSpooled } from './spooled-json'

/**
 * Reads JSON bodies: small ones in memory, large ones by way of the disk (`spoolDir`). What is too long or would make too
 * many values is refused while it arrives. A body of no bytes is no body, whatever its Content-Type says: clients that
 * set one on every request may delete, too. Where a body is needed, its absence is validated with the call.
 */
export function parseJsonBodies(
  app: FastifyInstance,
  { largeBodies, spoolDir }: { largeBodies: LargeBodies; spoolDir: string },
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
    if (large === undefined) return parse(await receiveInMemory(request, payload))
    return receiveOnDisk(request, payload, { large, largeBodies, spoolDir, parse })
  })
}

async function receiveInMemory(request: FastifyRequest, payload: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  await receive(request, payload, (chunk) => {
    chunks.push(chunk)
  })
  return Buffer.concat(chunks).toString('utf8')
}

interface OnDisk {
  large: LargeBody
  largeBodies: LargeBodies
  spoolDir: string
  parse: (text: string) => Promise<unknown>
}

async function receiveOnDisk(
  request: FastifyRequest,
  payload: IncomingMessage,
  { large, largeBodies, spoolDir, parse }: OnDisk,
): Promise<unknown> {
  const spooled = await spoolBody(spoolDir)
  try {
    const { longestString } = await receive(request, payload, (chunk) => {
      large.receivedBytes += chunk.length
      return spooled.append(chunk)
    })
    await largeBodies.enter(large)
    return await parseSpooled(spooled, longestString, parse)
  } finally {
    await spooled.close()
  }
}

/** Hands on each chunk, and returns what they were made of. Throws PAYLOAD_TOO_LARGE and MALFORMED_REQUEST as soon as it can, and leaves the rest unread. */
async function receive(
  { headers, routeOptions }: FastifyRequest,
  payload: IncomingMessage,
  onChunk: (chunk: Buffer) => Promise<void> | void,
): Promise<JsonStructure> {
  const limit = routeOptions.bodyLimit
  const declared = headers['content-length'] === undefined ? undefined : Number(headers['content-length'])
  if (declared !== undefined && declared > limit) throw new ApiError('PAYLOAD_TOO_LARGE')
  const structure = new JsonStructure()
  let received = 0
  // A stream that is destroyed takes the connection with it, and the response would never arrive.
  for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    received += chunk.length
    if (received > limit) throw new ApiError('PAYLOAD_TOO_LARGE')
    structure.read(chunk)
    await onChunk(chunk)
  }
  if (declared !== undefined && received !== declared) throw new ApiError('MALFORMED_REQUEST')
  return structure
}

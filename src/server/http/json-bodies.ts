import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from './api-error'
import { spoolBody } from './body-spool'
import { JsonStructure } from './json-structure'
import type { LargeBodies, LargeBody } from './large-bodies'

/**
 * Reads JSON bodies: small ones in memory, large ones by way of the disk (`spoolDir`). What is too long or would make too
 * many values is refused while it arrives. A body of no bytes is no body, whatever its Content-Type says: clients that
 * set one on every request may delete, too. Where a body is needed, its absence is validated with the call.
 */
export function parseJsonBodies(
  app: FastifyInstance,
  { largeBodies, spoolDir }: { largeBodies: LargeBodies; spoolDir: string },
): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  const textOf = async (request: FastifyRequest, payload: IncomingMessage): Promise<string> => {
    const large = largeBodies.of(request)
    if (large === undefined) return receiveInMemory(request, payload)
    return receiveOnDisk(request, payload, { large, largeBodies, spoolDir })
  }
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    const text = await textOf(request, payload)
    if (text === '') return undefined
    return new Promise((resolve, reject) => {
      void parse(request, text, (error, body) => (error === null ? resolve(body) : reject(error)))
    })
  })
}

async function receiveInMemory(request: FastifyRequest, payload: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  await receive(request, payload, (chunk) => {
    chunks.push(chunk)
  })
  return Buffer.concat(chunks).toString('utf8')
}

async function receiveOnDisk(
  request: FastifyRequest,
  payload: IncomingMessage,
  { large, largeBodies, spoolDir }: { large: LargeBody; largeBodies: LargeBodies; spoolDir: string },
): Promise<string> {
  const spooled = await spoolBody(spoolDir)
  try {
    await receive(request, payload, (chunk) => {
      large.receivedBytes += chunk.length
      return spooled.append(chunk)
    })
    await largeBodies.enter(large)
    const bytes = await spooled.read()
    return bytes.toString('utf8')
  } finally {
    await spooled.close()
  }
}

/** Hands on each chunk. Throws PAYLOAD_TOO_LARGE and MALFORMED_REQUEST as soon as it can, and leaves the rest unread. */
async function receive(
  { headers, routeOptions }: FastifyRequest,
  payload: IncomingMessage,
  onChunk: (chunk: Buffer) => Promise<void> | void,
): Promise<void> {
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
}

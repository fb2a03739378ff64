import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '@/server/http/errors/api-error'
import type { LargeBody } from './large-body'

/**
 * The chunks of a body as they arrive. Throws PAYLOAD_TOO_LARGE and MALFORMED_REQUEST as soon as it can, and leaves the rest
 * unread. `large`: the body, where it is one that is counted.
 */
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

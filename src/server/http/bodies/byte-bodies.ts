import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { LargeBodies } from './large-bodies'
import { receiveBody } from './receive-body'

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

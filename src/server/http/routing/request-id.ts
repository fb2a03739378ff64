import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

export const REQUEST_ID_HEADER = 'x-request-id'

/** Made here and random: what a client calls its request could be anything, and a counter says how busy we are. */
export function newRequestId(): string {
  return randomUUID()
}

/** Every response names its request, so that what a person reports is found in the log. */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id)
    done()
  })
}

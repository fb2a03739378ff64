import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export const REQUEST_ID_HEADER = 'x-request-id'
/** A proxy's own id, such as HAProxy's `unique-id`, as far as it may stand in a log. */
const PROXYS_ID = /^[\w.:-]{8,128}$/
/** https://www.w3.org/TR/trace-context/#traceparent-header */
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/

/** Makes a random id: what a client calls its request could be anything, and a counter says how busy we are. */
export function newRequestId(): string {
  return randomUUID()
}

/** Every response names its request, so that what a person reports is found in the log; in that of a trusted proxy, too. */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const given = proxysHeader(request, REQUEST_ID_HEADER)
    if (given !== undefined && PROXYS_ID.test(given)) request.id = given
    reply.header(REQUEST_ID_HEADER, request.id)
    done()
  })
}

/** The trace that a trusted proxy has begun (W3C Trace Context). */
export function traceIdOf(request: FastifyRequest): string | undefined {
  return TRACEPARENT.exec(proxysHeader(request, 'traceparent') ?? '')?.[1]
}

/** A header of a request that came through a proxy of ours; it sees to it that none of them is a client's. */
function proxysHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  // The address that it forwards is believed, too.
  return (request.ips?.length ?? 1) > 1 && typeof value === 'string' ? value : undefined
}

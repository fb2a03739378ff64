import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { TrustedProxies } from '@/server/http/limits/client-address'
import { networkOf } from '@/server/http/limits/network-of'

/** Each holds a file descriptor and some 60 KB. */
const MAX_CONNECTIONS = 4000
/** A hostel's forty phones with six connections each, twice over. */
const MAX_OF_NETWORK = 500
/** Requests that are sent before the response to the first has come (pipelining, RFC 9112, 9.3.2). No browser does so, and no proxy. */
const MAX_UNANSWERED = 8

/** Bounds the connections that are open, of all and of one network, and the requests of one connection. Behind a proxy all of them are the proxy's, which bounds its own. */
export function limitConnections(app: FastifyInstance, proxies: TrustedProxies): void {
  app.server.maxConnections = MAX_CONNECTIONS
  endPipelines(app)
  if (proxies !== false) return
  const open = new Map<string, number>()
  app.server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress)
    const count = (open.get(network) ?? 0) + 1
    open.set(network, count)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left === 0) open.delete(network)
      else open.set(network, left)
    })
    if (count > MAX_OF_NETWORK) socket.destroy()
  })
}

/** Node begins with all requests of a connection at once: one connection would be as good as hundreds. */
function endPipelines(app: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>()
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    const count = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, count)
    reply.raw.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    if (count > MAX_UNANSWERED) socket.destroy()
    // The requests that came with them in one packet get no further either.
    if (!socket.destroyed) done()
  })
}

import type { FastifyInstance } from 'fastify'
import type { TrustedProxies } from './limits/client-address'
import { networkOf } from './limits/network-of'

/** Each holds a file descriptor and some 60 KB. */
const MAX_CONNECTIONS = 4000
/** A hostel's forty phones with six connections each, twice over. */
const MAX_OF_NETWORK = 500

/** Bounds the connections that are open, of all and of one network. Behind a proxy all of them are the proxy's, which bounds its own. */
export function limitConnections(app: FastifyInstance, proxies: TrustedProxies): void {
  app.server.maxConnections = MAX_CONNECTIONS
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

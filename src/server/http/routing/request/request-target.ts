import type { FastifyInstance } from 'fastify'
import { ApiError } from '@/server/http/errors/api-error'

/**
 * Refuses (MALFORMED_REQUEST) what names several hosts, as RFC 9112, 3.2 requires: Node takes the first, and a proxy in front may
 * have decided by another.
 */
export function refuseSeveralHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { rawHeaders } = request.raw
    let hosts = 0
    // Names and values take turns. `headersDistinct` would make lists of all headers of every request.
    for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
    done(hosts > 1 ? new ApiError('MALFORMED_REQUEST') : undefined)
  })
}

/**
 * The path and query of a request target. A target may name a whole address (RFC 9112, 3.2.2: absolute-form); the host in it is
 * the sender's word and counts for nothing here, and whoever reads `request.url` later expects a path.
 */
export function pathOfTarget(target: string): string {
  if (target.startsWith('/')) return target
  const path = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
  return path.startsWith('?') || path === '' ? `/${path}` : path
}

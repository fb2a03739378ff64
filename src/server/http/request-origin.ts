import type { FastifyRequest } from 'fastify'

const HOST = /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * The origin that absolute URLs in a response carry: `PUBLIC_ORIGIN`, else the request's own (decisions,
 * Running it). A `Host` that is no host is not repeated.
 */
export function requestOrigin(request: FastifyRequest, publicOrigin: string | undefined): string {
  if (publicOrigin !== undefined) return publicOrigin
  const host = HOST.test(request.host) ? request.host : 'localhost'
  return `${request.protocol}://${host}`
}

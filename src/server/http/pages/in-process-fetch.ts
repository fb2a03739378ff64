import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * A `fetch` that reaches this server's own routes without a socket; only for addresses of the API. Its calls come from the
 * same visitor as the page's `request`, so that the same proxies are trusted and the same limits apply.
 */
export function inProcessFetch(
  app: FastifyInstance,
  { socket, headers: { 'x-forwarded-for': forwardedFor } }: Pick<IncomingMessage, 'socket' | 'headers'>,
): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const response = await app.inject({
      method: 'GET',
      ...(socket.remoteAddress !== undefined && { remoteAddress: socket.remoteAddress }),
      url: url.pathname + url.search,
      headers: {
        ...Object.fromEntries(request.headers),
        host: url.host,
        'x-forwarded-proto': url.protocol.slice(0, -1),
        ...(forwardedFor !== undefined && { 'x-forwarded-for': forwardedFor }),
      },
    })
    const headers = new Headers()
    for (const [name, value] of Object.entries(response.headers)) {
      if (value !== undefined) headers.set(name, String(value))
    }
    return new Response(response.body, { status: response.statusCode, headers })
  }
}

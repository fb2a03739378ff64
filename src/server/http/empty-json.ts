import type { FastifyInstance } from 'fastify'

/**
 * A body of no bytes is no body, whatever its Content-Type says: clients that set one on every request may delete, too.
 * Where a body is needed, its absence is validated with the call.
 */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, body, done)
  })
}

import type { FastifyInstance } from 'fastify'
import { API_PREFIX } from '@/contract/endpoint'
import { ENDPOINTS } from '@/contract/endpoints'
import { ApiError } from './api-error'

const PATHS = Object.values(ENDPOINTS).map(({ method, path }) => ({
  method: method as string,
  isLiteral: !path.includes('{'),
  pattern: new RegExp(`^${API_PREFIX}${path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
}))

/** Responds to an address below /api that is no route: METHOD_NOT_ALLOWED where another method would be, else NOT_FOUND. */
export function apiNotFound(app: FastifyInstance): void {
  app.all('/api/*', (request) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const matching = PATHS.filter(({ pattern }) => pattern.test(path))
    // `count-by-status` is no event: a path that is written out wins over one with a parameter.
    const literal = matching.filter(({ isLiteral }) => isLiteral)
    const allowed = (literal.length > 0 ? literal : matching).map(({ method }) => method)
    if (allowed.length === 0 || allowed.includes(request.method)) throw new ApiError('NOT_FOUND')
    throw new ApiError('METHOD_NOT_ALLOWED', { headers: { allow: [...new Set(allowed)].join(', ') } })
  })
}

import type { FastifyInstance } from 'fastify'
import { API_PREFIX } from '@/contract/endpoint'
import { ENDPOINTS } from '@/contract/endpoints'
import { ApiError } from './api-error'

const PATHS = Object.values(ENDPOINTS).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${API_PREFIX}${path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
}))

/** Whatever is asked for below /api and is no route: METHOD_NOT_ALLOWED where another method would be, else NOT_FOUND. */
export function apiNotFound(app: FastifyInstance): void {
  app.all('/api/*', (request) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const allowed = PATHS.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method as string)
    if (allowed.length === 0 || allowed.includes(request.method)) throw new ApiError('NOT_FOUND')
    throw new ApiError('METHOD_NOT_ALLOWED', { headers: { allow: [...new Set(allowed)].join(', ') } })
  })
}

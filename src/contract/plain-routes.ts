import { API_PREFIX } from './endpoint'

/** Every address of the server that is not a call with JSON in an envelope; pages and the client's files come on top. */
export const PLAIN_ROUTES = [
  '/healthz',
  '/readyz',
  '/robots.txt',
  '/sitemap.xml',
  `${API_PREFIX}/sitemap.xml`,
  `${API_PREFIX}/openapi.json`,
  `${API_PREFIX}/docs`,
  '/photos/:file',
  '/api/*',
] as const

import { API_PREFIX } from '@/contract/endpoint'
import {
  API_DOCS_PATH,
  APPLE_RESPONSE_PATH,
  CALENDAR_FILE_ROUTE,
  EMBED_PATH,
  EVENT_CARD_ROUTE,
  FEED_PATHS,
  WEEK_CARD_ROUTE,
  WEEK_STOP_ROUTE,
} from '@/contract/plain-routes'
import { LANGUAGE_ROUTE, SETTINGS_PATH } from '@/contract/settings'

/** Every address that is no call with JSON; pages and files come on top. */
export const PLAIN_ROUTES: readonly [string, ...string[]] = [
  '/healthz',
  '/readyz',
  '/robots.txt',
  '/sitemap.xml',
  `${API_PREFIX}/sitemap.xml`,
  `${API_PREFIX}/openapi.json`,
  // The routes of `@fastify/swagger-ui`: its page, its own files, and the description that they load.
  API_DOCS_PATH,
  `${API_DOCS_PATH}/`,
  `${API_DOCS_PATH}/json`,
  `${API_DOCS_PATH}/yaml`,
  `${API_DOCS_PATH}/static/index.html`,
  `${API_DOCS_PATH}/static/swagger-initializer.js`,
  `${API_DOCS_PATH}/static/theme/reading.css`,
  `${API_DOCS_PATH}/static/*`,
  APPLE_RESPONSE_PATH,
  LANGUAGE_ROUTE,
  SETTINGS_PATH,
  CALENDAR_FILE_ROUTE,
  ...Object.values(FEED_PATHS),
  EMBED_PATH,
  EVENT_CARD_ROUTE,
  WEEK_CARD_ROUTE,
  '/photos/:file',
  WEEK_STOP_ROUTE,
  '/api/*',
]

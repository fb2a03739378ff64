import { API_PREFIX } from './endpoint'
import { FEED_PATHS } from '@/contract/events/calendar-files'
import { LANGUAGE_ROUTE, SETTINGS_PATH } from './settings'

/** The reference page of the API. */
export const API_DOCS_PATH = `${API_PREFIX}/docs`

/** Apple sends a person back to this path: its form is posted there, and the page there goes on with what it said. */
export const APPLE_RESPONSE_PATH = '/auth/apple/redirect'

/** The calendar file of an event, as Fastify's router reads it. */
export const CALENDAR_FILE_ROUTE =
  '/events/:id([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}).ics'

/** The pictures of links to events and weeks. */
export const EVENT_CARD_ROUTE = '/cards/:id([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}).png'
export const WEEK_CARD_ROUTE = '/cards/week-:monday(\\d{4}-\\d{2}-\\d{2}).png'

/** The list in a frame of another site. */
export const EMBED_PATH = '/embed'

/**
 * The address where a mail program ends the week by mail when its reader says so (RFC 8058, a POST). The token has to
 * be in the address; it ends this one subscription and opens nothing.
 */
export const WEEK_STOP_ROUTE = `${API_PREFIX}/week-mail/stop/:id/:token`

export function weekStopPath(id: string, token: string): string {
  return WEEK_STOP_ROUTE.replace(':id', id).replace(':token', token)
}

/**
 * Every address of the server that is not a call with JSON in an envelope; pages and the client's files come on top. It is a function, so
 * that a page which imports one of these paths does not carry the list.
 */
export const plainRoutes = (): readonly [string, ...string[]] => [
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

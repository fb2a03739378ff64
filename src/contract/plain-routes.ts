import { API_PREFIX } from './endpoint'

export const API_DOCS_PATH = `${API_PREFIX}/docs`

/** Apple sends a person back to this path: its form is posted there, and the page there goes on with what it said. */
export const APPLE_RESPONSE_PATH = '/auth/apple/redirect'

export const CALENDAR_FILE_ROUTE =
  '/events/:id([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}).ics'

export const EVENT_CARD_ROUTE = '/cards/:id([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}).png'
export const WEEK_CARD_ROUTE = '/cards/week-:monday(\\d{4}-\\d{2}-\\d{2}).png'

export const EMBED_PATH = '/embed'

/** A mail program ends the week by mail with a POST to it (RFC 8058); the token ends this one subscription and opens nothing. */
export const WEEK_STOP_ROUTE = `${API_PREFIX}/week-mail/stop/:id/:token`

export function weekStopPath(id: string, token: string): string {
  return WEEK_STOP_ROUTE.replace(':id', id).replace(':token', token)
}

export const FEED_PATHS = { ics: '/events.ics', rss: '/events.rss', json: '/events.json' } as const

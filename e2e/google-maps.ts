import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Route } from '@playwright/test'

const CORS = { 'access-control-allow-origin': '*' }
export const SURF_SCHOOL = {
  displayName: 'Três Ondas Surf School',
  formattedAddress: 'R. do Norte 12, 2655-364 Ericeira, Portugal',
  latitude: 38.96712,
  longitude: -9.41834,
}

/** How a server responds: as it should, not at all because something on the way blocks it, with 403, or never. */
export type Response = 'fine' | 'blocked' | 'forbidden' | 'silent'

/** The stub of Google's servers: its requests, and how it responds. */
export interface Google {
  /** Every request to another site than the guide's. */
  requests: URL[]
  /** Requests of the place search. */
  searches: { path: string; body: Record<string, unknown> }[]
  script: Response
  isKeyRefused: boolean
  placeSearch: Response
}

/** Stubs Google's script and place search at the network; no other request leaves the machine. */
export async function stubGoogle(context: BrowserContext): Promise<Google> {
  const script = await readFile(join(import.meta.dirname, 'google-maps-stub.js'), 'utf8')
  const google: Google = {
    requests: [],
    searches: [],
    script: 'fine',
    isKeyRefused: false,
    placeSearch: 'fine',
  }
  await context.route(
    (url) => !['localhost', '127.0.0.1'].includes(url.hostname),
    async (route) => {
      const url = new URL(route.request().url())
      google.requests.push(url)
      if (url.hostname === 'maps.googleapis.com') {
        if (google.script !== 'fine') return failWith(google.script, route)
        return route.fulfill({
          contentType: 'text/javascript',
          body: `window.isKeyRefused = ${google.isKeyRefused};${script}`,
        })
      }
      if (url.hostname !== 'places.googleapis.com') return route.abort()
      if (google.placeSearch !== 'fine') return failWith(google.placeSearch, route)
      const body = route.request().postDataJSON() as Record<string, unknown>
      google.searches.push({ path: url.pathname, body })
      return route.fulfill({ headers: CORS, json: responseTo(url.pathname) })
    },
  )
  return google
}

async function failWith(response: Exclude<Response, 'fine'>, route: Route): Promise<void> {
  if (response === 'blocked') return route.abort('blockedbyclient')
  if (response === 'forbidden') return route.fulfill({ status: 403, headers: CORS, body: 'Forbidden' })
}

function responseTo(path: string): unknown {
  if (path === '/details') return SURF_SCHOOL
  return {
    suggestions: [
      { placeId: 'surf-school', main: SURF_SCHOOL.displayName, secondary: 'R. do Norte, Ericeira' },
      // Also a known place: the guide offers its own entry only.
      { placeId: 'coxos', main: 'Coxos', secondary: 'Santo Isidoro' },
    ],
  }
}

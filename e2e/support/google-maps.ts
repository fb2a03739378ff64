import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'

const CORS = { 'access-control-allow-origin': '*' }
export const SURF_SCHOOL = {
  displayName: 'Três Ondas Surf School',
  formattedAddress: 'R. do Norte 12, 2655-364 Ericeira, Portugal',
  latitude: 38.96712,
  longitude: -9.41834,
}

/** The stub of Google's servers: its requests, and whether something on the way blocks its script. */
export interface Google {
  /** Every request to another site than the app's. */
  requests: URL[]
  /** Requests of the place search. */
  searches: { path: string; body: Record<string, unknown> }[]
  isScriptBlocked: boolean
}

/** Stubs Google's script and place search at the network; no other request leaves the machine. */
export async function stubGoogle(context: BrowserContext): Promise<Google> {
  const script = await readFile(join(import.meta.dirname, 'google-maps-stub.js'), 'utf8')
  const google: Google = { requests: [], searches: [], isScriptBlocked: false }
  await context.route(
    (url) => !['localhost', '127.0.0.1'].includes(url.hostname),
    async (route) => {
      const url = new URL(route.request().url())
      google.requests.push(url)
      if (url.hostname === 'maps.googleapis.com') {
        if (google.isScriptBlocked) return route.abort('blockedbyclient')
        return route.fulfill({ contentType: 'text/javascript', body: script })
      }
      if (url.hostname !== 'places.googleapis.com') return route.abort()
      const body = route.request().postDataJSON() as Record<string, unknown>
      google.searches.push({ path: url.pathname, body })
      return route.fulfill({ headers: CORS, json: responseTo(url.pathname) })
    },
  )
  return google
}

function responseTo(path: string): unknown {
  if (path === '/details') return SURF_SCHOOL
  return {
    suggestions: [
      { placeId: 'surf-school', main: SURF_SCHOOL.displayName, secondary: 'R. do Norte, Ericeira' },
      // A known place is found as well: the app offers its own entry only.
      { placeId: 'coxos', main: 'Coxos', secondary: 'Santo Isidoro' },
    ],
  }
}

import type { ServerResponse } from 'node:http'

/** The faults that one call between a browser and the server can meet. */
export const FAULTS = [
  /** The call is lost. */
  'drop-before',
  /** The server handles it; its response is lost. */
  'drop-after',
  /** The connection ends in the middle of the call. */
  'cut',
  /** No response, until the caller gives up or the network heals. */
  'hang',
  /** The server handles it; no response. */
  'hang-after',
  /** A captive portal responds in the server's place. */
  'portal',
  'portal-redirect',
  /** A proxy does not reach the server. */
  'bad-gateway',
  /** A proxy sheds load, in its own words. */
  'unavailable',
  'too-many',
  'unauthenticated',
] as const
export type Fault = (typeof FAULTS)[number]

/** Faults in which somebody else responds in the server's place. */
export type FalseResponse = Exclude<Fault, 'drop-before' | 'drop-after' | 'cut' | 'hang' | 'hang-after'>

/** Seconds that the gateway's own 503 and 429 ask to wait. */
const RETRY_AFTER = '1'

export function respondFalsely(response: ServerResponse, fault: FalseResponse): void {
  const html = { 'content-type': 'text/html' }
  switch (fault) {
    case 'portal':
      return void response.writeHead(200, html).end('<h1>Welcome to Café Wi-Fi</h1>')
    case 'portal-redirect':
      return void response.writeHead(302, { location: 'http://login.wifi.invalid/' }).end()
    case 'bad-gateway':
      return void response.writeHead(502, html).end('<h1>502 Bad Gateway</h1>')
    case 'unavailable':
      return void response.writeHead(503, { ...html, 'retry-after': RETRY_AFTER }).end('<h1>Busy</h1>')
    case 'too-many':
      return void response.writeHead(429, { ...html, 'retry-after': RETRY_AFTER }).end('<h1>Slow down</h1>')
    case 'unauthenticated': {
      const error = { code: 'UNAUTHENTICATED', message: 'Unauthenticated' }
      return void response
        .writeHead(401, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error }))
    }
  }
}

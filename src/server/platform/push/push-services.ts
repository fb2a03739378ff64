/**
 * Push services of browsers, by host: a subscription's endpoint comes from an anonymous client, and the server calls no other address for
 * one. A name that begins with a dot stands for every host below it.
 */
const PUSH_SERVICES: readonly string[] = [
  // Chrome, Edge on Android, Opera, Samsung Internet
  'fcm.googleapis.com',
  'jmt17.google.com',
  // Firefox
  'updates.push.services.mozilla.com',
  'push.services.mozilla.com',
  // Safari
  'web.push.apple.com',
  '.push.apple.com',
  // Edge on Windows
  '.notify.windows.com',
]

const MAX_ENDPOINT_CHARS = 1000

/** Whether a browser may have got this endpoint from its push service. `extraOrigin`: one on loopback, for tests. */
export function isPushServiceEndpoint(endpoint: string, extraOrigin?: string): boolean {
  if (endpoint.length > MAX_ENDPOINT_CHARS || !URL.canParse(endpoint)) return false
  const { protocol, port, hostname, username, password, origin, href } = new URL(endpoint)
  // One address has one spelling here: the row of an endpoint is found by it.
  if (username !== '' || password !== '' || href !== endpoint || href.includes('#')) return false
  if (origin === extraOrigin) return true
  if (protocol !== 'https:' || port !== '') return false
  return PUSH_SERVICES.some((name) => (name.startsWith('.') ? hostname.endsWith(name) : hostname === name))
}

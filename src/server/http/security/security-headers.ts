import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { API_DOCS_PATH } from '@/contract/plain-routes'
import { settingsScript, GOOGLE_TAG_ORIGIN, type Settings } from '@/contract/settings'

/** They load nothing and are framed nowhere. */
const DATA_HEADERS = {
  'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

/** A request that is refused before any hook runs gets these; the error page has styles of its own. */
export const UNROUTED_HEADERS = {
  ...DATA_HEADERS,
  'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
}

/** The headers of a page beside its policy (OWASP Secure Headers Project). Sign-in with a provider opens a window, and hears of it. */
const PAGE_HEADERS = {
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(self), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
}

/** Two years, and every subdomain (ASVS 3.4.1): the domain of the app is the app's alone. */
const HSTS = { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }

/** All of them, also of the shell that the worker caches: a navigation stays in the document, with the policy of its first page. */
const APP_ROUTES: ReadonlySet<string> = new Set(['/*', '/index.html'])

/** Sets headers before the handler, so that a page can add its scripts. HSTS needs https in PUBLIC_ORIGIN or from a trusted proxy. */
export function securityHeaders(app: FastifyInstance, options: PolicyOptions): void {
  const isHttps = options.publicOrigin?.startsWith('https:') === true
  const withPolicy = (isPage: boolean) => ({
    ...PAGE_HEADERS,
    'content-security-policy': contentSecurityPolicy({ ...options, isPage }),
  })
  const [closed, ofApp] = [withPolicy(false), withPolicy(true)]
  app.addHook('onRequest', (request, reply, done) => {
    const { url } = request.routeOptions
    if (isData(url)) reply.headers(DATA_HEADERS)
    else reply.headers(url !== undefined && APP_ROUTES.has(url) ? ofApp : closed)
    // The header is never sent over plain http: a server without a certificate must stay reachable.
    if (isHttps || request.protocol === 'https') reply.headers(HSTS)
    done()
  })
}

/** Other routes of the API answer with data; its documentation is a page. */
function isData(route: string | undefined): boolean {
  if (route === undefined || !route.startsWith('/api/')) return false
  return route !== API_DOCS_PATH && !route.startsWith(`${API_DOCS_PATH}/`)
}

interface PolicyOptions {
  /** Pages of the app may load Google Maps when there is a maps key, and the analytics when there is a measurement id. */
  settings: Settings
  /** Origin of the photos' URLs, when the page was requested under another of our origins. */
  publicOrigin: string | undefined
  /** The built client: the inline scripts of its app shell may run. */
  clientDir: string | undefined
}

/** Directive → sources. */
type Policy = Record<string, readonly string[]>

/**
 * Google documents these for the Maps JavaScript API (developers.google.com/maps/documentation/javascript/content-security-policy),
 * with one exception: its script comes from these two hosts, and other hosts of Google's serve scripts that would
 * undo the policy. The nonce of the stricter variant cannot be used: the service worker's shell has none.
 */
const GOOGLE_MAPS: Policy = {
  'script-src': ['https://maps.googleapis.com', 'https://maps.gstatic.com'],
  'style-src': ['https://fonts.googleapis.com'],
  'img-src': [
    'https://*.googleapis.com',
    'https://*.gstatic.com',
    'https://*.google.com',
    'https://*.googleusercontent.com',
  ],
  'font-src': ['https://fonts.gstatic.com'],
  'connect-src': [
    'https://*.googleapis.com',
    'https://*.google.com',
    'https://*.gstatic.com',
    'data:',
    'blob:',
  ],
  'frame-src': ['https://*.google.com'],
  'worker-src': ['blob:'],
}

/** developers.google.com/tag-platform/security/guides/csp; a tagging server of one's own is all by itself. */
function analytics({ analyticsId, analyticsOrigin: origin = GOOGLE_TAG_ORIGIN }: Settings): Policy {
  if (analyticsId === undefined) return {}
  const hosts =
    origin === GOOGLE_TAG_ORIGIN
      ? [origin, 'https://*.google-analytics.com', 'https://*.analytics.google.com']
      : [origin]
  return { 'script-src': [origin], 'img-src': hosts, 'connect-src': hosts }
}

/** Pages of the app may load what the settings say. A page with inline script of its own adds its hash to `script-src`. */
function contentSecurityPolicy(options: PolicyOptions & { isPage: boolean }): string {
  const { settings, publicOrigin, clientDir, isPage } = options
  const maps = isPage && settings.googleMapsKey !== undefined
  const others = [...(maps ? [GOOGLE_MAPS] : []), isPage ? analytics(settings) : {}]
  const api = URL.canParse(settings.apiBase ?? '') ? [new URL(settings.apiBase ?? '').origin] : []
  const photos = publicOrigin === undefined ? api : [publicOrigin, ...api]
  const own: Policy = {
    'default-src': [`'self'`],
    'script-src': [`'self'`, ...inlineScriptHashes(clientDir), hashSource(settingsScript(settings))],
    'style-src': [`'self'`, `'unsafe-inline'`],
    'img-src': [`'self'`, 'data:', 'blob:', ...photos],
    'font-src': [`'self'`],
    'connect-src': [`'self'`, ...api],
    'frame-src': maps ? [] : [`'none'`],
    'worker-src': [`'self'`],
    'manifest-src': [`'self'`],
    'object-src': [`'none'`],
    'base-uri': [`'none'`],
    'form-action': [`'self'`],
    'frame-ancestors': [`'none'`],
  }
  return Object.entries(own)
    .map(([directive, sources]) => {
      const all = [...sources, ...others.flatMap((policy) => policy[directive] ?? [])]
      return `${directive} ${all.join(' ')}`
    })
    .join(';')
}

/** CSP sources of the app shell's inline scripts. They are hashes: the service worker serves a cached shell, which no nonce fits. */
function inlineScriptHashes(clientDir: string | undefined): string[] {
  if (clientDir === undefined) return []
  const html = readFileSync(join(clientDir, 'index.html'), 'utf8')
  return [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, script = '']) => hashSource(script))
}

function hashSource(script: string): string {
  return `'sha256-${hash('sha256', script, 'base64')}'`
}

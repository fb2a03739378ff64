import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { API_PREFIX } from '@/contract/endpoint'
import { API_DOCS_PATH } from './api-docs'

interface HeaderOptions {
  /** A maps key is configured: pages of the guide may load Google Maps (decisions, maps). */
  maps: boolean
  /** Origin of the photos' URLs, when the page was requested under another of our origins. */
  publicOrigin: string | undefined
  /** Origin of the API that the client calls, when it is another server. */
  apiOrigin: string | undefined
  /** The built client: the inline scripts of its app shell may run. */
  clientDir: string | undefined
}

type Sources = Record<string, readonly string[]>

/**
 * What Google documents for the Maps JavaScript API (developers.google.com/maps/documentation/javascript/content-security-policy),
 * with one exception: its script comes from these two hosts, and other hosts of Google's serve scripts that would
 * undo the policy. The nonce of the stricter variant cannot be used: the service worker's shell has none.
 */
const GOOGLE_MAPS: Sources = {
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

/** The policy of pages. A page that carries inline script adds its nonce to `script-src`. */
function contentSecurityPolicy({ maps, publicOrigin, apiOrigin, clientDir }: HeaderOptions): string {
  const api = apiOrigin === undefined ? [] : [apiOrigin]
  const photos = publicOrigin === undefined ? api : [publicOrigin, ...api]
  const own: Sources = {
    'default-src': [`'self'`],
    'script-src': [`'self'`, ...inlineScriptHashes(clientDir)],
    'style-src': [`'self'`, `'unsafe-inline'`],
    'img-src': [`'self'`, 'data:', 'blob:', ...photos],
    'font-src': [`'self'`],
    'connect-src': [`'self'`, ...api],
    'frame-src': maps ? [] : [`'none'`],
    'worker-src': [`'self'`],
    'manifest-src': [`'self'`],
    'object-src': [`'none'`],
    'base-uri': [`'self'`],
    'form-action': [`'self'`],
    'frame-ancestors': [`'none'`],
  }
  return Object.entries(own)
    .map(([directive, sources]) =>
      [directive, ...sources, ...((maps && GOOGLE_MAPS[directive]) || [])].join(' '),
    )
    .join('; ')
}

/** CSP sources of the app shell's inline scripts. By hash: the service worker serves a cached shell, which no nonce fits. */
function inlineScriptHashes(clientDir: string | undefined): string[] {
  const shell = clientDir === undefined ? '' : join(clientDir, 'index.html')
  const html = existsSync(shell) ? readFileSync(shell, 'utf8') : ''
  return [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
}

/** Responses of the API load nothing and are framed nowhere; its documentation is a page. */
const DATA_HEADERS = {
  'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

/**
 * The routes of the guide's pages, rendered by the server or the shell that the service worker caches. All of them: a
 * client-side navigation stays in the same document, with the policy of its first page.
 */
const GUIDE_ROUTES: ReadonlySet<string | undefined> = new Set(['/*', '/index.html'])

/** Set on every response before its handler runs, so that a page can still add its nonce. */
export function securityHeaders(app: FastifyInstance, options: HeaderOptions): void {
  const closedPolicy = contentSecurityPolicy({ ...options, maps: false })
  const guidePolicy = contentSecurityPolicy(options)
  const pageHeaders = {
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(self), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  }
  app.addHook('onRequest', (request, reply, done) => {
    const isData = request.url.startsWith(`${API_PREFIX}/`) && request.routeOptions.url !== API_DOCS_PATH
    const policy = GUIDE_ROUTES.has(request.routeOptions.url) ? guidePolicy : closedPolicy
    reply.headers(isData ? DATA_HEADERS : { 'content-security-policy': policy, ...pageHeaders })
    // Only over https: a development server on plain http must stay reachable.
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000')
    done()
  })
}

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { API_PREFIX } from '@/contract/endpoint'
import { API_DOCS_PATH } from './api-docs'

interface HeaderOptions {
  /** A maps key is configured: the embedded map may load (decisions, Maps). */
  maps: boolean
  /** Where photos are, when the page was asked for under another address of ours. */
  publicOrigin: string | undefined
  /** Whom the client asks, when that is another server. */
  apiOrigin: string | undefined
  /** The built client: the inline scripts of its app shell may run. */
  clientDir: string | undefined
}

const MAPS_SCRIPTS = 'https://maps.googleapis.com'
const MAPS_IMAGES =
  'https://maps.gstatic.com https://*.googleapis.com https://*.google.com https://*.googleusercontent.com'
const MAPS_FRAMES = 'https://www.google.com'

/** What pages may load. A page that carries inline script adds its nonce to `script-src`. */
export function contentSecurityPolicy({ maps, publicOrigin, apiOrigin, clientDir }: HeaderOptions): string {
  const when = (sources: string) => (maps ? ` ${sources}` : '')
  const api = apiOrigin === undefined ? [] : [apiOrigin]
  const photos = publicOrigin === undefined ? api : [publicOrigin, ...api]
  return [
    `default-src 'self'`,
    ["script-src 'self'", ...inlineScriptHashes(clientDir)].join(' ') + when(MAPS_SCRIPTS),
    `style-src 'self' 'unsafe-inline'${when('https://fonts.googleapis.com')}`,
    ["img-src 'self' data: blob:", ...photos].join(' ') + when(MAPS_IMAGES),
    `font-src 'self'${when('https://fonts.gstatic.com')}`,
    ["connect-src 'self'", ...api].join(' ') + when(`${MAPS_SCRIPTS} https://places.googleapis.com`),
    maps ? `frame-src ${MAPS_FRAMES}` : `frame-src 'none'`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `object-src 'none'`,
    `base-uri 'self'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

/** CSP sources of the app shell's inline scripts. By hash: the service worker serves a cached shell, which no nonce fits. */
function inlineScriptHashes(clientDir: string | undefined): string[] {
  const shell = clientDir === undefined ? '' : join(clientDir, 'index.html')
  const html = existsSync(shell) ? readFileSync(shell, 'utf8') : ''
  return [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
}

/** An answer that is data loads nothing and is shown nowhere; the page about the calls is a page. */
const DATA_HEADERS = {
  'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

/** Set on every answer before its handler runs, so that a page can still add its nonce. */
export function securityHeaders(app: FastifyInstance, options: HeaderOptions): void {
  const pageHeaders = {
    'content-security-policy': contentSecurityPolicy(options),
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
    reply.headers(isData ? DATA_HEADERS : pageHeaders)
    // Only said where it is true: a development server on plain http must stay reachable.
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000')
    done()
  })
}

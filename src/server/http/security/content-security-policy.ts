import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingsScript } from '@/contract/settings'
import type { Settings } from '@/contract/settings'
import { GOOGLE_TAG_ORIGIN } from '@/domain/analytics'

export interface PolicyOptions {
  /** Pages of the app may load Google Maps when there is a maps key, and the analytics when there is a measurement id. */
  settings: Settings
  /** Origin of the photos' URLs, when the page was requested under another of our origins. */
  publicOrigin: string | undefined
  /** The built client: the inline scripts of its app shell may run. */
  clientDir: string | undefined
}

/** Directive → sources. */
export type Policy = Record<string, readonly string[]>

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

/**
 * The sources that Google documents for its tag (developers.google.com/tag-platform/security/guides/csp); a tagging server of
 * one's own is all by itself.
 */
function analytics({ analyticsId, analyticsOrigin: origin = GOOGLE_TAG_ORIGIN }: Settings): Policy {
  if (analyticsId === undefined) return {}
  const hosts =
    origin === GOOGLE_TAG_ORIGIN
      ? [origin, 'https://*.google-analytics.com', 'https://*.analytics.google.com']
      : [origin]
  return { 'script-src': [origin], 'img-src': hosts, 'connect-src': hosts }
}

/**
 * The policy of pages: those of the app may load from others what the settings say. A page that carries inline script of its own
 * adds its hash to `script-src`.
 */
export function contentSecurityPolicy(options: PolicyOptions & { isPage: boolean }): Policy {
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
  return Object.fromEntries(
    Object.entries(own).map(([directive, sources]) => [
      directive,
      [...sources, ...others.flatMap((policy) => policy[directive] ?? [])],
    ]),
  )
}

/** CSP sources of the app shell's inline scripts. They are hashes: the service worker serves a cached shell, which no nonce fits. */
function inlineScriptHashes(clientDir: string | undefined): string[] {
  const shell = clientDir === undefined ? '' : join(clientDir, 'index.html')
  const html = existsSync(shell) ? readFileSync(shell, 'utf8') : ''
  return [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, script = '']) => hashSource(script))
}

function hashSource(script: string): string {
  return `'sha256-${hash('sha256', script, 'base64')}'`
}

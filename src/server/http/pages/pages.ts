import { randomBytes, hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { extractLocaleFromRequest } from '@/messages/compiled/runtime.js'
import type { Locale } from '@/messages/compiled/runtime.js'
import { SETTINGS_PATH, settingsScript } from '@/contract/settings'
import type { Settings } from '@/contract/settings'
import { mendedAddress } from '@/domain/text/web-address'
import type { CachedResponse, Computed, ResponseCache } from '@/server/http/caching/response-cache'
import { encodingFor, sendCached } from '@/server/http/routing/send-response'

interface PagesOptions {
  clientDir: string
  renderer: PageRenderer
  settings: Settings
  responses: ResponseCache
  /** Epoch seconds. */
  now: () => number
  /** Scheme and host that the page's own addresses carry. */
  origin: (request: FastifyRequest) => string
}

const RETRY_AFTER_SECONDS = 5
const HTML = 'text/html; charset=utf-8'

/** Every path that is neither a file nor the API; unknown ones get 404. A page is the same for all of one language. */
export async function pages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const template = await loadPageTemplate(options.clientDir, options.settings)
  const { responses, renderer } = options

  async function send(request: FastifyRequest, reply: FastifyReply) {
    const address = pageAddress(request.url, options.origin(request))
    if (address === undefined) return reply.callNotFound()
    reply.header('vary', 'accept-language, cookie')
    const locale = localeOf(request, address)
    // Online only and never indexed: the back office is rendered in the browser.
    if (/^\/backoffice(?:\/|$)/.test(address.pathname)) {
      reply.header('x-robots-tag', 'noindex').header('cache-control', 'no-cache')
      return reply.type(HTML).send(template.render({ locale, head: '', body: '', routeFiles: [] }))
    }
    const isPrivate = carriesToken(request)
    if (isPrivate) reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    const page = renderer.pageOf(address)
    if (page.isMended)
      return reply
        .header('cache-control', isPrivate ? 'no-store' : 'no-cache')
        .redirect(page.address.pathname + page.address.search, 301)
    const key = page.routeId === undefined ? notFoundKey(locale, page) : `${locale} ${page.address.href}`
    const response = await responses.getOrCompute(key, () =>
      render(request, reply, { page, locale, isPrivate }),
    )
    const encoding = encodingFor(request, response)
    sendCached(request, reply, encoding ? await responses.compress(response, encoding) : response, {
      type: HTML,
      cacheControl: isPrivate || response.status === 503 ? 'no-store' : 'no-cache',
    })
    return reply
  }

  async function render(
    request: FastifyRequest,
    reply: FastifyReply,
    { page, locale, isPrivate }: { page: Page; locale: Locale; isPrivate: boolean },
  ): Promise<Computed | CachedResponse> {
    const nonce = randomBytes(16).toString('base64')
    let staleSeconds: number | undefined
    const fetchOwn = inProcessFetch(app, request.raw)
    const fetch: typeof globalThis.fetch = async (...call) => {
      const response = await fetchOwn(...call)
      const age = response.headers.get('age')
      if (age !== null) staleSeconds = Math.max(staleSeconds ?? 0, Number(age))
      return response
    }
    const renderPage = (rendersNotFound: boolean) =>
      renderer.renderPage({
        address: page.address,
        locale,
        nonce,
        nowSeconds: options.now(),
        fetch,
        rendersNotFound,
      })
    const notFound = async (): Promise<Computed> => {
      const html = template.render({ ...(await renderPage(true)), locale })
      return { text: dropScripts(html, nonce), status: 404 }
    }
    if (page.routeId === undefined) return notFound()
    const rendered = await renderPage(false)
    const { status, headers } = rendered
    if (status === 404) return responses.getOrCompute(notFoundKey(locale, page), notFound)
    const location = headers.get('location')
    if (status >= 300 && status < 400 && location !== null)
      return { text: '', status, headers: { location }, isTransient: true }
    const { html, hashes } = extractScripts(template.render({ ...rendered, locale }), nonce)
    return {
      text: html,
      status,
      headers: {
        'content-security-policy': allowScripts(String(reply.getHeader('content-security-policy')), hashes),
        ...(status === 503 && { 'retry-after': String(RETRY_AFTER_SECONDS) }),
      },
      isTransient: isPrivate || status !== 200,
      ...(staleSeconds !== undefined && { staleSeconds }),
    }
  }

  // Compressed once for all who ask, and not by the plugin for each.
  app.get('/*', { compress: false }, send)

  // The worker takes what another app shares (service-worker/share-target). Where there is none the form says that it did not
  // arrive: nothing of it is read here.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  app.post('/add-event', (_request, reply) => reply.redirect('/add-event?shared=1', 303))
}

/** One page says of all addresses of a kind that nothing is there: an anonymous client with ever new ones has nothing rendered. */
function notFoundKey(locale: Locale, { address, routeId = 'nowhere' }: Page): string {
  return `${locale} ${address.origin} not found: ${routeId}`
}

function localeOf({ headers }: FastifyRequest, address: URL): Locale {
  const chosenBy = { cookie: headers.cookie ?? '', 'accept-language': headers['accept-language'] ?? '' }
  return extractLocaleFromRequest(new Request(address, { headers: chosenBy }))
}

/** A link out of a mail, or back from a provider with a code: its page is for who has it, and its address for no other site. */
function carriesToken({ query, url }: FastifyRequest): boolean {
  if (url.startsWith('/auth/')) return true
  return (
    typeof query === 'object' && query !== null && Object.keys(query).some((name) => /\btoken$/.test(name))
  )
}

/**
 * The address of a requested page on our own origin (scheme and host), or undefined when no page of ours has such an address.
 * Joined and never resolved: `//evil.example/x` resolved would be a page of somebody else. `/x/..//evil.example` becomes that only when
 * its dots are removed, and `%2F` or `%5C` when the router decodes them, so it is the finished address that is validated.
 */
export function pageAddress(target: string, origin: string): URL | undefined {
  const joined = origin + target
  if (!target.startsWith('/') || !URL.canParse(joined)) return undefined
  const url = new URL(joined)
  const isOwn = url.origin === new URL(origin).origin
  return isOwn && !AMBIGUOUS.test((mendedAddress(url) ?? url).pathname) ? url : undefined
}

/**
 * Some reader takes these for the start of a host, or for the end of a text: doubled slashes, backslashes, control characters.
 */
const AMBIGUOUS = /\/\/|\\|%2f|%5c|%[01][0-9a-f]|%7f/i

/** No socket, for addresses of the API alone; the visitor of the page's `request`, so that the same limits apply. */
export function inProcessFetch(
  app: FastifyInstance,
  { socket, headers: { 'x-forwarded-for': forwardedFor } }: Pick<IncomingMessage, 'socket' | 'headers'>,
): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const response = await app.inject({
      method: 'GET',
      ...(socket.remoteAddress !== undefined && { remoteAddress: socket.remoteAddress }),
      url: url.pathname + url.search,
      headers: {
        ...Object.fromEntries(request.headers),
        host: url.host,
        'x-forwarded-proto': url.protocol.slice(0, -1),
        ...(forwardedFor !== undefined && { 'x-forwarded-for': forwardedFor }),
      },
    })
    const headers = new Headers()
    for (const [name, value] of Object.entries(response.headers)) {
      if (value !== undefined) headers.set(name, String(value))
    }
    return new Response(response.body, { status: response.statusCode, headers })
  }
}

/** The policy names scripts by hash, so that the page can be cached. Ours carry this rendering's nonce, which no author knew. */
function extractScripts(page: string, nonce: string): { html: string; hashes: string[] } {
  const hashes: string[] = []
  const html = page
    .replaceAll(/<script nonce="([^"]*)"([^>]*)>([^]*?)<\/script>/g, (script, mark, attributes, code) => {
      if (mark !== nonce) return script
      hashes.push(hash('sha256', code, 'base64'))
      return `<script${attributes}>${code}</script>`
    })
    // The router would mark scripts with it that it adds in the browser: it adds none.
    .replace(`<meta property="csp-nonce" content="${nonce}"/>`, '')
    .replaceAll(` nonce="${nonce}"`, '')
  return { html, hashes }
}

/** The page without our inline scripts, which say what address was rendered: the browser renders it anew. */
function dropScripts(page: string, nonce: string): string {
  return page.replaceAll(/<script nonce="([^"]*)"[^>]*>[^]*?<\/script>/g, (script, mark) =>
    mark === nonce ? '' : script,
  )
}

/** A Content-Security-Policy that lets these scripts run, too. */
function allowScripts(policy: string, hashes: readonly string[]): string {
  const sources = hashes.map((digest) => ` 'sha256-${digest}'`).join('')
  return policy.replace(/script-src [^;]*/, (directive) => directive + sources)
}

/** One module in Vite's manifest: its file, and what it imports. */
interface ManifestEntry {
  file: string
  imports?: string[]
}

/** How the router's plugin begins the name of the chunk of a route's page; the other parts of the route in it follow (code splitting). */
const PAGE_CHUNK = '?tsr-split=component---'

interface PageParts {
  locale: string
  head: string
  body: string
  routeFiles: readonly string[]
}

interface PageTemplate {
  render(parts: PageParts): string
}

/** Settings and style sheet are inlined, the chunks of the page's routes preloaded (`modulepreload`). */
async function loadPageTemplate(clientDir: string, settings: Settings): Promise<PageTemplate> {
  const html = inlineSettings(await readFile(join(clientDir, 'index.html'), 'utf8'), settings)
  const manifest = JSON.parse(await readFile(join(clientDir, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    ManifestEntry
  >
  const styled = await inlineStyle(html, clientDir)
  const entry = closure(manifest, ['index.html'])
  const pageModules = Object.keys(manifest).filter((name) => name.includes(PAGE_CHUNK))

  return {
    render({ locale, head, body, routeFiles }) {
      const chunks = closure(
        manifest,
        routeFiles.flatMap((file) =>
          pageModules.filter((name) => name.startsWith(`src/client/${file}${PAGE_CHUNK}`)),
        ),
      )
      const preloads = [...chunks]
        .filter((file) => !entry.has(file))
        .map((file) => `<link rel="modulepreload" href="/${file}">`)
      return withLocale(styled, locale)
        .replace('<!--head-->', () => head + preloads.join(''))
        .replace('<!--app-->', () => body)
    },
  }
}

function withLocale(html: string, locale: string): string {
  return html.replace('<html lang="en">', `<html lang="${locale}">`)
}

/** Its hash is in every page's policy (security-headers). */
function inlineSettings(html: string, settings: Settings): string {
  const inlined = `<script>${settingsScript(settings)}</script>`
  return html.replace(`<script defer src="${SETTINGS_PATH}"></script>`, () => inlined)
}

async function inlineStyle(html: string, clientDir: string): Promise<string> {
  const [link, file] = /<link rel="stylesheet"[^>]*href="\/([^"]+\.css)"[^>]*>/.exec(html) ?? []
  if (link === undefined || file === undefined) return html
  const css = await readFile(join(clientDir, file), 'utf8')
  // Lazy chunks name the sheet among what they need, and Vite's loader fetches it unless its link is there; a disabled one is not fetched.
  return html.replace(link, () => `<style>${css}</style><link rel="stylesheet" href="/${file}" disabled>`)
}

function closure(manifest: Record<string, ManifestEntry>, names: readonly string[]): Set<string> {
  const files = new Set<string>()
  const visit = (name: string) => {
    const module = manifest[name]
    if (module === undefined || files.has(module.file)) return
    files.add(module.file)
    module.imports?.forEach(visit)
  }
  names.forEach(visit)
  return files
}

interface Page {
  /** The address in one spelling. */
  address: URL
  /** The pattern of its route. Undefined for a path that leads nowhere. */
  routeId: string | undefined
  /** Whether its path is another one than was requested, which leads there. */
  isMended: boolean
}

/** The exports of the client's server entry (src/client/app/entry-server.tsx). */
export interface PageRenderer {
  pageOf(address: URL): Page
  renderPage(page: {
    address: URL
    locale: Locale
    nonce: string
    nowSeconds: number
    fetch: typeof globalThis.fetch
    rendersNotFound: boolean
  }): Promise<{
    status: number
    headers: Headers
    head: string
    body: string
    routeFiles: string[]
  }>
}

/** Loads the built server entry from the folder of the built product. It finds the settings where a browser does. */
export async function builtRenderer(distDir: string, settings: Settings): Promise<PageRenderer> {
  Object.assign(globalThis, { SETTINGS: settings })
  const entry = pathToFileURL(join(distDir, 'ssr/entry-server.js')).href
  return (await import(/* @vite-ignore */ entry)) as PageRenderer
}

import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageRenderer, RenderedPage } from '@/contract/pages'
import { SETTINGS_PATH, settingsScript, type Settings } from '@/contract/settings'
import { mendedAddress } from '@/domain/text/web-address'
import type { Computed, ResponseCache } from '@/server/http/caching/response-cache'
import { requestLocale, requestOrigin } from '@/server/http/routing/request/request-source'
import type { ReadAs } from '@/server/http/routing/routes-from-contract'
import { sendCached } from '@/server/http/routing/send-response'
import { nowSeconds, type Clock } from '@/server/platform/process/clock'
import { SITE } from '@/site/site'

/** The parts of the server that pages are made with. */
export interface PageServices {
  responses: ResponseCache
  readAs: ReadAs
  clock: Clock
  publicOrigin: string | undefined
  settings: Settings
}

interface PagesOptions extends PageServices {
  clientDir: string
  renderer: PageRenderer
}

const HTML = 'text/html; charset=utf-8'

/** Every path that is neither a file nor the API; unknown ones get 404. A page is the same for all of one language. */
export async function pages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const template = await loadPageTemplate(options.clientDir, options.settings)
  const { responses, renderer } = options

  async function send(request: FastifyRequest, reply: FastifyReply) {
    const address = pageAddress(request.url, requestOrigin(request, options.publicOrigin))
    if (address === undefined) return reply.callNotFound()
    reply.header('vary', 'accept-language, cookie')
    const locale = requestLocale(request)
    // Online only and never indexed: the back office is rendered in the browser.
    if (/^\/backoffice(?:\/|$)/.test(address.pathname)) {
      reply.header('x-robots-tag', 'noindex')
      const shell = await responses.getOrCompute(`${locale} back office`, async () => ({
        text: template.render({ locale, head: `<title>Back office · ${SITE.name}</title>` }),
      }))
      return sendCached(request, reply, shell, { type: HTML, cacheControl: 'no-cache' })
    }
    const isPrivate = carriesToken(request)
    if (isPrivate) reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    const cacheControl = isPrivate ? 'no-store' : 'no-cache'
    const page = renderer.pageOf(address)
    if (page.isMended)
      return reply
        .header('cache-control', cacheControl)
        .redirect(page.address.pathname + page.address.search, 301)

    const render = (rendersNotFound: boolean) =>
      renderer.renderPage({
        address: page.address,
        locale,
        nowSeconds: nowSeconds(options.clock),
        read: options.readAs(request),
        rendersNotFound,
      })
    const found = async (): Promise<Computed> => {
      const { status, location, ...parts } = await render(false)
      if (parts.body === '')
        return { text: '', status, isTransient: isPrivate, ...(location && { headers: { location } }) }
      const policy = allowScripts(String(reply.getHeader('content-security-policy')), parts.scripts)
      return {
        text: template.render({ ...parts, locale }),
        status,
        headers: { 'content-security-policy': policy },
        isTransient: isPrivate,
      }
    }
    /** Without scripts, which would say what address was rendered: the browser renders the page anew. */
    const notFound = async (): Promise<Computed> => {
      const { head, body, routeFiles } = await render(true)
      return { text: template.render({ head, body, routeFiles, locale }), status: 404 }
    }
    const response =
      page.routeId === undefined
        ? undefined
        : await responses.getOrCompute(`${locale} ${page.address.href}`, () => request.computeUncached(found))
    if (response !== undefined && response.status !== 404)
      return sendCached(request, reply, response, { type: HTML, cacheControl })
    // One page says of all addresses of a kind that nothing is there: an anonymous client with ever new ones has nothing rendered.
    const key = `${locale} ${page.address.origin} not found: ${page.routeId ?? 'nowhere'}`
    const missing = await responses.getOrCompute(key, notFound)
    return sendCached(request, reply, missing, { type: HTML, cacheControl })
  }

  // Compressed once for all who ask, and not by the plugin for each.
  app.get('/*', { compress: false }, send)

  // The worker takes what another app shares (service-worker/share-target). Where there is none the form says that it did not
  // arrive: nothing of it is read here.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  app.post('/add-event', (_request, reply) => reply.redirect('/add-event?shared=1', 303))
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

/** The policy names a page's own scripts by hash, so that the page can be cached: a nonce would be another for each visitor. */
function allowScripts(policy: string, scripts: readonly string[]): string {
  const sources = scripts.map((script) => ` 'sha256-${hash('sha256', script, 'base64')}'`).join('')
  return policy.replace("script-src 'self'", (directive) => directive + sources)
}

/** Vite's: the file of each module, and what it imports. */
type Manifest = Record<string, { file: string; imports?: string[] }>

/** How the router's plugin begins the name of the chunk of a route's page; the other parts of the route in it follow (code splitting). */
const PAGE_CHUNK = '?tsr-split=component---'

type PageParts = { locale: string } & Partial<Omit<RenderedPage, 'status' | 'location'>>

/** Settings and style sheet are inlined, the chunks of the page's routes preloaded (`modulepreload`). */
async function loadPageTemplate(clientDir: string, settings: Settings) {
  const html = inlineSettings(await readFile(join(clientDir, 'index.html'), 'utf8'), settings)
  const manifest = JSON.parse(await readFile(join(clientDir, '.vite/manifest.json'), 'utf8')) as Manifest
  const [start = '', end = ''] = (await inlineStyle(html, clientDir)).split('<!--app-->')
  const [intro = '', afterHead = ''] = start.split('<!--head-->')
  const entry = closure(manifest, ['index.html'])
  const pageModules = Object.keys(manifest).filter((name) => name.includes(PAGE_CHUNK))

  return {
    render({ locale, head = '', body = '', scripts = [], routeFiles = [] }: PageParts): string {
      const chunks = closure(
        manifest,
        routeFiles.flatMap((file) =>
          pageModules.filter((name) => name.startsWith(`src/client/${file}${PAGE_CHUNK}`)),
        ),
      )
      const preloads = [...chunks]
        .filter((file) => !entry.has(file))
        .map((file) => `<link rel="modulepreload" href="/${file}">`)
      const inline = scripts.map((script) => `<script>${script}</script>`)
      const opening = intro.replace('<html lang="en">', `<html lang="${locale}">`)
      return [opening, head, ...preloads, afterHead, body, ...inline, end].join('')
    },
  }
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

function closure(manifest: Manifest, names: readonly string[]): Set<string> {
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

/** Loads the built server entry from the folder of the built product. It finds the settings where a browser does. */
export async function builtRenderer(distDir: string, settings: Settings): Promise<PageRenderer> {
  Object.assign(globalThis, { SETTINGS: settings })
  const entry = pathToFileURL(join(distDir, 'ssr/entry-server.js')).href
  return (await import(/* @vite-ignore */ entry)) as PageRenderer
}

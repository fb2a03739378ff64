import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { extractLocaleFromRequest } from '@/messages/compiled/runtime.js'
import type { Locale } from '@/messages/compiled/runtime.js'
import type { Settings } from '@/contract/settings'
import { PAGES, admissionOf, createFairLimit } from '@/server/http/load-shedding/fair-limit'
import { shedLater } from '@/server/http/load-shedding/load-shedding'
import type { CachedResponse, Computed, ResponseCache } from '@/server/http/caching/response-cache'
import { encodingFor, sendCached } from '@/server/http/routing/send-response'
import { inProcessFetch } from './in-process-fetch'
import { allowScripts, dropScripts, extractScripts } from './inline-scripts'
import { pageAddress } from './page-address'
import type { Page, PageRenderer } from './page-renderer'
import { loadPageTemplate } from './page-template'

interface PagesOptions {
  /** The built client, whose `index.html` is the template. */
  clientDir: string
  renderer: PageRenderer
  settings: Settings
  /** Rendered pages, until something that they show is written. */
  responses: ResponseCache
  /** Epoch seconds. */
  now: () => number
  /** Scheme and host that the page's own addresses carry. */
  origin: (request: FastifyRequest) => string
}

const RETRY_AFTER_SECONDS = 5
const HTML = 'text/html; charset=utf-8'

/**
 * Server-side rendering of every path that is neither a file nor the API; unknown paths get the not-found page with 404. A page is
 * the same for everybody of one language: no session reaches it.
 */
export async function pages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const template = await loadPageTemplate(options.clientDir, options.settings)
  const { responses, renderer } = options
  const limitPages = createFairLimit(PAGES)

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
    const key = page.routeId === undefined ? notFoundKey(locale, page) : `${locale} ${page.address.href}`
    const response = await responses.getOrAdmit(key, admissionOf(request, limitPages), () =>
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
  app.get('/*', { compress: false, config: { pressureHandler: shedLater } }, send)

  // What another app shares is for the worker (service-worker/share-target). Where there is none the form says that it did not
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

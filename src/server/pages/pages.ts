import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inProcessFetch } from './in-process-fetch'
import { pageAddress } from './page-address'
import type { PageRenderer } from './page-renderer'
import { loadPageTemplate } from './page-template'

interface PagesOptions {
  /** The built client, whose `index.html` is the template. */
  clientDir: string
  renderer: PageRenderer
  /** Epoch seconds. */
  now: () => number
  /** Scheme and host that the page's own addresses carry. */
  origin: (request: FastifyRequest) => string
}

const RETRY_AFTER_SECONDS = 5

/** Server-side rendering of every path that is neither a file nor the API; unknown paths get the not-found page with 404. */
export async function pages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const template = await loadPageTemplate(options.clientDir)

  async function render(request: FastifyRequest, reply: FastifyReply) {
    const address = pageAddress(request.url, options.origin(request))
    if (address === undefined) return reply.callNotFound()
    reply
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-language, cookie')
      .type('text/html; charset=utf-8')
    if (carriesToken(request))
      reply.headers({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      })
    // Online only and never indexed: the back office is rendered in the browser.
    if (/^\/backoffice(?:\/|$)/.test(address.pathname)) {
      return reply.header('x-robots-tag', 'noindex').send(template.backOffice)
    }
    const { headers } = request
    const nonce = randomBytes(16).toString('base64')
    const page = await options.renderer.renderPage({
      request: new Request(address, {
        headers: { cookie: headers.cookie ?? '', 'accept-language': headers['accept-language'] ?? '' },
      }),
      nonce,
      nowSeconds: options.now(),
      fetch: inProcessFetch(app, request.raw),
    })
    const location = page.headers.get('location')
    if (page.status >= 300 && page.status < 400 && location !== null)
      return reply.redirect(location, page.status)
    allowInlineScripts(reply, nonce)
    if (page.status === 503)
      reply.header('retry-after', RETRY_AFTER_SECONDS).header('cache-control', 'no-store')
    return reply.code(page.status).send(template.fill(page))
  }

  app.get('/*', render)
}

/** A link out of a mail, or back from a provider with a code: its page is for who has it, and its address for no other site. */
function carriesToken({ query, url }: FastifyRequest): boolean {
  if (url.startsWith('/auth/')) return true
  return (
    typeof query === 'object' && query !== null && Object.keys(query).some((name) => /\btoken$/.test(name))
  )
}

/** Lets the scripts that carry this page's nonce run, and no other inline script. */
function allowInlineScripts(reply: FastifyReply, nonce: string): void {
  const policy = reply.getHeader('content-security-policy')
  if (typeof policy !== 'string') return
  reply.header(
    'content-security-policy',
    policy.replace(/script-src ([^;]*)/, `script-src $1 'nonce-${nonce}'`),
  )
}

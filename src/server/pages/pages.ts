import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inProcessFetch } from './in-process-fetch'
import { loadPageTemplate } from './page-template'

/** The exports of the client's built server entry (src/client/app/entry-server.tsx). */
interface PageRenderer {
  renderPage(page: {
    request: Request
    nonce: string
    nowSeconds: number
    fetch: typeof globalThis.fetch
  }): Promise<{
    status: number
    headers: Headers
    locale: string
    head: string
    body: string
    routeFiles: string[]
  }>
}

interface PagesOptions {
  /** Folder with the built `client` and `ssr`. */
  distDir: string
  /** Epoch seconds. */
  now: () => number
  origin: (request: FastifyRequest) => string
}

/** Server-side rendering of every path that is neither a file nor the API; unknown paths get the not-found page with 404. */
export async function pages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const template = await loadPageTemplate(join(options.distDir, 'client'))
  const renderer = (await import(
    /* @vite-ignore */ pathToFileURL(join(options.distDir, 'ssr/entry-server.js')).href
  )) as PageRenderer

  async function render(request: FastifyRequest, reply: FastifyReply) {
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
    if (/^\/backoffice(?:[/?]|$)/.test(request.url)) {
      return reply.header('x-robots-tag', 'noindex').send(template.shell('en'))
    }
    const { headers } = request
    const nonce = randomBytes(16).toString('base64')
    const page = await renderer.renderPage({
      request: new Request(new URL(request.url, options.origin(request)), {
        headers: { cookie: headers.cookie ?? '', 'accept-language': headers['accept-language'] ?? '' },
      }),
      nonce,
      nowSeconds: options.now(),
      fetch: inProcessFetch(app, request.socket.remoteAddress),
    })
    const location = page.headers.get('location')
    if (page.status >= 300 && page.status < 400 && location !== null)
      return reply.redirect(location, page.status)
    allowInlineScripts(reply, nonce)
    return reply.code(page.status).send(template.fill(page))
  }

  app.get('/*', render)
}

/** A link out of a mail: its page is for who has the mail, and its address for no other site. */
function carriesToken({ query }: FastifyRequest): boolean {
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

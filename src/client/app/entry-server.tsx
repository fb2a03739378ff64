import { AsyncLocalStorage } from 'node:async_hooks'
import { createRouter } from '@tanstack/react-router'
import type { AnyRoute } from '@tanstack/react-router'
import { RouterServer, createRequestHandler, renderRouterToString } from '@tanstack/react-router/ssr/server'
import { createQueryClient } from '@/client/shared/loading/query-client'
import { createApiClient } from '@/offline/api/api-client'
import { ProgrammeUnreachable } from '@/offline/programme/programme-reader'
import { overwriteServerAsyncLocalStorage } from '@/messages/compiled/runtime.js'
import type { Locale } from '@/messages/compiled/runtime.js'
import { routeTree } from './route-tree.gen'
import { pageOf as pageOfRouter } from './navigation/page-of'
import type { Page } from './navigation/page-of'
import { createAppRouter } from './router'
import { publicRoutes } from './sitemap'
import { serverProgramme } from './server-programme'

const ROUTE_FILES = new Map(
  publicRoutes.flatMap((one): [string, string][] =>
    one.type === 'route' && one.file !== undefined
      ? [[one.path, one.file]]
      : one.type === 'index'
        ? [['/', one.file]]
        : [],
  ),
)

/** Pages are rendered side by side: each in its own language. */
const localeStorage = new AsyncLocalStorage<{ locale?: Locale }>()
overwriteServerAsyncLocalStorage(localeStorage)

/** Finds the route of an address; it renders nothing. */
const matcher = createRouter({ routeTree: routeTree as AnyRoute })

export const pageOf = (address: URL): Page => pageOfRouter(matcher, address)

export interface PageRequest {
  address: URL
  locale: Locale
  /** Marks the inline scripts that are ours. */
  nonce: string
  nowSeconds: number
  /** Reaches the API in this process. */
  fetch: typeof globalThis.fetch
  /** Whether a page that says 'not found' is rendered, too; without, it has a status and nothing else. */
  rendersNotFound: boolean
}

export interface RenderedPage {
  /** 503 when the programme could not be read. */
  status: number
  headers: Headers
  head: string
  body: string
  /** Source files of the matched routes, below `src/client`: what the page's chunks are found by. */
  routeFiles: string[]
}

/** Renders one public page. A redirect comes back as a 3xx with a `location` header and an empty body. */
export async function renderPage(page: PageRequest): Promise<RenderedPage> {
  const { address, locale } = page
  return localeStorage.run({ locale }, async () => {
    const api = createApiClient({
      fetch: page.fetch,
      baseUrl: new URL('/api/v1', address).href,
      locale: () => locale,
    })
    const handler = createRequestHandler({
      request: new Request(address),
      createRouter: () =>
        createAppRouter({
          programme: serverProgramme(api),
          api,
          queryClient: createQueryClient(),
          locale,
          origin: address.origin,
          nowSeconds: page.nowSeconds,
          nonce: page.nonce,
          rendersNotFound: page.rendersNotFound,
        }),
    })
    const routeFiles: string[] = []
    let isUnreachable = false
    const response = await handler(({ router, responseHeaders }) => {
      for (const { routeId, error } of router.state.matches) {
        const file = ROUTE_FILES.get(routeId)
        if (file !== undefined) routeFiles.push(file)
        isUnreachable ||= error instanceof ProgrammeUnreachable
      }
      const isFound = router.state.matches.every(({ status }) => status !== 'notFound')
      if (!isFound && !page.rendersNotFound) return new Response('', { status: 404 })
      return renderRouterToString({ router, responseHeaders, children: <RouterServer router={router} /> })
    })
    const html = await response.text()
    // The router knows no better than 500 for an error in a loader.
    const status = isUnreachable ? 503 : response.status
    return { status, headers: response.headers, routeFiles, ...splitHead(html) }
  })
}

/** React writes what belongs into the head before everything else; the router puts a doctype before that. */
function splitHead(page: string): { head: string; body: string } {
  const html = page.replace(/^<!DOCTYPE html>/i, '')
  const head = /^(?:<title[^>]*>[^<]*<\/title>|<meta[^>]*>|<link[^>]*>)*/.exec(html)?.[0] ?? ''
  return { head, body: html.slice(head.length) }
}

import { AsyncLocalStorage } from 'node:async_hooks'
import { createRouter, type AnyRoute } from '@tanstack/react-router'
import { RouterServer, createRequestHandler } from '@tanstack/react-router/ssr/server'
import { renderToString } from 'react-dom/server'
import { createQueryClient } from '@/client/shared/loading/query-client'
import { PUBLIC_PAGES, type PageRenderer, type RenderedPage } from '@/contract/pages'
import type { ApiClient } from '@/offline/api/api-client'
import { overwriteServerAsyncLocalStorage, type Locale } from '@/messages/compiled/runtime.js'
import { routeTree } from './route-tree.gen'
import { pageOf as pageOfRouter } from './navigation/page-of'
import { createAppRouter } from './router'
import { serverProgramme } from '@/offline/programme/server-programme'

const ROUTE_FILES = new Map(PUBLIC_PAGES.map(({ path, file }) => [path, file]))

/** Pages are rendered side by side: each in its own language. */
const localeStorage = new AsyncLocalStorage<{ locale?: Locale }>()
overwriteServerAsyncLocalStorage(localeStorage)

const matcher = createRouter({ routeTree: routeTree as AnyRoute })

export const pageOf: PageRenderer['pageOf'] = (address) => pageOfRouter(matcher, address)

const NOTHING = { location: undefined, head: '', body: '', scripts: [], routeFiles: [] }

export const renderPage: PageRenderer['renderPage'] = async (page) => {
  const { address, locale } = page
  return localeStorage.run({ locale }, async () => {
    const api: ApiClient = { call: page.read }
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
        }),
    })
    let rendered: RenderedPage | undefined
    const { status, headers } = await handler(async ({ router }) => {
      const { matches } = router.state
      for (const match of matches) if (match.status === 'error') throw match.error
      const isFound = matches.every((match) => match.status !== 'notFound')
      if (isFound || page.rendersNotFound)
        rendered = {
          status: isFound ? 200 : 404,
          location: undefined,
          routeFiles: matches.flatMap(({ routeId }) => ROUTE_FILES.get(routeId) ?? []),
          ...renderRouter(router),
        }
      return new Response(null, { status: isFound ? 200 : 404 })
    })
    return rendered ?? { ...NOTHING, status, location: headers.get('location') ?? undefined }
  })
}

/**
 * React writes what belongs into the head before everything else. Of scripts it writes one without attributes, the router's, which restores
 * the scroll position and removes itself; those that tell the browser's router what was rendered are not part of what React writes.
 */
function renderRouter(router: ReturnType<typeof createAppRouter>) {
  const html = renderToString(<RouterServer router={router} />)
  const head = /^(?:<title[^>]*>[^<]*<\/title>|<meta[^>]*>|<link[^>]*>)*/.exec(html)?.[0] ?? ''
  const [before, rest] = splitAt(html.slice(head.length), '<script>')
  const [restoration, after] = splitAt(rest, '</script>')
  const hydration = router.serverSsr?.takeInitialHydrationScriptTags()?.before ?? []
  return { head, body: before + after, scripts: [restoration, ...hydration.map((one) => one.children ?? '')] }
}

function splitAt(text: string, mark: string): [string, string] {
  const [before = '', ...rest] = text.split(mark)
  return [before, rest.join(mark)]
}

import { QueryClient, QueryClientProvider, dehydrate, hydrate } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import type { ProgrammeSource } from '@/offline/programme-source'
import type { Locale } from '@/messages/compiled/runtime.js'
import { ErrorPage } from './error-page'
import { routeTree } from './route-tree.gen'

/** What every route can reach. */
export interface RouterContext {
  queryClient: QueryClient
  programme: ProgrammeSource
  locale: Locale
  /** Where this guide is reached, for addresses that leave the page (link previews, sharing). */
  origin: string
  /** The moment the page was made, epoch seconds: the server's while its page is taken over, so that both draw the same. */
  nowSeconds: number
}

/** What the server's rendering hands to the browser, besides the routes' own data. */
interface Handover {
  /** The query cache as JSON: the router's own serialiser only takes types that it can check. */
  queries: string
  nowSeconds: number
}

/** The router of one page view (browser) or one request (server). */
export function createAppRouter({
  nonce,
  ...given
}: Omit<RouterContext, 'queryClient'> & { nonce?: string }) {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        // The programme source answers from the device when the network is dead: asking it is always worth it.
        networkMode: 'always',
        // Retrying is the source's business; a page shows at once what there is.
        retry: false,
        staleTime: 60_000,
        gcTime: 30 * 60_000,
      },
    },
  })
  const context: RouterContext = { ...given, queryClient }
  const router = createRouter({
    routeTree,
    context,
    defaultPreload: 'intent',
    // Queries decide what is fresh; the router asks each time.
    defaultPreloadStaleTime: 0,
    // A page shows what it has within this time, or its skeletons.
    defaultPendingMs: 200,
    scrollRestoration: true,
    defaultErrorComponent: ErrorPage,
    ...(nonce === undefined ? {} : { ssr: { nonce } }),
    dehydrate: (): Handover => ({
      queries: JSON.stringify(dehydrate(queryClient)),
      nowSeconds: context.nowSeconds,
    }),
    hydrate: (handover: Handover) => {
      hydrate(queryClient, JSON.parse(handover.queries))
      context.nowSeconds = handover.nowSeconds
    },
    Wrap: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

import { createRouter } from '@tanstack/react-router'
import { ProgrammeViews } from '@/client/kit/programme-views'
import type { Locale } from '@/messages/compiled/runtime.js'
import type { ProgrammeSource } from '@/offline/programme-source'
import { ErrorPage } from './error-page'
import { routeTree } from './route-tree.gen'

/** What every route can reach. */
export interface RouterContext {
  programme: ProgrammeSource
  views: ProgrammeViews
  locale: Locale
  /** Where this guide is reached, for addresses that leave the page (link previews, sharing). */
  origin: string
  /** The moment the page was made, epoch seconds: the server's while its page is taken over, so that both draw the same. */
  nowSeconds: number
}

/** What the server's rendering hands to the browser, besides the routes' own data. */
interface Handover {
  /** JSON: the router's own serialiser only takes types that it can check. */
  views: string
  nowSeconds: number
}

/** The router of one page view (browser) or one request (server). */
export function createAppRouter({ nonce, ...given }: Omit<RouterContext, 'views'> & { nonce?: string }) {
  const context: RouterContext = { ...given, views: new ProgrammeViews() }
  return createRouter({
    routeTree,
    context,
    defaultPreload: 'intent',
    // The views decide what is fresh; the router asks each time.
    defaultPreloadStaleTime: 0,
    // A page shows what it has within this time, or its skeletons.
    defaultPendingMs: 200,
    scrollRestoration: true,
    defaultErrorComponent: ErrorPage,
    ...(nonce === undefined ? {} : { ssr: { nonce } }),
    dehydrate: (): Handover => ({ views: context.views.dehydrate(), nowSeconds: context.nowSeconds }),
    hydrate: (handover: Handover) => {
      context.views.hydrate(handover.views)
      context.nowSeconds = handover.nowSeconds
    },
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

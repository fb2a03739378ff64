import { QueryClientProvider } from '@tanstack/react-query'
import {
  RouterProvider,
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type AnyRoute,
  type AnyRouter,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { createQueryClient } from '@/client/shared/loading/query-client'
import type { ProgrammeReader } from '@/offline/programme/programme-reader'
import type { RouterContext } from '@/client/shared/layout/page-head'

/** The actions of a test on a page besides pressing what is on it. */
export interface RenderedRoute {
  /** Path and query that the page is at. */
  address(): string
}

export const EMPTY_PROGRAMME: ProgrammeReader = {
  list: async () => ({ data: { items: [], has_more: false } }),
  event: async () => null,
  usedTags: async () => ({ data: [] }),
}

/**
 * Renders the page of a route module at this address, with this programme, without the frame around it. Any other address is an empty
 * page. `path`: that of the route, as in the sitemap.
 */
export async function renderRoute(
  module: AnyRoute,
  {
    path,
    address = path,
    programme = EMPTY_PROGRAMME,
  }: { path: string; address?: string; programme?: ProgrammeReader },
): Promise<RenderedRoute> {
  const queryClient = createQueryClient()
  const context: RouterContext = {
    programme,
    queryClient,
    locale: 'en',
    origin: 'https://guide.test',
    nowSeconds: Math.floor(Date.now() / 1000),
  }
  const rootRoute = createRootRouteWithContext<RouterContext>()()
  const place: object = { id: path, path, getParentRoute: () => rootRoute }
  const routeTree = rootRoute.addChildren([
    module.update(place as never),
    createRoute({ getParentRoute: () => rootRoute, path: '/$', component: () => null }),
  ])
  const history = createMemoryHistory({ initialEntries: [address] })
  const router: AnyRouter = createRouter({
    routeTree,
    history,
    context,
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
  })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { address: () => router.state.location.href }
}

import {
  RouterProvider,
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type HistoryState,
} from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'

/** The part on a page of its own, for links. Any other address is an empty page. `state`: that of the page's entry in the history. */
export async function inRouter(part: ReactNode, state: HistoryState = {}): Promise<ReactElement> {
  const rootRoute = createRootRouteWithContext<{ nowSeconds: number }>()()
  const routeTree = rootRoute.addChildren([
    createRoute({ getParentRoute: () => rootRoute, path: '/', component: () => part }),
    createRoute({ getParentRoute: () => rootRoute, path: '/$', component: () => null }),
  ])
  const history = createMemoryHistory({ initialEntries: ['/'] })
  history.replace('/', state)
  const context = { nowSeconds: Math.floor(Date.now() / 1000) }
  const router = createRouter({ routeTree, history, context })
  await router.load()
  return <RouterProvider router={router as never} />
}

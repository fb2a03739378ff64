import { QueryClientProvider, dehydrate, hydrate } from '@tanstack/react-query'
import { createRouter, useRouter } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import type { RouterContext } from '@/client/shared/layout/page-head'
import { useOnline } from '@/client/shared/offline/use-online'
import { Button } from '@/client/design-system/button'
import { EmptyState } from '@/client/design-system/banner'
import { WifiOffIcon } from 'lucide-react'
import * as m from '@/messages/compiled/messages.js'
import { routeTree } from './route-tree.gen'

interface Dehydrated {
  /** The queries as JSON: the router's own serialiser only accepts types that it can check. */
  queries: string
  nowSeconds: number
}

export function createAppRouter(context: RouterContext) {
  const { queryClient } = context
  return createRouter({
    routeTree,
    context,
    defaultPreload: 'intent',
    // `staleTime` of the queries decides; the router runs its loaders each time.
    defaultPreloadStaleTime: 0,
    // A page shows what it has within this time, or its skeletons.
    defaultPendingMs: 200,
    scrollRestoration: true,
    defaultErrorComponent: ErrorPage,
    Wrap: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
    ...(import.meta.env.SSR && {
      dehydrate: (): Dehydrated => ({
        queries: JSON.stringify(dehydrate(queryClient)),
        nowSeconds: context.nowSeconds,
      }),
    }),
    hydrate: ({ queries, nowSeconds }: Dehydrated) => {
      hydrate(queryClient, JSON.parse(queries))
      context.nowSeconds = nowSeconds
    },
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

/**
 * React keeps a lazy part that failed, and older browsers a module: they are fetched again by a page that is loaded again. Without a
 * network that would be the browser's own page.
 */
const reload = () => window.location.reload()

/** A bug, or a page whose chunk is neither cached nor can be fetched: says which, and goes on with the network. */
function ErrorPage() {
  const router = useRouter()
  const isOnline = useOnline()
  useEffect(() => {
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [])
  return (
    <div role="alert">
      <EmptyState
        level={1}
        title={isOnline ? m.app_error_title() : m.app_offline_title()}
        art={isOnline ? undefined : <WifiOffIcon size="3rem" />}
        actions={
          <Button onClick={isOnline ? reload : () => void router.invalidate()}>{m.app_try_again()}</Button>
        }
      >
        {isOnline ? m.app_error_text() : m.app_offline_text()}
      </EmptyState>
    </div>
  )
}

import '@/client/ui/theme/theme.css'
import { RouterProvider } from '@tanstack/react-router'
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { loadOfflineClient } from '@/client/shell/offline-client'
import {
  baseLocale,
  extractLocaleFromCookie,
  extractLocaleFromNavigator,
  overwriteGetLocale,
  toLocale,
} from '@/messages/compiled/runtime.js'
import type { Locale } from '@/messages/compiled/runtime.js'
import type { ProgrammeReader } from '@/offline/programme-reader'
import { persistQueries } from './persisted-queries'
import { routeTree as publicRouteTree } from './public-route-tree.gen.js'
import { createAppRouter, createQueryClient } from './router'
import type { RouteTree } from './router'
import { startWhenIdle } from './when-idle'

/** Lazy: its chunk, Dexie included, is loaded when a query reads. */
const programme: ProgrammeReader = {
  list: async (...given) => (await loadOfflineClient()).programme.list(...given),
  event: async (...given) => (await loadOfflineClient()).programme.event(...given),
  usedTags: async () => (await loadOfflineClient()).programme.usedTags(),
}

/** Hydrates the page that the server rendered, or renders it into the app shell of the service worker. */
async function start(): Promise<void> {
  // The server writes this when it has rendered the page; the app shell has none.
  const isServerRendered = '$_TSR' in window
  const root = document.getElementById('root')
  if (root === null) throw new Error('The page has no root')
  const locale = chooseLocale(isServerRendered)
  // Evaluated in a task of its own: together they would keep a slow phone from handling a tap for too long. The page
  // preloads it (tools/client-chunks.ts).
  const { createRoot, hydrateRoot } = await import('react-dom/client')
  const queryClient = createQueryClient()
  await persistQueries(queryClient, { locale, restores: !isServerRendered })
  const router = createAppRouter(await chooseRoutes(), {
    programme,
    queryClient,
    locale,
    origin: window.location.origin,
    nowSeconds: Math.floor(Date.now() / 1000),
  })
  // A page of the back office that is still in the history of this tab: another document has its routes.
  router.subscribe('onBeforeNavigate', ({ toLocation: { pathname, href } }) => {
    if (isBackOffice(pathname) && !isBackOffice(openedAt)) window.location.assign(href)
  })
  if (isServerRendered) {
    // Concurrent hydration: React yields, so a tap in the middle of it is handled.
    startTransition(() => {
      hydrateRoot(
        root,
        <StrictMode>
          <RouterClient router={router} />
        </StrictMode>,
      )
    })
  } else {
    createRoot(root).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    )
  }
  startWhenIdle(queryClient)
}

const openedAt = window.location.pathname
const isBackOffice = (pathname: string) => /^\/backoffice(?:\/|$)/.test(pathname)

/** Public pages neither fetch nor know what belongs to the back office. */
async function chooseRoutes(): Promise<RouteTree> {
  return isBackOffice(openedAt)
    ? (await import('./route-tree.gen')).routeTree
    : // Fewer routes under the type of all, by which links are typed.
      (publicRouteTree as unknown as RouteTree)
}

/**
 * Hydrates in the language that the server rendered; the app shell renders in the visitor's. Paraglide's own `getLocale` would write the
 * cookie at once, and freeze what was only the browser's language.
 */
function chooseLocale(isServerRendered: boolean): Locale {
  const locale =
    (isServerRendered ? toLocale(document.documentElement.lang) : extractLocaleFromCookie()) ??
    extractLocaleFromNavigator() ??
    baseLocale
  overwriteGetLocale(() => locale)
  document.documentElement.lang = locale
  return locale
}

void start()

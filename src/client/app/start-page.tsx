import type { QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import type { ReactNode } from 'react'
import { createQueryClient } from '@/client/shared/loading/query-client'
import { whenIdle } from '@/client/shared/loading/use-browser-idle'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import {
  baseLocale,
  extractLocaleFromCookie,
  extractLocaleFromNavigator,
  overwriteGetLocale,
  toLocale,
} from '@/messages/compiled/runtime.js'
import type { Locale } from '@/messages/compiled/runtime.js'
import { villageOffset } from '@/domain/time/local-time'
import { nextTask } from '@/offline/platform/next-task'
import type { ProgrammeReader } from '@/offline/programme/programme-reader'
import { holdNavigation } from './navigation/hold-navigation'
import { followLanguageAddress } from './navigation/language-address'
import { persistQueries } from './persisted-queries'
import { createAppRouter } from './router'

/** The reader is lazy: its chunk, Dexie included, is loaded when a query reads. */
const programme: ProgrammeReader = {
  list: async (...given) => (await loadOfflineClient()).programme.list(...given),
  event: async (...given) => (await loadOfflineClient()).programme.event(...given),
  usedTags: async () => (await loadOfflineClient()).programme.usedTags(),
}

/** These elements of a head are of one page alone: the browser takes the first title, and a crawler heeds each `robots`. */
const OF_ONE_PAGE = 'title, meta[name=robots], meta[name=description], meta[property], meta[name^=twitter]'

/** How long a page waits after the chunk of what it does in the background could not be loaded. */
const RETRY_AFTER_MS = 10_000

interface App {
  /** The root of its route tree. */
  routes: AnyRoute
  /** Whether an address is one of its pages. */
  has: (pathname: string) => boolean
  /**
   * Imported by the entry, and evaluated in a task of its own: together they would keep a slow phone from handling a tap for too
   * long. The page preloads it (tools/bundle/client-chunks.ts).
   */
  reactDom: Promise<typeof import('react-dom/client')>
}

/**
 * Hydrates the page that the server rendered, or renders it into an empty shell. The app and the back office are
 * documents of their own: going from one to the other loads a page.
 */
export async function startPage({ routes, has, reactDom }: App): Promise<void> {
  // By such a message the router would reload the page, which without a worker and a network is the browser's own: it shows what
  // it shows of any error (error-page.tsx).
  window.addEventListener('vite:preloadError', ({ payload }) => {
    payload.message = ''
  })
  // The server writes this when it has rendered the page; the app shell has none.
  const isServerRendered = '$_TSR' in window
  const root = document.getElementById('root')
  if (root === null) throw new Error('The page has no root')
  if (!isServerRendered) followLanguageAddress()
  const locale = chooseLocale(isServerRendered)
  // Evaluating the modules, loading what Intl knows of time and beginning with them are tasks of their own.
  await nextTask()
  const nowSeconds = Math.floor(Date.now() / 1000)
  villageOffset(nowSeconds)
  await nextTask()
  const queryClient = createQueryClient()
  await persistQueries(queryClient, { locale, restores: !isServerRendered })
  const router = createAppRouter(routes, {
    programme,
    queryClient,
    locale,
    origin: window.location.origin,
    nowSeconds,
  })
  router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation: { pathname, href } }) => {
    // The first page is left out: the app's shell answers for the back office, too, when there is no network (app/root.tsx).
    if (fromLocation !== undefined && !has(pathname)) window.location.assign(href)
  })
  focusPages(router)
  if (isServerRendered) holdNavigation(router)
  const { createRoot, hydrateRoot } = await reactDom
  await nextTask()
  if (isServerRendered) {
    // Hydration is concurrent: React yields, so a tap in the middle of it is handled.
    startTransition(() => {
      hydrateRoot(root, strict(<RouterClient router={router} />))
    })
  } else {
    // A page that says of any address that nothing is there stays until the browser knows what is.
    if (root.firstElementChild !== null) {
      await router.load()
      for (const element of document.head.querySelectorAll(OF_ONE_PAGE)) element.remove()
    }
    createRoot(root).render(strict(<RouterProvider router={router} />))
  }
  startWhenIdle(queryClient)
}

const strict = (app: ReactNode) => <StrictMode>{app}</StrictMode>

export const isBackOffice = (pathname: string) => /^\/backoffice(?:\/|$)/.test(pathname)

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
  // Set again, even to the same, the browser would style the whole page anew.
  if (document.documentElement.lang !== locale) document.documentElement.lang = locale
  return locale
}

/**
 * After following a link the focus is on the new page's heading: screen readers read it, and the keyboard goes on from there. A
 * page that puts the focus elsewhere has it its way.
 */
function focusPages(router: AnyRouter): void {
  let focused: Element | null = null
  router.subscribe('onBeforeNavigate', () => {
    focused = document.activeElement
  })
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    const { activeElement, body } = document
    if (fromLocation === undefined || !pathChanged) return
    if (activeElement !== focused && activeElement !== body) return
    const target = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('content')
    target?.setAttribute('tabindex', '-1')
    target?.focus({ preventScroll: true })
  })
}

/** Starts what a page does beside what it shows; its chunk is not needed soon. */
function startWhenIdle(queryClient: QueryClient): void {
  const start = () => {
    import('./background').then(
      ({ startInBackground }) => startInBackground(queryClient),
      () => setTimeout(start, RETRY_AFTER_MS),
    )
  }
  whenIdle(start)
}

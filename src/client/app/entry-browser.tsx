import '@/client/design-system/theme/theme.css'
import { RouterProvider, type AnyRouter } from '@tanstack/react-router'
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createQueryClient } from '@/client/shared/loading/query-client'
import { loadPageProgramme } from '@/client/shared/offline/page-programme'
import { persistQueries } from '@/client/shared/offline/persist-queries'
import { PERSISTED_QUERIES } from '@/client/shared/programme/programme-queries'
import {
  baseLocale,
  extractLocaleFromCookie,
  extractLocaleFromNavigator,
  overwriteGetLocale,
  toLocale,
  type Locale,
} from '@/messages/compiled/runtime.js'
import { pageStorage } from '@/offline/page/page-storage'
import type { ProgrammeReader } from '@/offline/programme/programme-reader'
import { startInBackground } from './background'
import { holdNavigation } from './navigation/hold-navigation'
import { followLanguageAddress, followMendedAddress } from './navigation/page-of'
import { createAppRouter } from './router'

/** The reader is lazy: its chunk, Dexie included, is loaded when a query reads. */
const programme: ProgrammeReader = {
  list: async (...given) => (await loadPageProgramme()).programme.list(...given),
  event: async (...given) => (await loadPageProgramme()).programme.event(...given),
  usedTags: async () => (await loadPageProgramme()).programme.usedTags(),
}

/** These elements of a head are of one page alone: the browser takes the first title, and a crawler heeds each `robots`. */
const OF_ONE_PAGE = 'title, meta[name=robots], meta[name=description], meta[property], meta[name^=twitter]'

async function startPage(): Promise<void> {
  // By its message the router knows a chunk that did not arrive, and reloads the page once. Without a network that page would be the
  // browser's own: then it shows what it shows of any error (router.tsx).
  window.addEventListener('vite:preloadError', ({ payload }) => {
    if (!navigator.onLine) payload.message = ''
  })
  // The server writes this when it has rendered the page; the app shell has none.
  const isServerRendered = '$_TSR' in window
  const root = document.getElementById('root')
  if (root === null) throw new Error('The page has no root')
  if (!isServerRendered) followLanguageAddress()
  const locale = chooseLocale(isServerRendered)
  const queryClient = createQueryClient()
  // A cold start shows these before IndexedDB is open: a page in the app shell has nothing else.
  await persistQueries(queryClient, {
    storage: pageStorage(),
    key: PERSISTED_QUERIES,
    isPersisted: ({ meta }) => meta?.['persist'] === true,
    restores: !isServerRendered,
  })
  const router = createAppRouter({
    programme,
    queryClient,
    locale,
    origin: window.location.origin,
    nowSeconds: Math.floor(Date.now() / 1000),
  })
  if (!isServerRendered) followMendedAddress(router)
  focusPages(router)
  if (isServerRendered) {
    holdNavigation(router)
    // Hydration is concurrent: React yields, so a tap in the middle of it is handled.
    startTransition(() => {
      hydrateRoot(root, strict(<RouterClient router={router} />))
    })
  } else {
    // A page that says of any address that nothing is there stays until the browser knows what is.
    if (root.firstElementChild !== null) await router.load()
    for (const element of document.head.querySelectorAll(OF_ONE_PAGE)) element.remove()
    createRoot(root).render(strict(<RouterProvider router={router} />))
  }
  const start = () => startInBackground(queryClient)
  if (document.readyState === 'complete') start()
  else window.addEventListener('load', start, { once: true })
}

const strict = (app: ReactNode) => <StrictMode>{app}</StrictMode>

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

void startPage()

import '@/client/ui/theme/theme.css'
import { RouterProvider } from '@tanstack/react-router'
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { keepMirror } from '@/client/shell/keep-mirror'
import { registerServiceWorker } from '@/client/shell/service-worker'
import {
  baseLocale,
  extractLocaleFromCookie,
  extractLocaleFromNavigator,
  overwriteGetLocale,
  toLocale,
} from '@/messages/compiled/runtime.js'
import { browserProgramme } from './browser-programme'
import { createAppRouter } from './router'

// The server writes this when it has drawn the page; the app shell of the service worker has none.
const isServerRendered = '$_TSR' in window
const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root')

// Hydrate in the language that the server rendered; alone, in the visitor's. Paraglide's own `getLocale` would write the
// cookie at once, and freeze what was only the browser's language.
const locale =
  (isServerRendered ? toLocale(document.documentElement.lang) : extractLocaleFromCookie()) ??
  extractLocaleFromNavigator() ??
  baseLocale
overwriteGetLocale(() => locale)
document.documentElement.lang = locale

const router = createAppRouter({
  programme: browserProgramme,
  locale,
  origin: window.location.origin,
  nowSeconds: Math.floor(Date.now() / 1000),
})

if (isServerRendered) {
  hydrateRoot(
    root,
    <StrictMode>
      <RouterClient router={router} />
    </StrictMode>,
  )
} else {
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
}

// What waits in the outbox is sent (the device does so once it is loaded), the programme is mirrored and the worker
// installed when the page has settled.
const settle = () => {
  keepMirror()
  registerServiceWorker()
}
if ('requestIdleCallback' in window) window.requestIdleCallback(settle, { timeout: 4000 })
else setTimeout(settle, 1500)

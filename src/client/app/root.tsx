import {
  HeadContent,
  Outlet,
  Scripts,
  createRootRouteWithContext,
  useRouterState,
} from '@tanstack/react-router'
import { NotFoundPage } from '@/client/features/not-found/not-found-page'
import { BackOfficeOffline } from '@/client/features/not-found/back-office-offline'
import { useEarlyPress } from '@/client/shell/early-press'
import { Frame } from '@/client/shell/frame'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site'
import type { RouterContext } from './router'

export const Route = createRootRouteWithContext<RouterContext>()({
  head: () => ({
    meta: [
      { title: SITE.name },
      // For search engines and link previews, which read what the server sends.
      ...(import.meta.env.SSR
        ? [
            { name: 'description', content: m.app_site_description({ village: SITE.village }) },
            { property: 'og:site_name', content: SITE.name },
            { name: 'twitter:card', content: 'summary_large_image' },
          ]
        : []),
    ],
  }),
  component: Root,
  notFoundComponent: NotFound,
})

function Root() {
  useEarlyPress()
  return (
    <>
      <HeadContent />
      <Frame>
        <Outlet />
      </Frame>
      <Scripts />
    </>
  )
}

/** Without a network the service worker answers an address of the back office, too: with the guide's shell, which has no routes of it. */
function NotFound() {
  const isBackOffice = useRouterState({
    select: (state) => state.location.pathname.startsWith('/backoffice'),
  })
  return isBackOffice ? <BackOfficeOffline /> : <NotFoundPage />
}

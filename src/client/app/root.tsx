import {
  HeadContent,
  Outlet,
  Scripts,
  createRootRouteWithContext,
  useRouterState,
} from '@tanstack/react-router'
import { NotFoundPage } from '@/client/features/not-found/not-found-page'
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
  notFoundComponent: NotFoundPage,
})

/** The back office has a layout of its own; every other page has the public one. */
function Root() {
  useEarlyPress()
  const isBackOffice = useRouterState({
    select: (state) => state.location.pathname.startsWith('/backoffice'),
  })
  return (
    <>
      <HeadContent />
      {isBackOffice ? (
        <Outlet />
      ) : (
        <Frame>
          <Outlet />
        </Frame>
      )}
      <Scripts />
    </>
  )
}

import { HeadContent, Outlet, Scripts, createRootRouteWithContext } from '@tanstack/react-router'
import { usePreHydrationClick } from '@/client/shared/layout/pre-hydration-click'
import { Frame } from '@/client/shared/layout/frame'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import type { RouterContext } from './router'

export const Route = createRootRouteWithContext<RouterContext>()({
  head: () => ({
    meta: [
      { title: SITE.name },
      // Search engines and link previews read this from the server's page.
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
})

function Root() {
  usePreHydrationClick()
  return (
    <>
      <HeadContent />
      <Frame>
        <Outlet />
      </Frame>
      {/* The server's page tells the browser's router what it has; hydration leaves alone what stands behind the page. */}
      {import.meta.env.SSR ? <Scripts /> : null}
    </>
  )
}

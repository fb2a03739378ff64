import { HeadContent, Outlet, Scripts, createRootRouteWithContext, useMatches } from '@tanstack/react-router'
import { usePreHydrationClick } from '@/client/shared/layout/pre-hydration-click'
import { Frame } from '@/client/shared/layout/frame'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { css } from 'styled-system/css'
import { button } from 'styled-system/recipes'
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
  const isBackOffice = useMatches({
    select: (matches) => matches.some(({ routeId }) => routeId.startsWith('/backoffice')),
  })
  return (
    <>
      <HeadContent />
      {/* The back office has a layout of its own. */}
      {isBackOffice ? (
        <Outlet />
      ) : (
        <Frame>
          <Outlet />
        </Frame>
      )}
      {/* Hydration leaves alone what stands behind the page: what tells the browser's router what the server has rendered, and what says
      that the page's scripts did not arrive (index.html). */}
      {import.meta.env.SSR ? (
        <>
          <Unstarted />
          <Scripts />
        </>
      ) : null}
    </>
  )
}

function Unstarted() {
  return (
    <div role="alert" className={unstarted}>
      <p>{m.app_unstarted()}</p>
      {/* Without script an empty form loads its page again. */}
      <form>
        <button type="submit" className={button({ size: 'sm' })}>
          {m.app_try_again()}
        </button>
      </form>
    </div>
  )
}

const unstarted = css({
  position: 'fixed',
  insetInline: '0',
  bottom: '0',
  zIndex: 'banner',
  display: 'none',
  '[data-unstarted] &': { display: 'flex' },
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '3',
  padding: '4',
  bg: 'warning.subtle',
  color: 'warning.fg',
  _print: { display: 'none' },
})

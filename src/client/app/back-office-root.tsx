import { HeadContent, Outlet, createRootRouteWithContext } from '@tanstack/react-router'
import { NotFoundPage } from '@/client/shared/layout/not-found-page'
import { SITE } from '@/site/site'
import type { RouterContext } from './router'

/** The back office has a layout of its own (client/back-office), and nothing of the app's frame. */
export const Route = createRootRouteWithContext<RouterContext>()({
  head: () => ({ meta: [{ title: SITE.name }] }),
  component: BackOfficeRoot,
  notFoundComponent: NotFoundPage,
})

function BackOfficeRoot() {
  return (
    <>
      <HeadContent />
      <Outlet />
    </>
  )
}

import {
  Outlet,
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  useRouter,
} from '@tanstack/react-router'
import { useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { holdNavigation } from './hold-navigation'

/** Somebody follows a link at the moment when the frame is hydrated, and the page in it is not yet. */
function Frame() {
  const router = useRouter()
  useEffect(() => void router.navigate({ to: '/terms' as string }), [router])
  return <Outlet />
}

async function openRouter(isServer: boolean) {
  const root = createRootRoute({ component: Frame })
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/', component: () => <h1>Start</h1> }),
    createRoute({ getParentRoute: () => root, path: '/terms', component: () => <h1>Terms</h1> }),
  ])
  const history = createMemoryHistory({ initialEntries: ['/'] })
  const router = createRouter({ routeTree, history, isServer })
  await router.load()
  return router
}

/** The browser has the server's page, and its own router has what that page shows. */
async function receivePage() {
  const container = document.createElement('div')
  container.innerHTML = renderToString(<RouterProvider router={await openRouter(true)} />)
  const router = await openRouter(false)
  // The router's own hydration sets the same.
  router.ssr = { manifest: undefined }
  holdNavigation(router)
  const arrived = new Promise<void>((resolve) =>
    router.subscribe('onRendered', ({ toLocation }) => toLocation.pathname === '/terms' && resolve()),
  )
  const errors: unknown[] = []
  const hydrate = () =>
    hydrateRoot(container, <RouterProvider router={router} />, {
      onRecoverableError: (error) => errors.push(error),
    })
  return { container, router, hydrate, arrived, errors }
}

describe('a link that is followed before the page is hydrated', () => {
  it('opens its page once it is: React keeps what the server rendered', async () => {
    const { container, hydrate, arrived, errors } = await receivePage()
    hydrate()
    await arrived
    expect(container.textContent).toBe('Terms')
    expect(errors).toEqual([])
  })
})

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
import { fakeClock } from '@tests/support/server/fake-clock'
import { holdNavigation } from './hold-navigation'

/** Somebody follows a link at the moment when the frame is hydrated, and the page in it is not yet. */
function Frame() {
  const router = useRouter()
  useEffect(() => void router.navigate({ to: '/terms' as string }), [router])
  return <Outlet />
}

async function openRouter({ isServer }: { isServer: boolean }) {
  const root = createRootRoute({ component: Frame })
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/', component: () => <h1>Start</h1> }),
    createRoute({ getParentRoute: () => root, path: '/terms', component: () => <h1>Terms</h1> }),
  ])
  const router = createRouter({ routeTree, history: createMemoryHistory(), isServer })
  await router.load()
  return router
}

describe('a link that is followed before the page is hydrated', () => {
  it('opens its page once it is: React keeps what the server rendered', async () => {
    const container = document.createElement('div')
    container.innerHTML = renderToString(<RouterProvider router={await openRouter({ isServer: true })} />)
    const router = await openRouter({ isServer: false })
    // The router's own hydration sets the same.
    router.ssr = { manifest: undefined }
    holdNavigation(router, fakeClock(0))
    const arrived = new Promise<void>((resolve) =>
      router.subscribe('onRendered', ({ toLocation }) => toLocation.pathname === '/terms' && resolve()),
    )
    const errors: unknown[] = []
    hydrateRoot(container, <RouterProvider router={router} />, {
      onRecoverableError: (error) => errors.push(error),
    })
    await arrived
    expect(container.textContent).toBe('Terms')
    expect(errors).toEqual([])
  })

  it('opens its page after two seconds where it is none of the router’s pages', async () => {
    const router = await openRouter({ isServer: false })
    const clock = fakeClock(0)
    holdNavigation(router, clock)
    const done = router.navigate({ to: '/terms' as string })
    clock.advance(1900)
    await Promise.resolve()
    expect(router.history.location.pathname).toBe('/')
    expect(clock.pending()).toBe(1)
    clock.advance(100)
    await done
    expect(router.history.location.pathname).toBe('/terms')
  })
})

import 'fake-indexeddb/auto'
import { QueryProvider } from '@tests/support/query-provider'
import {
  Link,
  Outlet,
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { hasUnsaved } from '@/client/shared/forms/unsaved'
import { preview } from './preview-step.fixture'
import { ImportPreviewStep } from './import-preview-step'

afterEach(cleanup)

const REQUEST = {
  source: { url: 'https://example.com/club.ics' },
  defaults: { location_name: 'Ericeira', latitude: 38.96, longitude: -9.41, tag_keys: ['music'], email: '' },
}

let hasGoneBack: boolean

/** The preview on the page of imports, below links that lead away. */
async function open() {
  hasGoneBack = false
  const rootRoute = createRootRoute({
    component: () => (
      <>
        <Link to="/backoffice/events">Events</Link>
        <Link to="/backoffice/login">Login</Link>
        <Outlet />
      </>
    ),
  })
  const Preview = () => (
    <ImportPreviewStep
      request={REQUEST}
      preview={preview()}
      isPreviewing={false}
      onPreview={() => undefined}
      onBack={() => {
        hasGoneBack = true
      }}
      onDone={() => undefined}
    />
  )
  const page = (path: string, component: () => ReactNode) =>
    createRoute({ getParentRoute: () => rootRoute, path, component })
  const router = createRouter({
    routeTree: rootRoute.addChildren([
      page('/backoffice/import', Preview),
      page('/backoffice/events', () => <h1>All events</h1>),
      page('/backoffice/login', () => <h1>Sign in</h1>),
    ]),
    history: createMemoryHistory({ initialEntries: ['/backoffice/import'] }),
  })
  render(<RouterProvider router={router as never} />, { wrapper: QueryProvider })
  await screen.findByText('New, goes on review')
}

/** Leaves out one of the two events that can be imported, so that there is something to lose. */
async function leaveOneOut() {
  fireEvent.click(screen.getByRole('checkbox', { name: 'Import “Event 2”' }))
  await screen.findByRole('button', { name: 'Import 1 event' })
  // The guard begins in an effect, which React runs after the page shows the choice.
  await waitFor(() => expect(hasUnsaved()).toBe(true))
}
const leaveBy = (name: string) => fireEvent.click(screen.getByRole('link', { name }))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const question = () => screen.findByRole('alertdialog', { name: 'Leave this page?' })

test('a preview in which nothing was chosen is left without a question', async () => {
  await open()
  expect(hasUnsaved()).toBe(false)
  leaveBy('Events')
  await screen.findByRole('heading', { name: 'All events' })
})

test('asks before choices are lost, keeps them for who stays, and lets go of them for who leaves', async () => {
  await open()
  await leaveOneOut()
  leaveBy('Events')
  expect((await question()).textContent).toContain(
    'Your corrections and choices in this preview will be lost.',
  )
  press('Stay here')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.getByRole('button', { name: 'Import 1 event' })).toBeTruthy()
  leaveBy('Events')
  await question()
  press('Discard and leave')
  await screen.findByRole('heading', { name: 'All events' })
  expect(hasUnsaved()).toBe(false)
})

test('asks before the button leads back to the form, where there is something to lose', async () => {
  await open()
  press('Back')
  expect(hasGoneBack).toBe(true)
  cleanup()
  await open()
  await leaveOneOut()
  press('Back')
  await question()
  expect(hasGoneBack).toBe(false)
  press('Discard and leave')
  expect(hasGoneBack).toBe(true)
})

test('a session that ends leads to the login without a question', async () => {
  await open()
  await leaveOneOut()
  leaveBy('Login')
  await screen.findByRole('heading', { name: 'Sign in' })
})

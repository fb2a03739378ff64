import { QueryClientProvider } from '@tanstack/react-query'
import {
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createQueryClient } from '@/client/shared/loading/query-client'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { Breadcrumbs, usePageTrail } from './navigation'

afterEach(cleanup)

function Trail() {
  return (
    <>
      <Breadcrumbs trail={usePageTrail()} />
      <p>Page</p>
    </>
  )
}

/** The labels at this address; links as [label, address]. An event and a person have been read. */
async function trailAt(path: string) {
  const rootRoute = createRootRoute()
  const routes = ['/backoffice/$area', '/backoffice/$area/$id', '/backoffice/$area/$id/$below'].map(
    (pattern) => createRoute({ getParentRoute: () => rootRoute, path: pattern, component: Trail }),
  )
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter({ routeTree: rootRoute.addChildren(routes), history })
  const client = createQueryClient()
  client.setQueryData([...BACK_OFFICE_KEY, 'event', 'e1'], { title: 'Fado night' })
  client.setQueryData([...BACK_OFFICE_KEY, 'person', 'u1'], {
    email: 'rui@example.com',
    user: { name: 'Rui Reis' },
  })
  client.setQueryData([...BACK_OFFICE_KEY, 'person', 'ana@example.com'], {
    email: 'ana@example.com',
    user: null,
  })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await screen.findByText('Page')
  return screen.queryAllByRole('listitem').map((item) => {
    const link = item.querySelector('a')
    return link ? [item.textContent, link.getAttribute('href')] : item.textContent
  })
}

const DASHBOARD = ['Dashboard', '/backoffice/dashboard']
const EVENTS = ['Events', '/backoffice/events']
const USERS = ['Users', '/backoffice/users']

test.each([
  ['/backoffice/dashboard', []],
  ['/backoffice/tags', [DASHBOARD, 'Tags']],
  ['/backoffice/contact-forms?show=all', [DASHBOARD, 'Contact Forms']],
  ['/backoffice/activity', [DASHBOARD, 'Activity log']],
  ['/backoffice/events/e1', [DASHBOARD, EVENTS, 'Fado night']],
  ['/backoffice/events/unread', [DASHBOARD, 'Events']],
  ['/backoffice/events/new', [DASHBOARD, EVENTS, 'New event']],
  ['/backoffice/events/e1/edit', [DASHBOARD, EVENTS, ['Fado night', '/backoffice/events/e1'], 'Edit']],
  ['/backoffice/users/u1', [DASHBOARD, USERS, 'Rui Reis']],
  ['/backoffice/users/ana%40example.com', [DASHBOARD, USERS, 'ana@example.com']],
])('the way to %s', async (path, trail) => {
  expect(await trailAt(path)).toEqual(trail)
})

import { pageOf } from '@tests/support/page-of'
import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { QueryProvider } from '@tests/support/query-provider'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { signInAdministrator } from '@/client/back-office/shared/back-office.fixture'
import { Route } from './notifications-route'

const NotificationsPage = pageOf(Route)

beforeAll(signInAdministrator)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const notification = {
  id: '0b0a5a3e-0000-4000-8000-00000000000d',
  title: 'Your event is published: the long one of tonight',
  body: 'Everybody can see “Fado at the harbour” now, on the page and in the app.',
  data: { event_id: 'x', deep: { list: [1, null] } },
  created_at: 1_781_517_600,
  updated_at: 1_781_517_600,
}

function renderPage(items: object[]) {
  vi.stubGlobal('fetch', async () => Response.json({ data: { items, has_more: false } }))
  render(<NotificationsPage />, { wrapper: QueryProvider })
}

test('a notification is cut in the list, and whole in its details with its data as formatted JSON', async () => {
  renderPage([notification])
  expect(await screen.findByText('Your event is published: the l…')).toBeDefined()
  expect(screen.getByText('Everybody can see “Fado at the harbour” now, on th…')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: /^Details of/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Notification details' })
  expect(within(dialog).getByText(notification.title)).toBeDefined()
  expect(within(dialog).getByText(notification.body)).toBeDefined()
  expect(dialog.querySelector('code')?.textContent).toBe(
    '{\n  "event_id": "x",\n  "deep": {\n    "list": [\n      1,\n      null\n    ]\n  }\n}',
  )
})

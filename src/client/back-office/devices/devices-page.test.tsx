import { pageOf } from '@tests/support/page-of'
import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createQueryClient } from '@/client/shared/loading/query-client'
import { signInAdministrator } from '@/client/back-office/shared/back-office.fixture'
import { Route } from './devices-route'

const DevicesPage = pageOf(Route)

beforeAll(signInAdministrator)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const TOKEN = 'f'.repeat(64)
const device = {
  id: '0b0a5a3e-0000-4000-8000-00000000000d',
  device_id: '0b0a5a3e-0000-4000-8000-00000000000e',
  device_token: TOKEN,
  created_at: 1_781_517_600,
  updated_at: 1_781_604_000,
}

function renderPage(respond: (url: string) => Response | Promise<Response>) {
  vi.stubGlobal('fetch', async (url: string) => respond(url))
  const client = createQueryClient()
  render(
    <QueryClientProvider client={client}>
      <DevicesPage />
    </QueryClientProvider>,
  )
}

test('a device has its id and token cut to 20 and 30 characters, and both whole in its details', async () => {
  renderPage(() => Response.json({ data: { items: [device], has_more: false } }))
  expect(await screen.findByText(`${device.device_id.slice(0, 20)}…`)).toBeDefined()
  expect(screen.getByText(`${'f'.repeat(30)}…`)).toBeDefined()
  expect(screen.queryByText(TOKEN)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /^Details of device/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Device details' })
  for (const whole of [
    device.id,
    device.device_id,
    TOKEN,
    'Mon, Jun 15, 2026 11:00 AM',
    'Tue, Jun 16, 2026 11:00 AM',
  ])
    expect(within(dialog).getByText(whole)).toBeDefined()
})

test('a device that a later page has again, as newer ones came, is one row', async () => {
  renderPage((url) => {
    const ids = url.includes('page=1&') ? ['a', 'b'] : ['b', 'c']
    return Response.json({
      data: { items: ids.map((id) => ({ ...device, id })), has_more: url.includes('page=1&') },
    })
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull())
  expect(screen.getAllByRole('button', { name: /^Details of device/ })).toHaveLength(3)
})

test.each([
  ['TOO_MANY_REQUESTS', 429, 'Too many requests. Please wait a moment and try again.'],
  ['FORBIDDEN', 403, 'You don’t have permission to do this.'],
])(
  'a list that the server refuses says why, on its first page and on a later one: %s',
  async (code, status, why) => {
    let isRefused = true
    const refusal = () => Response.json({ error: { code, message: '' } }, { status })
    renderPage((url) =>
      isRefused || !url.includes('page=1&')
        ? refusal()
        : Response.json({ data: { items: [device], has_more: true } }),
    )
    expect((await screen.findByRole('alert')).textContent).toContain(why)
    isRefused = false
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    expect((await screen.findByRole('alert')).textContent).toContain(why)
  },
)

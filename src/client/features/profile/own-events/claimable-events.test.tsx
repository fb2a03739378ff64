import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { QueryProvider } from '@tests/support/query-provider'
import { afterEach, expect, test, vi } from 'vitest'
import { ClaimableEvents } from './claimable-events'
import { signInHere } from '../own-account.fixture'

afterEach(cleanup)

const event = {
  id: '0b0a5a3e-0000-4000-8000-00000000000a',
  title: 'Fado at the harbour',
  location_name: 'Harbour',
  status: 'ON_REVIEW',
  created_at: 1_700_000_000,
}

test('choosing none is said by the group itself, and the first choice gets the focus', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const { user } = await signInHere()
  const claims: string[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (!url.includes('/claim')) return Response.json({ data: {} })
    if (init.method === 'POST') claims.push(url)
    return Response.json({ data: { items: [event], has_more: false } })
  })
  render(<ClaimableEvents userId={user.id} onGone={() => undefined} />, { wrapper: QueryProvider })
  const choice = await screen.findByRole('checkbox')
  fireEvent.click(choice)
  fireEvent.click(screen.getByRole('button', { name: 'Add to my events' }))
  const group = screen.getByRole('group', { name: 'Events to add' })
  const errorId = group.getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(errorId)?.textContent).toBe('Choose at least one event.')
  await waitFor(() => expect(document.activeElement).toBe(choice))
  expect(claims).toEqual([])
  fireEvent.click(choice)
  expect(group.hasAttribute('aria-describedby')).toBe(false)
})

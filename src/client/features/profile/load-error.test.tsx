import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { QueryProvider } from '@tests/support/query-provider'
import { afterEach, expect, test, vi } from 'vitest'
import { signInHere } from './own-account.fixture'
import { OwnSessions } from './access/own-sessions'

afterEach(cleanup)

test('what could not be loaded waits for its turn to be read, and trying again keeps the focus in its section', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const { user } = await signInHere()
  render(<OwnSessions userId={user.id} />, { wrapper: QueryProvider })
  const region = screen.getByRole('status')
  await waitFor(() => expect(region.textContent).toBe('We couldn’t load your sessions'))
  expect(screen.queryByRole('alert')).toBeNull()

  const button = screen.getByRole('button', { name: 'Try again' })
  button.focus()
  fireEvent.click(button)
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Where you are signed in' }))
})

import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '@/client/shared/loading/query-client'
import { ATTEMPT_KEY } from './provider-sign-in'
import { ProviderButtons } from './provider-buttons'

/** The windows that the browser opened: names, and whether each is closed. */
const opened: { name: string; storage: string | null; window: { closed: boolean; close: () => void } }[] = []

beforeEach(() => {
  opened.length = 0
  vi.spyOn(window, 'open').mockImplementation((_, name = '') => {
    const popup = { closed: false, close: () => void (popup.closed = true) }
    opened.push({ name, storage: sessionStorage.getItem(ATTEMPT_KEY), window: popup })
    return popup as unknown as Window
  })
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

async function pressApple(): Promise<void> {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Continue with Apple' }))
  })
}

function renderButtons(): void {
  const client = createQueryClient()
  client.setQueryData(['sign-in-providers'], {
    apple: {
      authorization_endpoint: 'https://appleid.apple.com/auth/authorize',
      client_id: 'pt.example.guide',
      redirect_uri: `${window.location.origin}/auth/apple/redirect`,
    },
  })
  render(
    <QueryClientProvider client={client}>
      <ProviderButtons />
    </QueryClientProvider>,
  )
}

const SENTENCE = 'Continue in the window that has just opened.'

test('each attempt has a popup of its own, which begins with its attempt; the one before is closed', async () => {
  renderButtons()
  await pressApple()
  await pressApple()
  const [first, second] = opened
  expect(opened).toHaveLength(2)
  expect(second?.name).not.toBe(first?.name)
  expect(second?.storage).not.toBe(first?.storage)
  expect(first?.window.closed).toBe(true)
  expect(second?.window.closed).toBe(false)
})

test('the sentence about the popup goes when it is closed by hand', async () => {
  renderButtons()
  await pressApple()
  expect(screen.getByText(SENTENCE)).toBeDefined()
  fireEvent.focus(window)
  expect(screen.queryByText(SENTENCE)).not.toBeNull()
  opened[0]?.window.close()
  fireEvent.focus(window)
  expect(screen.queryByText(SENTENCE)).toBeNull()
})

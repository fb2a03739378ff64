import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Outcome } from '@/offline/api/next-step'
import { ResendConfirmation } from './register-form'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function renderButton(response: Outcome<object>) {
  let sent = 0
  render(
    <ResendConfirmation
      send={async () => {
        sent += 1
        return response
      }}
    />,
  )
  return () => sent
}

const press = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Resend' }))
  await act(() => vi.advanceTimersByTimeAsync(0))
}

test('sends again, says so, and rests for ten minutes', async () => {
  const sent = renderButton({ kind: 'ok', status: 200, data: {} })
  await press()
  expect(document.querySelector('[aria-live]')?.textContent).toContain(
    'If your address still needs confirming, we’ll send the email again: in a few minutes, or tomorrow morning if we’ve already sent two today.',
  )
  await press()
  expect(sent()).toBe(1)
  expect(screen.getByRole('button').getAttribute('aria-disabled')).toBe('true')

  await act(() => vi.advanceTimersByTimeAsync(600_000))
  await press()
  expect(sent()).toBe(2)
})

test('after a refusal it rests for as long as the server says', async () => {
  const sent = renderButton({
    kind: 'refused',
    status: 429,
    code: 'TOO_MANY_REQUESTS',
    message: '',
    fields: [],
    retryAfterMs: 5_000,
  })
  await press()
  expect(document.querySelector('[aria-live]')?.textContent).toContain(
    'Too many attempts. Try again in 5 seconds.',
  )
  await press()
  expect(sent()).toBe(1)
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  await press()
  expect(sent()).toBe(2)
})

test('without a response it can be tried at once', async () => {
  const sent = renderButton({ kind: 'unreachable', reason: 'network' })
  await press()
  expect(document.querySelector('[aria-live]')?.textContent).toContain('We couldn’t send the email again.')
  await press()
  expect(sent()).toBe(2)
})

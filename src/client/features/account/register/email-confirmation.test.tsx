import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  removeRegistration,
  readRegistration,
  rememberRegistration,
} from '@/client/shared/sign-in/provider-sign-in'
import type { Outcome } from '@/offline/api/next-step'
import { EmailConfirmation } from './email-confirmation'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  removeRegistration()
  vi.useRealTimers()
})

const OK: Outcome<object> = { kind: 'ok', status: 200, data: {} }
const NOT_FOUND: Outcome<never> = { kind: 'refused', status: 404, code: 'NOT_FOUND', message: '', fields: [] }
const AWAY: Outcome<never> = { kind: 'unreachable', reason: 'network' }

function renderBanner(...responses: Outcome<object>[]) {
  const calls: [token: string, retryKey: string, secret: string | undefined][] = []
  let used = 0
  render(
    <StrictMode>
      <EmailConfirmation
        token="a-token"
        confirm={async (...call) => {
          calls.push(call)
          return responses[calls.length - 1] ?? NOT_FOUND
        }}
        onUsed={() => (used += 1)}
      />
    </StrictMode>,
  )
  return { calls, used: () => used }
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('confirms once, with the secret of this browser, and shows the result after a second', async () => {
  rememberRegistration({ secret: 's3cret', email: 'ana@example.com', registeredAt: Date.now() })
  const { calls, used } = renderBanner(OK)
  await pass(999)
  expect(screen.getByText('Confirming your email...')).toBeTruthy()
  await pass(1)
  expect(screen.getByText('Email Confirmed!')).toBeTruthy()
  expect(calls).toEqual([['a-token', expect.any(String), 's3cret']])
  expect(used()).toBe(1)
  expect(readRegistration(Date.now())).toBeUndefined()
})

test('says that the link is expired or invalid when the server says so', async () => {
  const { calls, used } = renderBanner(NOT_FOUND)
  await pass(1000)
  expect(screen.getByText('Email Confirmation Failed')).toBeTruthy()
  expect(screen.getByText("We couldn't confirm your email. The link may be expired or invalid.")).toBeTruthy()
  expect(calls).toEqual([['a-token', expect.any(String), undefined]])
  expect(used()).toBe(1)
})

test('without a response the link is not to blame: it stays, and can be tried again', async () => {
  rememberRegistration({ secret: 's3cret', email: 'ana@example.com', registeredAt: Date.now() })
  const { calls, used } = renderBanner(AWAY, OK)
  await pass(1000)
  expect(screen.queryByText('Email Confirmation Failed')).toBeNull()
  expect(used()).toBe(0)
  expect(readRegistration(Date.now())?.secret).toBe('s3cret')

  const button = screen.getByRole('button', { name: 'Try again' })
  button.focus()
  fireEvent.click(button)
  expect(screen.queryByRole('button')).toBeNull()
  // The focus stays where the result comes.
  expect(document.activeElement?.textContent).toBe('Confirming your email...')
  await pass(1000)
  expect(screen.getByText('Email Confirmed!')).toBeTruthy()
  // Under one key: the first may have arrived, and only its response was lost.
  expect(calls).toEqual([calls[0], calls[0]])
  expect(used()).toBe(1)
})

test('after a reload the link is tried under the same key, until it is used', async () => {
  const before = renderBanner(AWAY)
  await pass(1000)
  cleanup()
  const after = renderBanner(OK)
  await pass(1000)
  expect(screen.getByText('Email Confirmed!')).toBeTruthy()
  expect(after.calls).toEqual(before.calls)
  expect(sessionStorage.length).toBe(0)
})

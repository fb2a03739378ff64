import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { StrictMode, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Outcome } from '@/offline/api/next-step'
import { ConfirmationBanner, ConfirmationForm } from './email-confirmation'
import type { ConfirmationState } from './email-confirmation'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const OK: Outcome<object> = { kind: 'ok', status: 200, data: {} }
const AWAY: Outcome<never> = { kind: 'unreachable', reason: 'network' }
const refusedWith = (
  code: 'NOT_FOUND' | 'VALIDATION_FAILED' | 'TOO_MANY_REQUESTS',
  fields: { path: string; code: string; message: string }[] = [],
): Outcome<never> => ({ kind: 'refused', status: 400, code, message: '', fields }) as Outcome<never>
const WRONG = refusedWith('VALIDATION_FAILED', [
  { path: 'password', code: 'registration_password_wrong', message: '' },
])

function openLink(...responses: Outcome<object>[]) {
  const sent: string[] = []
  const seen: ConfirmationState[] = []
  function Page() {
    const [state, setState] = useState<ConfirmationState>('asked')
    return (
      <>
        <ConfirmationBanner state={state} />
        <ConfirmationForm
          confirm={async (password) => {
            sent.push(password)
            return responses[sent.length - 1] ?? AWAY
          }}
          onState={(next) => {
            seen.push(next)
            setState(next)
          }}
        />
      </>
    )
  }
  render(
    <StrictMode>
      <Page />
    </StrictMode>,
  )
  return { sent, seen }
}

const field = () => screen.getByLabelText('Password')
const banner = () => document.querySelector('[aria-live=polite]')?.textContent
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
async function press(password = 'tidal wonder 88') {
  fireEvent.change(field(), { target: { value: password } })
  fireEvent.click(screen.getByRole('button', { name: 'Confirm my email' }))
  await pass(0)
}

test('opening the link sends nothing, and neither does the button without a password', async () => {
  const { sent } = openLink(OK)
  await pass(60_000)
  await press('')
  expect(screen.getByText('This field is required')).toBeTruthy()
  expect(sent).toEqual([])
  expect(banner()).toBe('')
})

test('the button confirms with the password, and the result comes after a second', async () => {
  const { sent, seen } = openLink(OK)
  await press()
  await pass(999)
  expect(banner()).toBe('Confirming your email...')
  await pass(1)
  expect(banner()).toContain('Email Confirmed!')
  expect(sent).toEqual(['tidal wonder 88'])
  expect(seen).toEqual(['pending', 'confirmed'])
})

test('a wrong password is said at its field, and the link stays', async () => {
  const { sent, seen } = openLink(WRONG, OK)
  await press('not mine')
  await pass(1100)
  expect(document.activeElement).toBe(field())
  expect(screen.getByText(/isn’t the password chosen for this registration/)).toBeTruthy()
  expect(banner()).toBe('')
  await press()
  await pass(1000)
  expect(sent).toEqual(['not mine', 'tidal wonder 88'])
  expect(seen.at(-1)).toBe('confirmed')
})

test.each([
  ['is unknown or expired', refusedWith('NOT_FOUND')],
  ['was cut off', refusedWith('VALIDATION_FAILED', [{ path: 'token', code: 'required', message: '' }])],
])('a link that %s says so, and what to do', async (_what, response) => {
  openLink(response)
  await press()
  await pass(1000)
  expect(banner()).toBe(
    "Email Confirmation FailedWe couldn't confirm your email. The link may be expired or invalid." +
      'Sign in with your password: if your address still needs confirming, we’ll email you a new link.',
  )
})

test.each([
  ['no response', AWAY],
  ['a limit', refusedWith('TOO_MANY_REQUESTS')],
])('after %s the password is still there, and the same button tries again', async (_what, response) => {
  const { sent } = openLink(response, OK)
  await press()
  await pass(1000)
  expect(banner()).toContain('Your email isn’t confirmed yet')
  expect(field()).toHaveProperty('value', 'tidal wonder 88')
  fireEvent.click(screen.getByRole('button', { name: 'Confirm my email' }))
  await pass(1000)
  expect(banner()).toContain('Email Confirmed!')
  expect(sent).toEqual(['tidal wonder 88', 'tidal wonder 88'])
})

import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { hasUnsaved } from '@/client/shared/forms/unsaved'
import type { Session } from '@/contract/accounts/auth'
import type { SignIn } from '@/domain/accounts/account'
import { deferred } from '@/offline/platform/deferred'
import type { Outcome } from '@/offline/api/next-step'
import { LoginForm } from './login-form'

afterEach(cleanup)

const refused = (
  code: 'INVALID_CREDENTIALS' | 'EMAIL_NOT_CONFIRMED' | 'ACCOUNT_SUSPENDED' | 'TOO_MANY_REQUESTS',
  ms?: number,
): Outcome<never> => ({ kind: 'refused', status: 401, code, message: '', fields: [], retryAfterMs: ms })

function renderForm(response: Outcome<Session>) {
  const sent: SignIn[] = []
  const emails: string[] = []
  const send = async (credentials: SignIn) => {
    sent.push(credentials)
    return response
  }
  render(<LoginForm initialEmail="ana@example.com" onEmail={(email) => emails.push(email)} send={send} />)
  return { sent, emails }
}

const field = (name: string) => screen.getByLabelText(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))

test('is made for password managers, and keeps what is in it out of the address', () => {
  renderForm(refused('INVALID_CREDENTIALS'))
  expect(field('Email').getAttribute('autocomplete')).toBe('username')
  expect(field('Email').getAttribute('type')).toBe('email')
  expect(field('Password').getAttribute('autocomplete')).toBe('current-password')
  expect(document.querySelector('form')?.method).toBe('post')
  // The form opens no keyboard that nobody asked for.
  expect(document.activeElement).toBe(document.body)
})

test('every field is required', async () => {
  const { sent } = renderForm(refused('INVALID_CREDENTIALS'))
  type('Email', '')
  submit()
  await waitFor(() => expect(document.activeElement).toBe(field('Email')))
  expect(screen.getAllByText('This field is required')).toHaveLength(2)
  expect(sent).toEqual([])
})

for (const [what, response, sentence] of [
  ['a wrong password', refused('INVALID_CREDENTIALS'), 'Invalid email or password'],
  [
    'an address that is not confirmed',
    refused('EMAIL_NOT_CONFIRMED'),
    'Please confirm your email address first. The link is in the latest email we sent you.',
  ],
  [
    'an account that is suspended',
    refused('ACCOUNT_SUSPENDED'),
    'This account is suspended. Contact us if you think that’s a mistake.',
  ],
  ['a limit', refused('TOO_MANY_REQUESTS', 120_000), 'Too many attempts. Try again in 2 minutes.'],
  [
    'a success without a session',
    { kind: 'unreachable', reason: 'not-ours', status: 200 },
    'Invalid login response',
  ],
  [
    "a proxy's error",
    { kind: 'unreachable', reason: 'not-ours', status: 502 },
    'We couldn’t reach the server. Check your connection and try again.',
  ],
  [
    'no network',
    { kind: 'unreachable', reason: 'network' },
    'We couldn’t reach the server. Check your connection and try again.',
  ],
] as const)
  test(`${what} is said, and what was typed stays`, async () => {
    const { sent } = renderForm(response as Outcome<Session>)
    type('Password', ' my secret ')
    submit()
    expect((await screen.findByRole('alert')).textContent).toBe(sentence)
    expect(sent).toEqual([{ email: 'ana@example.com', password: ' my secret ' }])
    expect(field('Email')).toHaveProperty('value', 'ana@example.com')
    expect(field('Password')).toHaveProperty('value', ' my secret ')
  })

test('the button is busy while it is sent, and the previous failure is gone', async () => {
  const first = deferred<Outcome<Session>>()
  const second = deferred<Outcome<Session>>()
  const left = [second, first]
  const send = async () => (left.pop() ?? second).promise
  render(<LoginForm initialEmail="ana@example.com" onEmail={() => undefined} send={send} />)
  type('Password', 'my secret')
  submit()
  const button = await screen.findByRole('button', { name: 'Signing in...' })
  expect(button.getAttribute('aria-busy')).toBe('true')
  first.resolve(refused('INVALID_CREDENTIALS'))
  await screen.findByText('Invalid email or password')
  submit()
  await screen.findByRole('button', { name: 'Signing in...' })
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  second.resolve(refused('INVALID_CREDENTIALS'))
  await screen.findByText('Invalid email or password')
})

test('what a password manager fills in without an event is sent too', async () => {
  const { sent } = renderForm(refused('INVALID_CREDENTIALS'))
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  setValue?.call(field('Password'), 'filled in')
  submit()
  await waitFor(() => expect(sent).toEqual([{ email: 'ana@example.com', password: 'filled in' }]))
})

test('the typed address is for the other form as well', () => {
  const { emails } = renderForm(refused('INVALID_CREDENTIALS'))
  type('Email', 'rui@example.com')
  type('Password', 'x')
  expect(emails).toEqual(['rui@example.com', 'rui@example.com'])
})

test('a new version of the app waits until what was typed is sent or left', () => {
  renderForm(refused('INVALID_CREDENTIALS'))
  expect(hasUnsaved()).toBe(false)
  type('Password', 'my secret')
  expect(hasUnsaved()).toBe(true)
  cleanup()
  expect(hasUnsaved()).toBe(false)
})

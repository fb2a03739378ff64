import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { hasUnsaved } from '@/client/shared/forms/unsaved'
import type { RegistrationForm } from '@/domain/accounts/account'
import type { Outcome } from '@/offline/api/next-step'
import { RegisterForm } from './register-form'

afterEach(cleanup)

type ExpectedResponse = Outcome<object>

function renderForm(...responses: ExpectedResponse[]) {
  const sent: RegistrationForm[] = []
  const registered: unknown[] = []
  const send = async (form: RegistrationForm) => {
    sent.push(form)
    const response = responses[Math.min(sent.length, responses.length) - 1]
    if (response === undefined) throw new Error('nothing is to be sent')
    return response
  }
  render(
    <RegisterForm
      initialEmail=""
      onEmail={() => undefined}
      send={send}
      onRegistered={(done) => registered.push(done)}
    />,
  )
  return { sent, registered }
}

const field = (name: string) => screen.getByLabelText(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Create account' }))

function fill(password = 'tidal wonder 88') {
  type('Name', ' Ana Sousa ')
  type('Email', 'ana@example.com ')
  type('Password', password)
}

const tooCommon: ExpectedResponse = {
  kind: 'refused',
  status: 422,
  code: 'VALIDATION_FAILED',
  message: '',
  fields: [{ path: 'password', code: 'password_too_common', message: '' }],
}
const EASY = 'This password is easy to guess: please choose a longer one, without your name or the village’s'

test('says next to each field what is missing, and the rule for the password before it is broken', async () => {
  const { sent } = renderForm()
  expect(screen.getByText('At least 8 characters')).toBeTruthy()
  submit()
  await waitFor(() => expect(document.activeElement).toBe(field('Name')))
  expect(screen.getAllByText('This field is required')).toHaveLength(3)
  fill('1234567')
  submit()
  await screen.findByText('Password must be at least 8 characters long')
  expect(sent).toEqual([])
})

test('hands on the address of what was accepted', async () => {
  const { sent, registered } = renderForm({
    kind: 'ok',
    status: 201,
    data: {},
  })
  fill()
  submit()
  await waitFor(() => expect(registered).toEqual(['ana@example.com']))
  expect(sent).toEqual([{ name: 'Ana Sousa', email: 'ana@example.com', password: 'tidal wonder 88' }])
})

test('a password that the server finds easy to guess is wrong until it is changed, also the second one', async () => {
  renderForm(tooCommon)
  fill('password1')
  submit()
  await screen.findByText(EASY)
  await waitFor(() => expect(document.activeElement).toBe(field('Password')))
  expect(screen.queryByRole('alert')).toBeNull()

  type('Password', 'password2')
  await waitFor(() => expect(screen.queryByText(EASY)).toBeNull())
  submit()
  await screen.findByText(EASY)
  expect(field('Name')).toHaveProperty('value', ' Ana Sousa ')
})

for (const [what, response, why] of [
  [
    'no response',
    { kind: 'unreachable', reason: 'timeout' },
    'We couldn’t reach the server. Check your connection and try again.',
  ],
  [
    'a limit',
    {
      kind: 'refused',
      status: 429,
      code: 'TOO_MANY_REQUESTS',
      message: '',
      fields: [],
      retryAfterMs: 30_000,
    },
    'Too many attempts. Try again in 30 seconds.',
  ],
] as const)
  test(`after ${what} it says that the registration failed and why, and keeps everything`, async () => {
    const { registered } = renderForm(response as unknown as ExpectedResponse)
    fill()
    submit()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe(`Registration failed${why}`)
    expect(field('Password')).toHaveProperty('value', 'tidal wonder 88')
    expect(registered).toEqual([])
  })

test('a new version of the app waits until what was typed is sent or left', () => {
  renderForm()
  expect(hasUnsaved()).toBe(false)
  type('Name', 'Ana')
  expect(hasUnsaved()).toBe(true)
  cleanup()
  expect(hasUnsaved()).toBe(false)
})

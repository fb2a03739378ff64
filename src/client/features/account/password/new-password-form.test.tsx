import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { hasUnsaved } from '@/client/shared/forms/unsaved'
import type { Outcome } from '@/offline/api/next-step'
import { NewPasswordForm } from './reset-password-page'

afterEach(cleanup)

function renderForm(response: Outcome<object>, afterwards = response) {
  const sent: unknown[] = []
  let done = 0
  const send = async (chosen: unknown) => {
    sent.push(chosen)
    return sent.length === 1 ? response : afterwards
  }
  render(
    <NewPasswordForm send={send} onDone={() => (done += 1)} loginLink={<a href="/login">Back to login</a>} />,
  )
  return { sent, done: () => done }
}

const field = (name: string) => screen.getByLabelText(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Reset password' }))

function fill(confirmation = 'tidal wonder 88') {
  type('New password', 'tidal wonder 88')
  type('Confirm new password', confirmation)
}

const notFound: Outcome<never> = {
  kind: 'refused',
  status: 404,
  code: 'NOT_FOUND',
  message: '',
  fields: [],
}

test('both are new passwords, long enough and the same', async () => {
  const { sent } = renderForm({ kind: 'ok', status: 200, data: {} })
  expect(field('New password').getAttribute('autocomplete')).toBe('new-password')
  expect(field('Confirm new password').getAttribute('autocomplete')).toBe('new-password')
  submit()
  await screen.findByText('Password must be at least 8 characters long')
  fill('tidal wonder 89')
  await screen.findByText('Passwords do not match')
  submit()
  expect(sent).toEqual([])
})

test('is done when the server has set it', async () => {
  const { sent, done } = renderForm({ kind: 'ok', status: 200, data: {} })
  fill()
  submit()
  await waitFor(() => expect(done()).toBe(1))
  expect(sent).toEqual([{ new_password: 'tidal wonder 88', confirmation: 'tidal wonder 88' }])
})

test('a link that was used meanwhile has one sentence, any other failure says why as well', async () => {
  renderForm(notFound)
  fill()
  submit()
  const failed = 'Failed to reset password. Please try again or request a new reset link.'
  expect((await screen.findByRole('alert')).textContent).toBe(failed)
  cleanup()

  renderForm({ kind: 'unreachable', reason: 'not-ours', status: 502 })
  fill()
  submit()
  expect((await screen.findByRole('alert')).textContent).toBe(
    `${failed}We couldn’t reach the server. Check your connection and try again.`,
  )
  expect(field('New password')).toHaveProperty('value', 'tidal wonder 88')
})

test('a lost response is not called a failure, nor is the link that is used up since', async () => {
  // The phone lost its network while the request was under way.
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { sent } = renderForm({ kind: 'unreachable', reason: 'network' }, notFound)
  fill()
  for (const tries of [1, 2]) {
    submit()
    await waitFor(() => expect(sent).toHaveLength(tries))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe(
      'We got no reply. Your password may already have been changed: try signing in with the new one.Back to login',
    )
  }
})

test('a new version of the app waits until what was typed is sent or left', () => {
  renderForm({ kind: 'ok', status: 200, data: {} })
  expect(hasUnsaved()).toBe(false)
  type('New password', 'tidal wonder 88')
  expect(hasUnsaved()).toBe(true)
  cleanup()
  expect(hasUnsaved()).toBe(false)
})

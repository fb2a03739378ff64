import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Outcome } from '@/offline/api/next-step'
import { ForgotPasswordDialog } from './forgot-password-dialog'

afterEach(cleanup)

function renderDialog(response: Outcome<object>) {
  const sent: unknown[] = []
  const send = async (form: unknown) => {
    sent.push(form)
    return response
  }
  render(<ForgotPasswordDialog open onClose={() => undefined} initialEmail="ana@example.com" send={send} />)
  return sent
}

const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Send instructions' }))

test('has the address that was typed, and says that the instructions are on their way', async () => {
  const sent = renderDialog({ kind: 'ok', status: 200, data: {} })
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ana@example.com')
  submit()
  await screen.findByText('Password reset instructions have been sent to your email')
  expect(sent).toEqual([{ email: 'ana@example.com' }])
})

test('says why they could not be sent, and keeps the address', async () => {
  renderDialog({
    kind: 'refused',
    status: 429,
    code: 'TOO_MANY_REQUESTS',
    message: '',
    fields: [],
    retryAfterMs: 60_000,
  })
  submit()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to send password reset instructionsToo many attempts. Try again in 1 minute.',
  )
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ana@example.com')
})

test('nothing is sent to what is no address', async () => {
  const sent = renderDialog({ kind: 'ok', status: 200, data: {} })
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'ana' } })
  submit()
  await screen.findByText('Please enter a valid email address')
  expect(sent).toEqual([])
})

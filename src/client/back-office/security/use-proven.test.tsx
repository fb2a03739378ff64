import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Proof } from '@/contract/accounts/second-factor'
import type { Outcome, Refused } from '@/offline/api/next-step'
import { useProven } from './use-proven'

afterEach(cleanup)

const refused = (code: Refused['code'], fields: Refused['fields'] = []): Refused => ({
  kind: 'refused',
  status: 403,
  code,
  message: '',
  fields,
})
const done: Outcome<string> = { kind: 'ok', status: 200, data: 'done' }
const wrong = refused('VALIDATION_FAILED', [{ path: 'password', code: 'password_wrong', message: '' }])

interface PageProps {
  state: Parameters<typeof useProven>[0]
  attempt: (proof: Proof) => Promise<Outcome<string>>
  onResult: (outcome: Outcome<string> | undefined) => void
}

function Page({ state, attempt, onResult }: PageProps) {
  const { run, dialog } = useProven(state)
  return (
    <>
      <button type="button" onClick={() => void run(attempt).then(onResult)}>
        {'Change'}
      </button>
      {dialog}
    </>
  )
}

function renderPage(outcomes: Outcome<string>[], state = { has_password: true, totp: true }) {
  const sent: Proof[] = []
  const results: (Outcome<string> | undefined)[] = []
  const attempt = async (proof: Proof) => {
    sent.push(proof)
    return outcomes[sent.length - 1] ?? done
  }
  render(<Page state={state} attempt={attempt} onResult={(outcome) => results.push(outcome)} />)
  fireEvent.click(screen.getByRole('button', { name: 'Change' }))
  return { sent, results }
}

const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('asks for nothing within minutes of a sign-in', async () => {
  const { sent, results } = renderPage([done])
  await waitFor(() => expect(results).toEqual([done]))
  expect(sent).toEqual([{}])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('asks until the proof is right, and closes', async () => {
  const { sent, results } = renderPage([refused('REAUTHENTICATION_REQUIRED'), wrong, done])
  fireEvent.change(await screen.findByLabelText('Password'), { target: { value: 'guess' } })
  click('Confirm')
  await screen.findByText('The current password is incorrect')
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'the one' } })
  click('Confirm')
  await waitFor(() => expect(results).toEqual([done]))
  expect(sent).toEqual([{}, { password: 'guess' }, { password: 'the one' }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('takes a code of the app instead', async () => {
  const { sent, results } = renderPage([refused('REAUTHENTICATION_REQUIRED'), done])
  await screen.findByLabelText('Password')
  click('Use a code from the app')
  fireEvent.change(await screen.findByLabelText('Code from your authenticator app'), {
    target: { value: '123456' },
  })
  click('Confirm')
  await waitFor(() => expect(results).toEqual([done]))
  expect(sent.at(-1)).toEqual({ totp: '123456' })
})

test('leaves everything as it is when it is cancelled', async () => {
  const { sent, results } = renderPage([refused('REAUTHENTICATION_REQUIRED')])
  await screen.findByLabelText('Password')
  click('Cancel')
  await waitFor(() => expect(results).toEqual([undefined]))
  expect(sent).toEqual([{}])
})

test('sends who has nothing to type to the sign-in', async () => {
  renderPage([refused('REAUTHENTICATION_REQUIRED')], { has_password: false, totp: false })
  await screen.findByText(/Sign out and back in/)
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull()
})

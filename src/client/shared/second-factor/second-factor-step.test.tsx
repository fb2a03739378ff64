import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Refused } from '@/offline/api/next-step'
import type { confirmSignIn } from './second-factor-step'
import { SecondFactorStep } from './second-factor-step'
import type { SecondFactorPrompt } from '@/contract/errors'

const prompt = (methods: SecondFactorPrompt['methods']): SecondFactorPrompt => ({
  token: 'the token',
  expires_at: 2_000_000_000,
  methods,
})
type Sent = Parameters<typeof confirmSignIn>[0]

/** The server's refusal of everything that is sent. */
function refusing(status: number, code: Refused['code']) {
  const sent: Sent[] = []
  const send = async (proof: Sent): Promise<Refused> => {
    sent.push(proof)
    return { kind: 'refused', status, code, message: '', fields: [] }
  }
  return { sent, send }
}

afterEach(cleanup)

const noop = () => undefined
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const confirm = () => fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))

test('offers the ways that the account has, and no other', () => {
  render(<SecondFactorStep prompt={prompt(['passkey'])} onSignedIn={noop} onStartAgain={noop} />)
  expect(screen.getByRole('button', { name: 'Use a passkey' })).toBe(document.activeElement)
  expect(screen.queryByLabelText('Code from your authenticator app')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Use a recovery code' })).toBeNull()
})

test('sends the code without its gap, and says when it is wrong', async () => {
  const { sent, send } = refusing(403, 'SECOND_FACTOR_REFUSED')
  render(<SecondFactorStep prompt={prompt(['totp'])} send={send} onSignedIn={noop} onStartAgain={noop} />)
  type('Code from your authenticator app', '123 456')
  confirm()
  expect((await screen.findByRole('alert')).textContent).toContain('Wait for the next one')
  expect(sent).toEqual([{ token: 'the token', totp: '123456' }])
})

test('sends nothing that is no code', async () => {
  const { sent, send } = refusing(403, 'SECOND_FACTOR_REFUSED')
  render(<SecondFactorStep prompt={prompt(['totp'])} send={send} onSignedIn={noop} onStartAgain={noop} />)
  type('Code from your authenticator app', '12345')
  confirm()
  await screen.findByText('Enter the 6 digits shown in the app')
  expect(sent).toEqual([])
})

test('a recovery code takes the place of the other ways', async () => {
  const { sent, send } = refusing(403, 'SECOND_FACTOR_REFUSED')
  render(
    <SecondFactorStep
      prompt={prompt(['totp', 'recovery_code'])}
      send={send}
      onSignedIn={noop}
      onStartAgain={noop}
    />,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Recovery code')))
  type('Recovery code', 'ABCDE-fgh23')
  confirm()
  await screen.findByRole('alert')
  expect(sent.at(-1)).toEqual({ token: 'the token', recovery_code: 'abcdefgh23' })
})

test('goes back to the first step, with the reason, when its time is over', async () => {
  const { send } = refusing(401, 'UNAUTHENTICATED')
  const reasons: (string | undefined)[] = []
  render(
    <SecondFactorStep
      prompt={prompt(['totp'])}
      send={send}
      onSignedIn={noop}
      onStartAgain={(reason) => reasons.push(reason)}
    />,
  )
  type('Code from your authenticator app', '123456')
  confirm()
  await waitFor(() => expect(reasons).toEqual(['That took too long. Please sign in again.']))
})

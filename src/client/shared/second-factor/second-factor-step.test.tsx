import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { SecondFactorStep } from './second-factor-step'

afterEach(cleanup)

/** Renders the step with a server that refuses everything; gives what is sent, and the reasons to start again. */
function renderRefused(status: number, code: string) {
  const sent: unknown[] = []
  const reasons: (string | undefined)[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)))
    return Response.json({ error: { code, message: '' } }, { status })
  })
  render(
    <SecondFactorStep
      prompt={{ token: 'the token', expires_at: 2_000_000_000 }}
      onSignedIn={() => undefined}
      onStartAgain={(reason) => reasons.push(reason)}
    />,
  )
  return { sent, reasons }
}

function confirm(label: string, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
}

test('sends the code without its gap, and says when it is wrong', async () => {
  const { sent } = renderRefused(403, 'SECOND_FACTOR_REFUSED')
  expect(document.activeElement).toBe(screen.getByLabelText('Code from your authenticator app'))
  confirm('Code from your authenticator app', '12345')
  await screen.findByText('Enter the 6 digits shown in the app')
  confirm('Code from your authenticator app', '123 456')
  expect((await screen.findByRole('alert')).textContent).toContain('Wait for the next one')
  expect(sent).toEqual([{ token: 'the token', totp: '123456' }])
})

test('goes back to the first step, with the reason, when its time is over', async () => {
  const { reasons } = renderRefused(401, 'UNAUTHENTICATED')
  confirm('Code from your authenticator app', '123456')
  await waitFor(() => expect(reasons).toEqual(['That took too long. Please sign in again.']))
})

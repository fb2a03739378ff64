import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { QueryProvider } from '@tests/support/query-provider'
import { RejectDialog } from './reject-dialog'

const rejected = vi.fn<(reason: string) => void>()

beforeEach(() => {
  rejected.mockClear()
  vi.stubGlobal('fetch', async () => Response.json({ data: { items: [] } }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function open(draftOf: string) {
  const closed = vi.fn<() => void>()
  const { unmount } = render(
    <RejectDialog title="Fado" draftOf={draftOf} isBusy={false} onClose={closed} onReject={rejected} />,
    { wrapper: QueryProvider },
  )
  const reason = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Reason/ })
  return { reason, closed, unmount }
}

test('a reason that was written survives Escape, for its own event only', async () => {
  const first = await open('a')
  fireEvent.change(first.reason, { target: { value: 'No place is given.' } })
  fireEvent.keyDown(first.reason, { key: 'Escape' })
  await waitFor(() => expect(first.closed).toHaveBeenCalled())
  first.unmount()
  const other = await open('b')
  expect(other.reason.value).toBe('')
  other.unmount()
  expect((await open('a')).reason.value).toBe('No place is given.')
  expect(rejected).not.toHaveBeenCalled()
})

test('Ctrl+Enter sends the reason from its field; Enter alone begins a line', async () => {
  const { reason } = await open('c')
  fireEvent.change(reason, { target: { value: 'Too late.' } })
  fireEvent.keyDown(reason, { key: 'Enter' })
  fireEvent.keyDown(reason, { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(rejected).toHaveBeenCalledWith('Too late.'))
  expect(rejected).toHaveBeenCalledTimes(1)
})

import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { openDialog } from '@tests/support/open-dialog'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { QueryProvider } from '@tests/support/query-provider'
import { RejectDialog } from './reject-dialog'
import { pageDrafts } from '@/offline/outbox/drafts'

const rejected = vi.fn<(reason: string) => void>()

beforeEach(() => {
  rejected.mockClear()
  vi.stubGlobal('fetch', async () => Response.json({ data: { items: [] } }))
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

async function open(draftOf: string | string[]) {
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

const dialogOf = (isBusy: boolean) => (
  <RejectDialog title="Fado" draftOf="f" isBusy={isBusy} onClose={vi.fn()} onReject={rejected} />
)
const kept = () => pageDrafts().list('staff/form/reject:f', null).length

test('a reason that is being sent takes no input and is no draft; what could not be sent is one again', async () => {
  const { rerender, unmount } = render(dialogOf(false), { wrapper: QueryProvider })
  const reason = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Reason/ })
  fireEvent.change(reason, { target: { value: 'Too far away.' } })
  fireEvent.keyDown(reason, { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(rejected).toHaveBeenCalledWith('Too far away.'))
  rerender(dialogOf(true))
  fireEvent.change(reason, { target: { value: 'More of it.' } })
  expect([reason.value, kept()]).toEqual(['Too far away.', 0])
  rerender(dialogOf(false))
  await waitFor(() => expect(kept()).toBe(1))
  rerender(dialogOf(true))
  unmount()
})

test('the reason for several events is there for those that were left, and not for others', async () => {
  const first = await open(['a', 'b'])
  fireEvent.change(first.reason, { target: { value: 'No place is given.' } })
  first.unmount()
  const others = await open(['c'])
  expect(others.reason.value).toBe('')
  others.unmount()
  expect((await open(['b', 'c'])).reason.value).toBe('No place is given.')
})

test('without a contact address no email is promised', async () => {
  render(
    <RejectDialog title="Fado" draftOf="e" isUnmailed isBusy={false} onClose={vi.fn()} onReject={rejected} />,
    { wrapper: QueryProvider },
  )
  const dialog = await openDialog('alertdialog')
  expect(dialog.textContent).toContain('No email is sent: the event has no contact address.')
  expect(dialog.textContent).not.toMatch(/will get an email|Included in that email/)
})

test('Ctrl+Enter sends the reason from its field; Enter alone begins a line', async () => {
  const { reason } = await open('c')
  fireEvent.change(reason, { target: { value: 'Too late.' } })
  fireEvent.keyDown(reason, { key: 'Enter' })
  fireEvent.keyDown(reason, { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(rejected).toHaveBeenCalledWith('Too late.'))
  expect(rejected).toHaveBeenCalledTimes(1)
})

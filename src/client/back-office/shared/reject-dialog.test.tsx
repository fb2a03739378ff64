import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { openDialog } from '@tests/support/open-dialog'
import { QueryProvider } from '@tests/support/query-provider'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pageDrafts } from '@/offline/outbox/drafts'
import { deferred } from '@/offline/platform/deferred'
import { RejectDialog } from './reject-dialog'

const rejected = vi.fn<(reason: string) => Promise<boolean>>()

beforeEach(() => {
  rejected.mockReset()
  rejected.mockResolvedValue(true)
  vi.stubGlobal('fetch', async () => Response.json({ data: { items: [] } }))
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const eventOf = (id: string, email = 'ana@example.com') => ({ id, title: 'Fado', email })

/** Opens the dialog for these events; a single one is rejected by itself. */
async function open(...ids: string[]) {
  const closed = vi.fn<() => void>()
  const { unmount } = render(
    <RejectDialog
      events={ids.map((id) => eventOf(id))}
      draftOf={ids.length === 1 ? ids[0] : undefined}
      onClose={closed}
      onReject={rejected}
    />,
    { wrapper: QueryProvider },
  )
  const reason = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Reason/ })
  return { reason, closed, unmount }
}
const write = (reason: HTMLElement, value: string) => fireEvent.change(reason, { target: { value } })
const send = (reason: HTMLElement) => fireEvent.keyDown(reason, { key: 'Enter', ctrlKey: true })

test('a reason that was written survives Escape, for its own event only', async () => {
  const first = await open('a')
  write(first.reason, 'No place is given.')
  fireEvent.keyDown(first.reason, { key: 'Escape' })
  await waitFor(() => expect(first.closed).toHaveBeenCalled())
  first.unmount()
  const other = await open('b')
  expect(other.reason.value).toBe('')
  other.unmount()
  expect((await open('a')).reason.value).toBe('No place is given.')
  expect(rejected).not.toHaveBeenCalled()
})

test('a reason that is being sent takes no input, and stays a draft until it has arrived', async () => {
  const { promise, resolve } = deferred<boolean>()
  rejected.mockReturnValueOnce(promise)
  const first = await open('c')
  write(first.reason, 'Too far away.')
  fireEvent.keyDown(first.reason, { key: 'Enter' })
  send(first.reason)
  await waitFor(() => expect(rejected).toHaveBeenCalledWith('Too far away.'))
  write(first.reason, 'More of it.')
  expect(first.reason.value).toBe('Too far away.')
  resolve(false)
  await waitFor(() => expect(first.reason.form?.getAttribute('aria-busy')).toBeNull())
  first.unmount()
  const second = await open('c')
  expect(second.reason.value).toBe('Too far away.')
  send(second.reason)
  await waitFor(() => expect(pageDrafts().list('staff/form/reject:c', null)).toEqual([]))
  second.unmount()
  expect((await open('c')).reason.value).toBe('')
})

test('the reason for several events is there for those that were left, and not for others', async () => {
  const first = await open('a', 'b')
  write(first.reason, 'No place is given.')
  first.unmount()
  const others = await open('c', 'd')
  expect(others.reason.value).toBe('')
  others.unmount()
  expect((await open('b', 'c')).reason.value).toBe('No place is given.')
})

test('without a contact address no email is promised', async () => {
  render(<RejectDialog events={[eventOf('e', '')]} draftOf="e" onClose={vi.fn()} onReject={rejected} />, {
    wrapper: QueryProvider,
  })
  const dialog = await openDialog('alertdialog')
  expect(dialog.textContent).toContain('No email is sent: the event has no contact address.')
  expect(dialog.textContent).not.toMatch(/will get an email|Included in that email/)
})

import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { inRouter } from '@tests/support/in-router'
import { openDialog } from '@tests/support/open-dialog'
import { QueryProvider } from '@tests/support/query-provider'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ImportSource } from '@/contract/back-office/import'
import { signInAdministrator } from '@/client/back-office/shared/back-office.fixture'
import { LastReviewProvider } from '@/client/back-office/shared/review'
import { collectToasts } from '@tests/support/toasts'
import { ImportSources } from './import-sources'

const CALENDAR: ImportSource = {
  id: 'c',
  name: 'Surf Club',
  format: 'ics',
  url: 'https://example.com/club.ics',
  events: 5,
  on_review: 2,
  is_nightly: false,
}
const FILE: ImportSource = {
  id: 'f',
  name: 'club.ics',
  format: 'ics',
  events: 1,
  on_review: 0,
  is_nightly: false,
}

let sources: ImportSource[]
const toasts = collectToasts((toast) => toast)
/** The server answers with these: events of the calendar that are on review by now. */
let waiting: string[]
/** The ids that the server's next review refuses. */
let refused: string[]
let sent: { method: string; path: string; body: unknown }[]
beforeEach(async () => {
  await signInAdministrator()
  sources = [CALENDAR, FILE]
  sent = []
  refused = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname } = new URL(url, 'http://localhost')
    const path = pathname.replace(/^.*\/backoffice/, '')
    if (path.endsWith('/on-review')) return Response.json({ data: { event_ids: waiting } })
    if (method === 'GET') return Response.json({ data: { items: sources } })
    if (!path.startsWith('/imports') && !path.startsWith('/events')) return Response.json({ data: {} })
    sent.push({ method, path, body: JSON.parse(String(body ?? 'null')) as unknown })
    if (method === 'DELETE') sources = [FILE]
    if (path.endsWith('/nightly')) sources = [{ ...CALENDAR, is_nightly: true }, FILE]
    const failed = path.endsWith('/review/batch') ? refused.splice(0) : []
    // The list says by then that nothing waits.
    if (failed.length > 0) sources = [{ ...CALENDAR, on_review: 0 }, FILE]
    return Response.json({ data: { done: ['a', 'b'].filter((id) => !failed.includes(id)), failed } })
  })
  waiting = ['a', 'b']
  const page = (
    <LastReviewProvider>
      <h1 tabIndex={-1}>Import</h1>
      <ImportSources isBusy={false} onAgain={() => undefined} />
    </LastReviewProvider>
  )
  render(await inRouter(page), { wrapper: QueryProvider })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a calendar with an address can be read again each night; a file cannot', async () => {
  const box = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: /Read again each night: “Surf Club”/,
  })
  expect(screen.getAllByRole('checkbox')).toHaveLength(1)
  fireEvent.click(box)
  await waitFor(() =>
    expect(sent).toEqual([{ method: 'PUT', path: '/imports/c/nightly', body: { is_nightly: true } }]),
  )
  await waitFor(() => expect(box.checked).toBe(true))
})

test('what waits of an earlier import is approved from its calendar, after a question', async () => {
  const button = await screen.findByRole('button', { name: 'Approve 2 waiting from “Surf Club”' })
  expect(screen.queryByRole('button', { name: /waiting from “club.ics”/ })).toBeNull()
  fireEvent.click(button)
  fireEvent.click(within(await openDialog('alertdialog')).getByRole('button', { name: 'Approve' }))
  await waitFor(() =>
    expect(sent).toEqual([
      { method: 'POST', path: '/events/review/batch', body: { action: 'approve', event_ids: ['a', 'b'] } },
    ]),
  )
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
})

test('who does not approve after all is not at the top of the document', async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Approve 2 waiting from “Surf Club”' }))
  fireEvent.click(within(await openDialog('alertdialog')).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
  screen.getByRole('button', { name: 'Approve 2 waiting from “Surf Club”' })
})

test('what could not be approved stays said, and only that is sent again', async () => {
  refused = ['b']
  fireEvent.click(await screen.findByRole('button', { name: 'Approve 2 waiting from “Surf Club”' }))
  fireEvent.click(within(await openDialog('alertdialog')).getByRole('button', { name: 'Approve' }))
  await screen.findByRole('alert')
  const again = await screen.findByRole('button', { name: /^Approve/ })
  fireEvent.click(again)
  fireEvent.click(within(await openDialog('alertdialog')).getByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent.at(-1)?.body).toEqual({ action: 'approve', event_ids: ['b'] })
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('what was approved so can be put back', async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Approve 2 waiting from “Surf Club”' }))
  fireEvent.click(within(await openDialog('alertdialog')).getByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(toasts.at(-1)).toMatchObject({ kind: 'success', title: 'Approved: 2' }))
  toasts.at(-1)?.action?.onPress()
  await waitFor(() => expect(sent.at(-1)?.path).toContain('undo'))
  expect(sent.at(-1)?.body).toMatchObject({ event_ids: ['a', 'b'] })
})

test('what a colleague has reviewed meanwhile is said to wait no more', async () => {
  waiting = []
  fireEvent.click(await screen.findByRole('button', { name: 'Approve 2 waiting from “Surf Club”' }))
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Nothing is waiting any more'))
  expect(sent).toEqual([])
})

test('who forgets a calendar is at the list, not at the top of the page', async () => {
  const forget = await screen.findByRole('button', { name: 'Forget “Surf Club”' })
  forget.focus()
  fireEvent.click(forget)
  const dialog = await openDialog('alertdialog')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Forget' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await waitFor(() => expect(forget.isConnected).toBe(false))
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H2'))
})

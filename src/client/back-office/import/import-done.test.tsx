import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { inRouter } from '@tests/support/in-router'
import { openDialog } from '@tests/support/open-dialog'
import { QueryProvider } from '@tests/support/query-provider'
import { collectToasts } from '@tests/support/toasts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signInAdministrator } from '@/client/back-office/shared/back-office.fixture'
import { LastReviewProvider } from '@/client/back-office/shared/review'
import { ImportDone } from './import-page'

const toasts = collectToasts((toast) => toast)
let sent: unknown[]
beforeEach(async () => {
  await signInAdministrator()
  sent = []
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    if (!url.includes('review')) return Response.json({ data: {} })
    const { event_ids: ids } = JSON.parse(String(body)) as { event_ids: string[] }
    sent.push(ids)
    return Response.json({ data: { done: ids, failed: [] } })
  })
  const outcome = {
    created: 2,
    updated: 0,
    unchanged: 0,
    called_off: 0,
    failed: [],
    changed: [],
    created_ids: ['a', 'b'],
  }
  const page = (
    <LastReviewProvider>
      <h1 tabIndex={-1}>Import</h1>
      <ImportDone outcome={outcome} onAgain={() => undefined} onMore={() => undefined} />
    </LastReviewProvider>
  )
  render(await inRouter(page), { wrapper: QueryProvider })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const approveAll = async () => {
  fireEvent.click(await screen.findByRole('button', { name: /^Approve/ }))
  fireEvent.click(within(await openDialog('alertdialog')).getByRole('button', { name: 'Approve' }))
}

test('what was approved and put back can be approved again', async () => {
  await approveAll()
  await waitFor(() => expect(toasts).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull())
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
  toasts[0]?.action?.onPress()
  await approveAll()
  await waitFor(() =>
    expect(sent).toEqual([
      ['a', 'b'],
      ['a', 'b'],
      ['a', 'b'],
    ]),
  )
})

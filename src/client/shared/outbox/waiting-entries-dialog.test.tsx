import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { deferred } from '@/offline/platform/deferred'
import { eventContent } from '@tests/support/offline/outbox-contents'
import { signIn } from '@tests/support/offline/page-outbox'
import { WaitingEntriesDialog } from './waiting-entries-dialog'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The dialog is gone once it is closed, as on a page. */
function OpenDialog({ onSettled }: { onSettled: () => void }) {
  const [isOpen, setOpen] = useState(true)
  if (!isOpen) return <p>Nothing was decided</p>
  return (
    <WaitingEntriesDialog
      userId="ana"
      purpose="sign-out"
      onClose={() => setOpen(false)}
      onSettled={onSettled}
    />
  )
}

async function sendNow() {
  const { outbox } = await loadOfflineClient()
  await signIn()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const entry = await outbox.enqueue(eventContent())
  await outbox.settled(entry.id, 1000)
  const requested = deferred<undefined>()
  const response = deferred<Response>()
  vi.stubGlobal('fetch', (url: string) => {
    if (!url.endsWith('/events')) return Promise.resolve(Response.json({ data: {} }))
    requested.resolve(undefined)
    return response.promise
  })
  let settled = 0
  render(<OpenDialog onSettled={() => (settled += 1)} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Send now' }))
  await requested.promise
  const answer = async () => {
    response.resolve(Response.json({ data: { id: 'row', title: 't', status: 'ON_REVIEW' } }, { status: 201 }))
    await outbox.settled(entry.id, 5000)
    await outbox.sendNow()
    expect(await outbox.unsentOf('ana')).toMatchObject({ entries: 0, drafts: 0 })
  }
  return { answer, settled: () => settled }
}

test('whoever closes it while it is sent has gone back: nothing follows', async () => {
  const { answer, settled } = await sendNow()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await screen.findByText('Nothing was decided')
  await answer()
  expect(settled()).toBe(0)
})

import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { inRouter } from '@tests/support/in-router'
import { eventContent, photoOf } from '@tests/support/offline/outbox-contents'
import { useOfflineOutbox } from '@tests/support/offline/page-outbox'
import { QueryProvider } from '@tests/support/query-provider'
import { collectToasts } from '@tests/support/toasts'
import { expect, test, vi } from 'vitest'

import { loadOfflineClient } from '@/client/shared/offline/offline-client'

import { EditEvent } from './edit-event'

vi.mock('@/client/shared/event-form/place-and-tag-options', () => import('@tests/support/without-choices'))

const toasts = collectToasts(({ title }) => title)
useOfflineOutbox()

const contentOf = (title: string) => eventContent(title, '2199-06-20 19:00:00')

async function open(id: string, draft?: string) {
  render(
    await inRouter(
      <QueryProvider>
        <EditEvent id={id} onResult={async () => undefined} />
      </QueryProvider>,
      draft === undefined ? {} : { draft },
    ),
  )
  return screen.findByRole<HTMLInputElement>('textbox', { name: /^Title/ })
}

const save = async () => fireEvent.click(await screen.findByRole('button', { name: 'Save and send' }))

async function stored() {
  const { outbox } = await loadOfflineClient()
  const entries = await outbox.list()
  return Promise.all(
    entries.map(async ({ id, payload }) => [
      'title' in payload && payload.title,
      (await outbox.photo(id))?.name,
    ]),
  )
}

test('changes that were begun earlier are written over nothing that was saved since without a word', async () => {
  const { outbox } = await loadOfflineClient()
  const { id } = await outbox.enqueue(contentOf('First'))
  fireEvent.change(await open(id), { target: { value: 'Second' } })
  cleanup()
  const other = await outbox.edit(id)
  await outbox.save(other.entry, contentOf('Third'))
  await other.release()
  expect((await open(id)).value).toBe('Second')
  await save()
  await vi.waitFor(() => expect(toasts).toEqual(['This was changed in another tab']))
  expect(await stored()).toEqual([['Third', undefined]])
  // Knowing that, the person may.
  await save()
  await vi.waitFor(async () => expect(await stored()).toEqual([['Second', undefined]]))
})

test('the photo of an entry is in the form, and stays with it when something else is changed, also after a reload', async () => {
  const { outbox } = await loadOfflineClient()
  const { id } = await outbox.enqueue(contentOf('First'), photoOf(Uint8Array.of(1, 2, 3)))
  fireEvent.change(await open(id), { target: { value: 'Second' } })
  cleanup()
  await open(id)
  screen.getByText(/poster\.jpg/)
  await save()
  await vi.waitFor(async () => expect(await stored()).toEqual([['Second', 'poster.jpg']]))
})

test('an entry of which an earlier version has arrived says so, and that it is sent as another event', async () => {
  const { outbox } = await loadOfflineClient()
  vi.stubGlobal('fetch', async () =>
    Response.json({ error: { code: 'IDEMPOTENCY_KEY_REUSED', message: 'Used' } }, { status: 422 }),
  )
  const { id } = await outbox.enqueue(contentOf('First'))
  await outbox.settled(id, 5000)
  await open(id)
  screen.getByText(/^An earlier version of this has already arrived/)
  expect(screen.queryByText(/hasn’t been sent yet/)).toBeNull()
  screen.getByRole('button', { name: 'Send as a new event' })
})

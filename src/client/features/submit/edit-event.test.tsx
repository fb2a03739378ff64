import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { inRouter } from '@tests/support/in-router'
import { QueryProvider } from '@tests/support/query-provider'
import { eventContent, photoOf } from '@tests/support/offline/outbox-contents'
import { useOfflineOutbox } from '@tests/support/offline/page-outbox'
import { collectToasts } from '@tests/support/toasts'
import { expect, test, vi } from 'vitest'
import { draftContent } from '@/client/shared/event-form/draft/use-draft'
import { emptyValues } from '@/client/shared/event-form/form-values'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { isReadable } from '@/offline/outbox/entry'
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

test('changes that were begun earlier are written over nothing that was saved since without a word', async () => {
  const { outbox } = await loadOfflineClient()
  const { id } = await outbox.enqueue(contentOf('First'))
  fireEvent.change(await open(id), { target: { value: 'Second' } })
  await vi.waitFor(async () => expect(await outbox.drafts.listEdits()).toHaveLength(1))
  cleanup()
  await outbox.replace(id, contentOf('Third'))
  expect((await open(id)).value).toBe('Second')
  const save = screen.getByRole('button', { name: 'Save and send' })
  fireEvent.click(save)
  await vi.waitFor(() => expect(toasts).toEqual(['This was changed in another tab']))
  const title = async () =>
    (await outbox.list()).filter(isReadable).map(({ payload }) => ('title' in payload ? payload.title : ''))
  expect(await title()).toEqual(['Third'])
  // Knowing that, the person may.
  fireEvent.click(save)
  await vi.waitFor(async () => expect(await title()).toEqual(['Second']))
})

test('the photo of an entry is in the form, and stays with it when something else is changed', async () => {
  const { outbox } = await loadOfflineClient()
  const { id } = await outbox.enqueue(contentOf('First'), photoOf(Uint8Array.of(1, 2, 3)))
  fireEvent.change(await open(id), { target: { value: 'Second' } })
  screen.getByText(/poster\.jpg/)
  fireEvent.click(screen.getByRole('button', { name: 'Save and send' }))
  const stored = async () =>
    (await outbox.list())
      .filter(isReadable)
      .map(({ payload, photo }) => ['title' in payload && payload.title, photo?.name])
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

test('of two begun changes of one entry the chosen one opens', async () => {
  const { outbox } = await loadOfflineClient()
  const { id } = await outbox.enqueue(contentOf('First'))
  for (const title of ['Second', 'Third'])
    await outbox.drafts.put({
      key: { slot: `edit/${id}`, token: title },
      content: draftContent({ ...emptyValues(), title }),
      photo: undefined,
      hadPhoto: false,
      revision: 0,
    })
  for (const title of ['Second', 'Third']) {
    expect((await open(id, title)).value).toBe(title)
    cleanup()
  }
})

import 'fake-indexeddb/auto'
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { signIn, useOfflineOutbox } from '@tests/support/offline/page-outbox'
import { eventContent, photoOf } from '@tests/support/offline/outbox-contents'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { pageDrafts } from '@/offline/outbox/drafts'
import { openFormDraft } from '@/offline/outbox/form-draft'
import { useDraft } from './use-draft'

useOfflineOutbox()

interface Values {
  title: string
}

const OPTIONS = {
  slot: 'event/new',
  read: (content: unknown) => content as Values,
  isEmpty: ({ title }: Values) => title === '',
} as const

async function openForm() {
  const { result, unmount } = renderHook(() => useDraft<Values>(OPTIONS))
  await vi.waitFor(() => expect(result.current.isReady).toBe(true))
  return { form: result, unmount }
}

const stored = () =>
  pageDrafts()
    .list('event/new', null)
    .map(({ content }) => content)

test('a letter is on the disk as it is typed, and what is emptied again is no draft', async () => {
  const { form } = await openForm()
  act(() => form.current.change({ title: 'J' }))
  expect([stored(), form.current.isDirty]).toEqual([[{ title: 'J' }], true])
  act(() => form.current.change({ title: '' }))
  expect([stored(), form.current.isDirty]).toEqual([[], false])
})

test('the next page begins with text and photo, and says where the photo had no room', async () => {
  const { form, unmount } = await openForm()
  act(() => form.current.change({ title: 'Jazz' }, photoOf(Uint8Array.of(1, 2))))
  const { outbox } = await loadOfflineClient()
  const token = form.current.token ?? ''
  await vi.waitFor(async () => expect(await outbox.photo(token)).toBeDefined())
  unmount()
  const next = await openForm()
  expect(next.form.current.restored).toMatchObject({ content: { title: 'Jazz' }, lostPhoto: false })
  expect(next.form.current.restored?.photo?.bytes.byteLength).toBe(2)
  next.unmount()
  await outbox.putDraftPhoto(token, undefined)
  expect((await openForm()).form.current.restored).toMatchObject({ photo: undefined, lostPhoto: true })
})

test('starting over in a tab leaves the photo of what another has written since', async () => {
  const { outbox } = await loadOfflineClient()
  const open = () =>
    openFormDraft({ drafts: pageDrafts(), outbox: async () => outbox, slot: 'event/new', owner: null })
  const older = await open()
  older.write({ title: 'Jazz' }, undefined)
  const newer = await open()
  newer.write({ title: 'Fado' }, photoOf(Uint8Array.of(1, 2)))
  await newer.settled()
  older.drop()
  await older.settled()
  expect((await open()).restored).toMatchObject({ content: { title: 'Fado' }, photo: { id: newer.token() } })
})

test('what is submitted is an entry under the token of its draft, and no draft any more', async () => {
  const { form } = await openForm()
  act(() => form.current.change({ title: 'Jazz' }))
  const { token } = form.current
  const entry = await act(() => form.current.submit(eventContent('Jazz')))
  expect([entry.id, stored()]).toEqual([token, []])
})

test('a page that ended between storing the entry and deleting the draft offers it no more', async () => {
  const { form, unmount } = await openForm()
  act(() => form.current.change({ title: 'Jazz' }))
  const { outbox } = await loadOfflineClient()
  await outbox.enqueue(eventContent('Jazz'), undefined, { id: form.current.token })
  unmount()
  expect((await openForm()).form.current.restored).toBeUndefined()
  expect(stored()).toEqual([])
})

test('who turns out to be signed in writes under that account, in the same form while nothing stands in it', async () => {
  const { form } = await openForm()
  const { formKey, token } = form.current
  const session = await act(signIn)
  await vi.waitFor(() => expect(form.current.token).not.toBe(token))
  expect(form.current.formKey).toBe(formKey)
  act(() => form.current.change({ title: 'Jazz' }))
  expect(pageDrafts().list('event/new', 'ana')).toMatchObject([{ owner: 'ana', content: { title: 'Jazz' } }])
  await act(() => session.logout())
})

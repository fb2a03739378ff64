import 'fake-indexeddb/auto'
import { cleanup, render } from '@testing-library/react'
import { jpeg } from '@tests/support/images'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draftContent, readDraftContent } from '@/client/kit/event-form/draft'
import { emptyValues } from '@/client/kit/event-form/form-values'
import { loadOfflineClient } from '@/client/shell/offline-client'
import { type Toast, renderToastsWith } from '@/client/shell/toast'
import { SharedPhoto } from './shared-photo'

const SLOT = 'event/new'

beforeEach(() => {
  // A browser that cannot decode it: a light photo is sent as it is, without its metadata.
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('', 'InvalidStateError')))
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  const { outbox } = await loadOfflineClient()
  for (const draft of await outbox.drafts.list(SLOT)) await outbox.drafts.remove(draft)
})

async function writeDraft(title: string, hadPhoto: boolean) {
  const { outbox } = await loadOfflineClient()
  const key = { slot: SLOT, token: `0b0a5a3e-0000-4000-8000-00000000000${title.length}` } as const
  const content = draftContent({ ...emptyValues(), title })
  await outbox.drafts.put({ key, content, photo: undefined, hadPhoto, revision: 0 })
}

/** Opens the page that the share target leads to. Resolves with what is stored once the form may open. */
async function share(bytes: Buffer) {
  const { outbox } = await loadOfflineClient()
  await outbox.drafts.storeSharedPhoto({
    bytes: new Uint8Array(bytes).buffer,
    type: 'image/jpeg',
    name: 'poster.jpg',
  })
  await new Promise<void>((resolve) => void render(<SharedPhoto onReady={resolve} />))
  expect(await outbox.drafts.sharedPhoto(), 'it is used once').toBeUndefined()
  const drafts = await outbox.drafts.list(SLOT)
  return drafts.map(({ content, photo }) => {
    const { values, origin } = readDraftContent(content) ?? {}
    return { title: values?.title, origin: origin?.kind, photo: photo?.name }
  })
}

test('a shared photo becomes a draft that says where it comes from', async () => {
  expect(await share(await jpeg())).toEqual([{ title: '', origin: 'shared-photo', photo: 'poster.jpg' }])
})

test('it goes into the event that is being written', async () => {
  await writeDraft('Fado', false)
  expect(await share(await jpeg())).toEqual([{ title: 'Fado', origin: undefined, photo: 'poster.jpg' }])
})

test('a second poster is another event: the one with a photo stays as it is', async () => {
  await writeDraft('Fado', true)
  expect(await share(await jpeg())).toEqual([
    { title: '', origin: 'shared-photo', photo: 'poster.jpg' },
    { title: 'Fado', origin: undefined, photo: undefined },
  ])
})

test('what is no photo is said to be none, and the form opens without it', async () => {
  const shown: Toast[] = []
  const stop = renderToastsWith((toast) => shown.push(toast))
  expect(await share(Buffer.from('<html>'))).toEqual([])
  expect(shown).toMatchObject([{ kind: 'error', title: 'The photo that you shared could not be used' }])
  stop()
})

import 'fake-indexeddb/auto'
import { cleanup, render } from '@testing-library/react'
import { jpeg } from '@tests/support/server/images'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draftContent, readDraftContent } from '@/client/shared/event-form/draft/use-draft'
import { emptyValues } from '@/client/shared/event-form/form-values'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { type Toast, renderToastsWith } from '@/client/shared/notifications/toast'
import type { Shared } from '@/offline/outbox/database'
import { SharedContent } from './shared-content'

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

/** An event that the person has begun to write, without a photo. */
async function writeDraft(title: string) {
  const { outbox } = await loadOfflineClient()
  const key = { slot: SLOT, token: '0b0a5a3e-0000-4000-8000-000000000001' } as const
  const content = draftContent({ ...emptyValues(), title })
  await outbox.drafts.put({ key, content, photo: undefined, hadPhoto: false, revision: 0 })
}

/** Opens the page that the share target leads to. Resolves with what is stored once the form may open. */
async function open() {
  const { outbox } = await loadOfflineClient()
  await new Promise<void>((resolve) => void render(<SharedContent onReady={resolve} />))
  expect(await outbox.drafts.shared(), 'it is used once').toBeUndefined()
  const drafts = await outbox.drafts.list(SLOT)
  return drafts.map(({ content, photo }) => {
    const { values, origin } = readDraftContent(content) ?? {}
    const { title, description } = values ?? {}
    return { title, description, origin: origin?.kind, photo: photo?.name }
  })
}

async function share(texts: Partial<Shared>, photo?: Buffer) {
  const { outbox } = await loadOfflineClient()
  const file = photo && { bytes: new Uint8Array(photo).buffer, type: 'image/jpeg', name: 'poster.jpg' }
  await outbox.drafts.storeShared({ title: '', text: '', url: '', ...texts, photo: file })
  return open()
}

async function toastsOf(work: () => Promise<unknown>): Promise<Toast[]> {
  const shown: Toast[] = []
  const stop = renderToastsWith((toast) => shown.push(toast))
  await work()
  stop()
  return shown
}

const PHOTO_DRAFT = { title: '', description: '', origin: 'shared', photo: 'poster.jpg' }
const TEXT_DRAFT = { title: 'Fado', description: 'Tonight', origin: 'shared', photo: undefined }

test('a shared photo becomes a draft that says where it comes from', async () => {
  expect(await share({}, await jpeg())).toEqual([PHOTO_DRAFT])
})

test('shared text fills the form, with a photo and without', async () => {
  expect(await share({ title: 'Fado', text: 'Tonight' })).toEqual([TEXT_DRAFT])
  const both = await share({ title: 'Fado', text: 'Tonight' }, await jpeg())
  expect(both[0]).toEqual({ ...TEXT_DRAFT, photo: 'poster.jpg' })
})

test('an event that is being written stays as it is', async () => {
  await writeDraft('Market')
  const written = { title: 'Market', description: '', origin: undefined, photo: undefined }
  expect(await share({ title: 'Fado', text: 'Tonight' })).toEqual([TEXT_DRAFT, written])
  expect(await share({}, await jpeg())).toEqual([PHOTO_DRAFT, TEXT_DRAFT, written])
})

test('what is no photo is said to be none, and the texts that came with it are used', async () => {
  const broken = Buffer.from('<html>')
  const shown = await toastsOf(async () => {
    expect(await share({}, broken)).toEqual([])
    expect(await share({ title: 'Fado', text: 'Tonight' }, broken)).toEqual([TEXT_DRAFT])
  })
  const failed = { kind: 'error', title: 'We couldn’t use the photo you shared' }
  expect(shown).toMatchObject([failed, failed])
})

test('what is shared while the last is still being read stays for the next form', async () => {
  const { outbox } = await loadOfflineClient()
  const store = (title: string) => outbox.drafts.storeShared({ title, text: '', url: '' })
  await store('Fado')
  const first = await outbox.drafts.shared()
  await new Promise((resolve) => void setTimeout(resolve, 2))
  await store('Market')
  if (first === undefined) throw new Error('It was stored')
  await outbox.drafts.settleShared(first, undefined)
  expect((await outbox.drafts.shared())?.title).toBe('Market')
  expect(await open()).toMatchObject([{ title: 'Market' }])
})

test('that nothing could be stored is said', async () => {
  const shown = await toastsOf(async () => expect(await open()).toEqual([]))
  expect(shown).toMatchObject([{ kind: 'error', title: 'We couldn’t use what you shared' }])
})

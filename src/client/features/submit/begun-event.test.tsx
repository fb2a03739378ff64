import 'fake-indexeddb/auto'
import { render } from '@testing-library/react'
import { inRouter } from '@tests/support/in-router'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import { eventContent, photoOf } from '@tests/support/offline/outbox-contents'
import { useOfflineOutbox } from '@tests/support/offline/page-outbox'
import { QueryProvider } from '@tests/support/query-provider'
import { jpeg } from '@tests/support/server/images'

import { describe, expect, it, test, vi } from 'vitest'
import { readDraft } from '@/client/shared/event-form/event-draft'
import { emptyValues } from '@/client/shared/event-form/event-values'

import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { loadPageProgramme } from '@/client/shared/offline/page-programme'
import { pageDrafts } from '@/offline/outbox/drafts'
import { BegunEvent, readEarlierEvent, sharedValues, storeDraft } from './begun-event'

// The page of the tests decodes no images.
vi.mock('@/client/shared/photos/prepare-photo', () => ({
  preparePhoto: async (file: Blob, name: string) => ({
    photo: { bytes: await file.arrayBuffer(), type: 'image/jpeg', name },
  }),
}))

useOfflineOutbox()

/** The drafts of the form, the last written first. */
async function drafts() {
  const { outbox } = await loadOfflineClient()
  const stored = pageDrafts().list('event/new', null)
  return Promise.all(
    stored.map(async ({ content, token, hasPhoto }) => {
      const { values, origin } = readDraft(content) ?? {}
      const photo = (await outbox.photo(token))?.name
      return { title: values?.title, description: values?.description, origin, photo, hasPhoto }
    }),
  )
}

/** The form opens with a draft of it. */
async function begin(like: string | undefined) {
  const onReady = vi.fn()
  render(await inRouter(<BegunEvent like={like} onReady={onReady} />), { wrapper: QueryProvider })
  await vi.waitFor(() => expect(onReady).toHaveBeenCalledOnce())
}

const filled = (shared: { title?: string; text?: string; url?: string }) =>
  sharedValues({ title: '', text: '', url: '', ...shared })

async function share(texts: Partial<Record<'title' | 'text' | 'url', string>>, photo?: Buffer) {
  const { outbox } = await loadOfflineClient()
  const file = photo && { bytes: new Uint8Array(photo).buffer, type: 'image/jpeg', name: 'poster.jpg' }
  await outbox.storeShared({ title: '', text: '', url: '', ...texts, photo: file })
  await begin(undefined)
  expect(await outbox.shared(), 'it is used once').toBeUndefined()
  return drafts()
}

describe('an earlier submission', () => {
  const ID = '0a6f6c1e-3f0b-4a53-9d11-0d7a3f1f0a01'
  const ana = { id: 'ana', email: 'ana@example.com', name: 'Ana', role: 'USER' as const }
  const { signal } = new AbortController()

  test('becomes a draft without its dates and with its photo, before the form opens', async () => {
    const { outbox } = await loadOfflineClient()
    const { id } = await outbox.enqueue(eventContent('Fado'), photoOf(new Uint8Array([1, 2, 3])))
    await begin(id)
    const origin = { kind: 'earlier-event', title: 'Fado' }
    expect(await drafts()).toMatchObject([{ title: 'Fado', origin, photo: 'poster.jpg' }])
    const earlier = await readEarlierEvent(id, undefined, signal)
    expect(earlier?.values.timetable).toEqual({
      list: [{ start_time: ' 19:00:00', end_time: ' 22:00:00', is_all_day: false }],
    })
  })

  test('that was published is filled in from the programme on the device where there is no network', async () => {
    const { replica } = await loadPageProgramme()
    const rule = {
      days: [2],
      start_hour: 21,
      start_minute: 0,
      end_hour: 23,
      end_minute: 0,
      period_start_date: '2033-05-01',
      period_end_date: '2033-06-30',
      is_all_day: false,
    }
    const published = programmeEvent(ID, 2_000_000_000, {
      title: 'Fado every Tuesday',
      tags: [{ id: 't', key: 'music', name: 'Music' }],
      price: 5,
      rule,
    })
    await replica.apply({ since: undefined, items: [published], removed: [], cursor: 'a.1', serverTime: 1 })
    expect((await readEarlierEvent(ID, ana, signal))?.values).toMatchObject({
      title: 'Fado every Tuesday',
      email: 'ana@example.com',
      tag_keys: ['music'],
      price: 5,
      timetable: { repeated: { ...rule, period_start_date: '', period_end_date: '' } },
    })
  })
})

describe('what another app shares', () => {
  const FADO = { title: 'Fado', description: 'Tonight', origin: { kind: 'shared' } }

  test('becomes a draft of its own, and what is being written stays as it is', async () => {
    await storeDraft({ content: { values: { ...emptyValues(), title: 'Market' } } })
    expect(await share({ title: 'Fado', text: 'Tonight' }, await jpeg())).toMatchObject([
      { ...FADO, photo: 'poster.jpg' },
      { title: 'Market', origin: undefined },
    ])
  })

  it('fills title, description and link, also from an address in the text, where Android has it', () => {
    const url = 'https://pier.example/friday'
    expect(filled({ title: ' Concert on\nthe pier', text: 'Friday at nine', url })).toEqual({
      title: 'Concert on the pier',
      description: 'Friday at nine',
      info_links: [{ type: 'web_url', data: url }],
    })
    const address = 'https://www.facebook.com/events/1234'
    const info_links = [{ type: 'facebook', data: address }]
    expect(filled({ text: address })).toEqual({ title: '', description: '', info_links })
    expect(filled({ text: `Look: ${address}` })).toMatchObject({
      description: `Look: ${address}`,
      info_links,
    })
  })
})

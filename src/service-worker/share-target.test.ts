import { describe, expect, it } from 'vitest'
import { systemTimers } from '@/offline/platform/deferred'
import type { Shared } from '@/offline/outbox/database'
import { handleShareTarget } from './share-target'

const ORIGIN = 'https://guide.test'
const POSTER = new File([new Uint8Array([1, 2, 3])], 'poster.jpg', { type: 'image/jpeg' })
const PDF = new File(['x'], 'poster.pdf', { type: 'application/pdf' })

/** Posts to the form as an app or a page does it. Resolves with where it leads, and with what was stored before that. */
async function share(
  parts: [string, string | File][],
  { headers = {}, storage }: { headers?: Record<string, string>; storage?: 'full' | 'silent' } = {},
) {
  const stored: Shared[] = []
  const scope = Object.assign(new EventTarget(), { location: new URL(`${ORIGIN}/sw.js`) })
  const drafts = {
    async storeShared(shared: Shared) {
      if (storage === 'silent') return new Promise<never>(() => {})
      if (storage === 'full') throw new DOMException('Full', 'QuotaExceededError')
      stored.push(shared)
    },
  }
  // Nobody waits for seconds here.
  const timers = { after: (ms: number, run: () => void) => systemTimers.after(ms / 500, run) }
  handleShareTarget(scope as unknown as ServiceWorkerGlobalScope, () => drafts, timers)
  const body = new FormData()
  for (const [name, value] of parts) body.append(name, value)
  const request = new Request(`${ORIGIN}/add-event`, { method: 'POST', body, headers })
  let response: Response | Promise<Response> | undefined
  const respondWith = (given: Response | Promise<Response>) => void (response = given)
  scope.dispatchEvent(Object.assign(new Event('fetch'), { request, respondWith }))
  const { status, headers: responded } = (await response) ?? Response.error()
  return { status, location: responded.get('location'), stored }
}

describe('what another app shares', () => {
  it('is stored for the form before the redirect: the photo and the texts', async () => {
    const { status, location, stored } = await share([
      ['title', 'Concert on the pier'],
      ['text', 'Friday at nine '],
      ['url', 'https://pier.example/friday'],
      ['photo', POSTER],
    ])
    expect([status, location]).toEqual([303, '/add-event?shared=1'])
    expect(stored).toEqual([
      {
        title: 'Concert on the pier',
        text: 'Friday at nine',
        url: 'https://pier.example/friday',
        photo: { bytes: new Uint8Array([1, 2, 3]).buffer, type: 'image/jpeg', name: 'poster.jpg' },
      },
    ])
  })

  it('may be text alone', async () => {
    const { stored } = await share([['text', 'Concert on the pier']])
    expect(stored).toEqual([{ title: '', text: 'Concert on the pier', url: '' }])
  })

  it('leads to the form, which says so, when there is nothing that it can use, or no room, or storage that is silent', async () => {
    expect(await share([['photo', PDF]])).toEqual({
      status: 303,
      location: '/add-event?shared=1',
      stored: [],
    })
    for (const storage of ['full', 'silent'] as const)
      expect((await share([['photo', POSTER]], { storage })).location).toBe('/add-event?shared=1')
  })
})

const post = (headers: Record<string, string>) => share([['title', 'Concert']], { headers })

describe('a post to the form', () => {
  it.each([
    ['of the system', { origin: 'null', 'sec-fetch-site': 'none' }],
    ['of our own page', { origin: ORIGIN, 'sec-fetch-site': 'same-origin' }],
    ['of a browser that says neither', {}],
  ])('%s is stored', async (_, headers) => {
    expect((await post(headers)).stored).toHaveLength(1)
  })

  it.each([
    ['of another site', { origin: 'https://elsewhere.test' }],
    ['of another site that hides its address', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['of a neighbouring site', { 'sec-fetch-site': 'same-site' }],
  ])('%s leads to the form as it is', async (_, headers) => {
    expect(await post(headers)).toEqual({ status: 303, location: '/add-event', stored: [] })
  })
})

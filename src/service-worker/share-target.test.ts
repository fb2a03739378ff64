import { describe, expect, it } from 'vitest'
import type { SharedPhoto } from '@/offline/outbox/database'
import { storeSharedPhoto } from './share-target'

function shared(...parts: [string, string | File][]): Request {
  const body = new FormData()
  for (const [name, value] of parts) body.append(name, value)
  return new Request('https://guide.test/add-event', { method: 'POST', body })
}

const poster = new File([new Uint8Array([1, 2, 3])], 'poster.jpg', { type: 'image/jpeg' })

describe('a shared photo', () => {
  it('is stored for the form before the redirect', async () => {
    const stored: SharedPhoto[] = []
    const outbox = { storeSharedPhoto: async (photo: SharedPhoto) => void stored.push(photo) }
    const response = await storeSharedPhoto(shared(['title', 'Look'], ['photo', poster]), outbox)
    expect([response.status, response.headers.get('location')]).toEqual([303, '/add-event?shared=1'])
    expect(stored).toEqual([
      { bytes: new Uint8Array([1, 2, 3]).buffer, type: 'image/jpeg', name: 'poster.jpg' },
    ])
  })

  it('of another file type leads to an empty form', async () => {
    const outbox = {
      async storeSharedPhoto() {
        throw new Error('Nothing was to be stored')
      },
    }
    const pdf = new File(['x'], 'poster.pdf', { type: 'application/pdf' })
    const response = await storeSharedPhoto(shared(['photo', pdf]), outbox)
    expect(response.headers.get('location')).toBe('/add-event')
  })

  it('that cannot be stored leads to an empty form', async () => {
    const outbox = { storeSharedPhoto: () => Promise.reject(new Error('Full')) }
    const response = await storeSharedPhoto(shared(['photo', poster]), outbox)
    expect(response.headers.get('location')).toBe('/add-event')
  })
})

import { expect, it, vi } from 'vitest'
import { receiveShared } from './share-target'

const ORIGIN = 'https://guide.test'
const POSTER = new File([new Uint8Array([1, 2, 3])], 'poster.jpg', { type: 'image/jpeg' })
const TEXTS: [string, string][] = [
  ['title', 'Concert on the pier'],
  ['text', 'Friday at nine '],
  ['url', 'https://pier.example/friday'],
]
const STORED = { title: 'Concert on the pier', text: 'Friday at nine', url: 'https://pier.example/friday' }

/** Posts to the form as an app or a page does it. Resolves with where it leads, and with what was stored before that. */
async function share(
  parts: [string, string | File][],
  { headers = {}, store = async () => undefined }: { headers?: object; store?: () => Promise<void> } = {},
) {
  const storeShared = vi.fn(store)
  const body = new FormData()
  for (const [name, value] of parts) body.append(name, value)
  const request = new Request(`${ORIGIN}/add-event`, { method: 'POST', body, headers: { ...headers } })
  const response = await receiveShared(request, () => ({ storeShared }))
  expect(response.status).toBe(303)
  return { location: response.headers.get('location'), stored: storeShared.mock.calls.flat() }
}

it.each([
  [
    'photo and texts',
    [...TEXTS, ['photo', POSTER]],
    { bytes: new Uint8Array([1, 2, 3]).buffer, type: 'image/jpeg', name: 'poster.jpg' },
  ],
  ['texts alone', TEXTS, undefined],
] as [string, [string, string | File][], object | undefined][])(
  'what another app shares is stored for the form before it opens: %s',
  async (_, parts, photo) => {
    const { location, stored } = await share(parts)
    expect(location).toBe('/add-event?shared=1')
    expect(stored).toEqual([{ ...STORED, ...(photo && { photo }) }])
  },
)

const full = () => Promise.reject(new DOMException('Full', 'QuotaExceededError'))

it('the form opens, and says so, where nothing is of use to it or the device cannot store it', async () => {
  const pdf = new File(['x'], 'poster.pdf', { type: 'application/pdf' })
  expect(await share([['photo', pdf]])).toEqual({ location: '/add-event?shared=1', stored: [] })
  expect(await share(TEXTS, { store: full })).toMatchObject({ location: '/add-event?shared=1' })
})

it.each([
  ['the system', { origin: 'null', 'sec-fetch-site': 'none' }, 1],
  ['our own page', { origin: ORIGIN, 'sec-fetch-site': 'same-origin' }, 1],
  ['another site', { origin: 'https://elsewhere.test' }, 0],
  ['another site that hides its address', { origin: 'null', 'sec-fetch-site': 'cross-site' }, 0],
  ['a neighbouring site', { 'sec-fetch-site': 'same-site' }, 0],
])('a post of %s is stored so often: %o %i', async (_, headers, times) => {
  const { location, stored } = await share(TEXTS, { headers })
  expect(stored).toHaveLength(times)
  expect(location).toBe(times === 1 ? '/add-event?shared=1' : '/add-event')
})

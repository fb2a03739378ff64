import { expect, test } from 'vitest'
import type { AccountExport } from '@/contract/accounts/own-account'
import { createApiClient } from '@/offline/api/api-client'
import { collectExport, exportFile, photoCount } from './export-account'
import type { CollectedExport, ExportProgress } from './export-account'

const IDS = ['a', 'b', 'c'].map((letter) => `00000000-0000-4000-8000-00000000000${letter}`)

function account(): AccountExport {
  const events = IDS.map((id, index) => ({
    id,
    title: `Event ${index}`,
    location_name: 'Ericeira',
    status: 'PUBLISHED' as const,
    created_at: 0,
    description: 'A quiet evening by the sea.',
    email: 'ana@example.com',
    latitude: 38.9,
    longitude: -9.4,
    info_links: [],
    tags: [],
    timetable: { list: [] },
    has_photo: true,
    updated_at: 0,
  }))
  return {
    exported_at: 0,
    profile: {
      id: 'ana',
      name: 'Ana',
      email: 'ana@example.com',
      role: 'USER',
      created_at: 0,
      updated_at: 0,
      isAppleConnected: false,
      isGoogleConnected: false,
    },
    sessions: [],
    events,
    devices: [],
    notifications: [],
    support_messages: [],
    activities: [],
    account_changes: [],
    saved_events: [],
    push_subscriptions: [],
  }
}

type ExpectedResponse = Response | 'no network'

/** The real client over responses that a server may give, one after another. */
function exportOver(responses: ExpectedResponse[]) {
  const requests: string[] = []
  const waits: number[] = []
  const progress: ExportProgress[] = []
  const controller = new AbortController()
  const api = createApiClient({
    baseUrl: '/api/v1',
    fetch: async (url) => {
      requests.push(url.replace('/api/v1', ''))
      const response = responses.shift()
      if (response === undefined || response === 'no network') throw new TypeError('Failed to fetch')
      return response
    },
  })
  const collected: CollectedExport = { photos: new Map() }
  const run = () =>
    collectExport(collected, {
      call: (endpoint, input) => api.call(endpoint, input, { auth: 'none', signal: controller.signal }),
      wait: async (ms) => void waits.push(ms),
      signal: controller.signal,
      onProgress: (now) => progress.push(now),
    })
  return { collected, run, requests, waits, progress, controller }
}

const data = (value: unknown) => Response.json({ data: value })
const photo = (text: string) => data({ type: 'image/jpeg', data: btoa(text) })
const errorResponse = (status: number, code: string, headers: HeadersInit = {}) =>
  Response.json({ error: { code, message: '' } }, { status, headers })

test('fetches the photos one by one and embeds each in its event', async () => {
  const { collected, run, requests, progress } = exportOver([
    data(account()),
    photo('first'),
    photo('second'),
    photo('third'),
  ])
  expect(await run()).toBeUndefined()
  expect(requests).toEqual(['/profile/export', ...IDS.map((id) => `/my-events/${id}/photo`)])
  expect(progress.map(({ photos }) => photos?.done)).toEqual([undefined, 0, 1, 2])
  const file = exportFile({ ...collected, account: account() })
  const parsed = JSON.parse(await file.text()) as { events: { photo: { data: string } }[]; profile: unknown }
  expect(parsed.profile).toEqual(account().profile)
  expect(parsed.events.map((event) => atob(event.photo.data))).toEqual(['first', 'second', 'third'])
})

test('an account without events is still a readable file', async () => {
  const empty = { ...account(), events: [] }
  expect(JSON.parse(await exportFile({ account: empty, photos: new Map() }).text())).toEqual(empty)
})

test('a failure keeps what has come, and the next run goes on with the rest', async () => {
  const { collected, run, requests } = exportOver([
    data(account()),
    photo('first'),
    'no network',
    photo('second'),
    photo('third'),
  ])
  expect(await run()).toMatchObject({ kind: 'unreachable' })
  expect(photoCount(collected)).toEqual({ done: 1, total: 3, missing: 0 })
  expect(await run()).toBeUndefined()
  expect(requests.filter((path) => path === '/profile/export')).toHaveLength(1)
  expect(requests.filter((path) => path.includes(IDS[0] ?? ''))).toHaveLength(1)
  expect(photoCount(collected)).toEqual({ done: 3, total: 3, missing: 0 })
})

test('honours Retry-After, and leaves a long wait to the person', async () => {
  const short = exportOver([
    data(account()),
    errorResponse(429, 'TOO_MANY_REQUESTS', { 'retry-after': '7' }),
    photo('first'),
    photo('second'),
    errorResponse(429, 'TOO_MANY_REQUESTS', { 'retry-after': '3000' }),
  ])
  expect(await short.run()).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterMs: 3_000_000 })
  expect(short.waits).toEqual([7000])
  expect(short.progress).toContainEqual({ photos: { done: 0, total: 3, missing: 0 }, isWaiting: true })
  expect(photoCount(short.collected).done).toBe(2)
})

test('a photo that no longer exists is left out and counted', async () => {
  const { collected, run } = exportOver([
    data(account()),
    photo('first'),
    errorResponse(404, 'NOT_FOUND'),
    photo('third'),
  ])
  expect(await run()).toBeUndefined()
  expect(photoCount(collected)).toEqual({ done: 3, total: 3, missing: 1 })
  const parsed = JSON.parse(await exportFile({ ...collected, account: account() }).text()) as {
    events: { photo?: unknown }[]
  }
  expect(parsed.events.map((event) => 'photo' in event)).toEqual([true, false, true])
})

test('a cancelled export asks for nothing more', async () => {
  const { run, controller, requests } = exportOver([data(account())])
  controller.abort()
  expect(await run()).toMatchObject({ kind: 'unreachable', reason: 'aborted' })
  expect(requests.length).toBeLessThanOrEqual(1)
})

import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { renderToastsWith } from '@/client/shared/notifications/toast'
import { deferred } from '@/offline/platform/deferred'

import { eventContent } from '@tests/support/offline/outbox-contents'
import { announce, announceFinalOutcome, submitEvent } from './submission-result'

const measured = vi.hoisted(() => vi.fn())
vi.mock('@/client/shared/consent/analytics', () => ({ measure: measured }))

const SUNSET = { title: 'Sunset Sessions', photo: undefined }
const texts: string[] = []
const described: unknown[] = []
let endToasts: () => void

beforeEach(async () => {
  // It waits for a timeout once, as it is loaded.
  await loadOfflineClient()
  texts.length = 0
  described.length = 0
  endToasts = renderToastsWith(({ title, description }) => {
    texts.push(title)
    described.push(description)
  })
  // Only the timeouts of our code are fake; the database runs.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  endToasts()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('after two seconds the submit returns; the final outcome is a toast of its own', async () => {
  const requestSent = deferred<undefined>()
  const response = deferred<Response>()
  vi.stubGlobal('fetch', () => {
    requestSent.resolve(undefined)
    return response.promise
  })
  const { outbox } = await loadOfflineClient()
  const submitted = submitEvent(SUNSET, () => outbox.enqueue(eventContent()))
  await requestSent.promise
  await vi.advanceTimersByTimeAsync(2000)
  const result = await submitted
  expect(result).toMatchObject({ outcome: 'sending', title: 'Sunset Sessions' })
  if (result === undefined) throw new Error('It was stored')

  // happy-dom reads bodies by timers.
  vi.useRealTimers()
  const final = announceFinalOutcome(result, () => false)
  response.resolve(Response.json({ data: { id: 'row', title: 't', status: 'ON_REVIEW' } }, { status: 201 }))
  await final
  expect(texts).toEqual(['Event Submitted Successfully'])
})

test('what was written with an account that is signed out by then waits for that sign-in', async () => {
  vi.useRealTimers()
  const nowSeconds = Math.floor(Date.now() / 1000)
  const signedIn = {
    access_token: { token: 'access', expires_at: nowSeconds + 900 },
    refresh_token: { token: 'refresh', expires_at: nowSeconds + 86_400 },
    user: { id: 'ana', email: 'ana@example.com', name: 'Ana', role: 'USER' },
  }
  vi.stubGlobal('fetch', async () => Response.json({ data: signedIn }))
  const { outbox, session } = await loadOfflineClient()
  await session.login('ana@example.com', 'tidal wonder 88')
  await session.logout()
  const result = await submitEvent({ ...SUNSET, title: 'Fado on the beach' }, () =>
    outbox.enqueue(eventContent(), undefined, { owner: 'ana' }),
  )
  expect(result?.outcome).toBe('paused')
  if (result !== undefined) await announce(result, false)
  expect(described).toEqual([
    'Your event “Fado on the beach” will be sent once you sign in with the account you wrote it with.',
  ])
})

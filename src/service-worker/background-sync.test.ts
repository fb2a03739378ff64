import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { UserSync } from '@/offline/replica/replica-sync'
import { workInBackground } from './background-sync'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))

/** A worker whose outbox leaves so many entries for want of a network, delivery by delivery, the last number for ever. */
function startWorker(...lefts: number[]) {
  const registration = { waiting: null as object | null, sync: { register: vi.fn(async () => {}) } }
  const scope = Object.assign(new EventTarget(), { registration })
  const deliver = vi.fn(async () => {
    const left = (lefts.length > 1 ? lefts.shift() : lefts[0]) ?? 0
    return { left, unreached: left, nextAttemptInMs: undefined }
  })
  const reportEndings = vi.fn(async () => 0)
  const sync = vi.fn(async (_seen?: readonly unknown[], asked?: UserSync) => {
    asked?.onImages?.({ done: 1, total: 2 })
    return { programme: 'synced', images: 'stored' } as const
  })
  workInBackground(scope as unknown as ServiceWorkerGlobalScope, {
    outbox: () => ({ deliver }),
    session: () => ({ reportEndings }),
    replicaSync: () => ({ sync }),
  })
  /** Resolves with what the browser is told of the event, and how long it took. */
  async function dispatch(type: string, fields: object) {
    const begunAt = Date.now()
    const waits: Promise<string>[] = []
    let tookMs = 0
    const waitUntil = (wait: Promise<unknown>) =>
      void waits.push(wait.then(() => 'done', String).finally(() => (tookMs = Date.now() - begunAt)))
    scope.dispatchEvent(Object.assign(new Event(type), { ...fields, waitUntil }))
    await vi.advanceTimersByTimeAsync(180_000)
    return { outcomes: await Promise.all(waits), tookMs }
  }
  return { registration, deliver, reportEndings, sync, dispatch }
}

const backgroundSync = { tag: 'outbox', lastChance: false }
const isLeft = [expect.stringContaining('1 entries are left')]

describe('a background sync', () => {
  it('delivers, and is done when nothing is left', async () => {
    const { dispatch, deliver } = startWorker(0)
    expect(await dispatch('sync', backgroundSync)).toEqual({ outcomes: ['done'], tookMs: 0 })
    expect(deliver).toHaveBeenCalledExactlyOnceWith({ networkIsBack: true })
  })

  it('sends within ten seconds when the network comes back while it lasts', async () => {
    const { dispatch } = startWorker(1, 1, 1, 0)
    expect(await dispatch('sync', backgroundSync)).toEqual({ outcomes: ['done'], tookMs: 30_000 })
  })

  it('rejects after two minutes while something is left, so that the browser fires it again', async () => {
    const { dispatch, registration } = startWorker(1)
    expect(await dispatch('sync', backgroundSync)).toEqual({ outcomes: isLeft, tookMs: 120_000 })
    expect(registration.sync.register).not.toHaveBeenCalled()
  })

  it('registers another when it was the last chance, also when the device fails', async () => {
    const { dispatch, deliver, registration } = startWorker()
    deliver.mockRejectedValue(new Error('The storage failed'))
    const { outcomes } = await dispatch('sync', { ...backgroundSync, lastChance: true })
    expect(outcomes).toEqual(['Error: The storage failed'])
    expect(registration.sync.register).toHaveBeenCalledExactlyOnceWith('outbox')
  })

  it('does not wait for a server that was reached and is busy, nor while a new version does', async () => {
    const busy = startWorker()
    busy.deliver.mockResolvedValue({ left: 1, unreached: 0, nextAttemptInMs: undefined })
    expect(await busy.dispatch('sync', backgroundSync)).toEqual({ outcomes: isLeft, tookMs: 0 })
    const superseded = startWorker(1)
    superseded.registration.waiting = {}
    expect(await superseded.dispatch('sync', backgroundSync)).toEqual({ outcomes: isLeft, tookMs: 0 })
  })

  it('rejects while the server does not know that a session was ended', async () => {
    const { dispatch, reportEndings } = startWorker(0)
    reportEndings.mockResolvedValue(1)
    expect((await dispatch('sync', backgroundSync)).outcomes).toEqual([expect.stringContaining('1 sessions')])
  })
})

it('a page that is closed while it sends has the worker go on', async () => {
  const { dispatch, deliver } = startWorker(1)
  expect((await dispatch('message', { data: { type: 'DELIVER' }, ports: [] })).outcomes).toEqual(['done'])
  expect(deliver).toHaveBeenCalledOnce()
})

it('the programme is refreshed with no page open, and the worker kept alive until it is', async () => {
  const { dispatch, sync } = startWorker()
  expect((await dispatch('periodicsync', { tag: 'programme' })).outcomes).toEqual(['done'])
  // Nobody has asked for it.
  expect(sync).toHaveBeenCalledExactlyOnceWith()
})

it('a sync that a page asks for is acknowledged at once, and reported with its images', async () => {
  const { dispatch, sync } = startWorker()
  const replies: unknown[] = []
  const ports = [{ postMessage: (message: unknown) => replies.push(message) }]
  await dispatch('message', { data: { type: 'SYNC', seen: ['event'], asked: { images: true } }, ports })
  expect(sync).toHaveBeenCalledExactlyOnceWith(['event'], expect.objectContaining({ images: true }))
  expect(replies).toEqual([
    { type: 'SYNCING' },
    { type: 'IMAGES', progress: { done: 1, total: 2 } },
    { type: 'SYNCED', report: { programme: 'synced', images: 'stored' } },
  ])
})

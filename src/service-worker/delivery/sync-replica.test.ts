import { describe, expect, it } from 'vitest'
import type { UserSync, SyncReport } from '@/offline/replica/replica-sync'
import { endEventsForUpdate } from '@/service-worker/shell/end-events'
import { fakeClock } from '@tests/support/server/fake-clock'
import { syncOnMessage, syncPeriodically } from './sync-replica'

const REPORT: SyncReport = { programme: 'synced', images: 'stored' }

function setUp({ responds = true } = {}) {
  const clock = fakeClock(0)
  const scope = new EventTarget()
  const syncs: (UserSync | undefined)[] = []
  const waits: Promise<unknown>[] = []
  const sync = async (_seen?: readonly unknown[], userSync?: UserSync) => {
    syncs.push(userSync)
    userSync?.onImages?.({ done: 1, total: 2 })
    return responds ? REPORT : new Promise<never>(() => {})
  }
  const worker = scope as unknown as ServiceWorkerGlobalScope
  const untilUpdate = endEventsForUpdate(worker)
  const completed: boolean[] = []
  const shell = {
    async complete({ verifies } = { verifies: false }) {
      completed.push(verifies)
      return true
    },
  }
  syncOnMessage(worker, { replicaSync: () => ({ sync }), shell }, untilUpdate, clock)
  syncPeriodically(worker, { replicaSync: () => ({ sync }), shell }, untilUpdate)
  const replies: unknown[] = []
  const dispatch = async (type: string, fields: object) => {
    scope.dispatchEvent(
      Object.assign(new Event(type), { waitUntil: (work: Promise<unknown>) => waits.push(work) }, fields),
    )
    await Promise.all(waits)
  }
  const ports = [{ postMessage: (message: unknown) => replies.push(message) }]
  return { clock, syncs, completed, waits, replies, dispatch, ports }
}

describe('a sync in the worker', () => {
  it('is acknowledged at once, and reported to who asked for it', async () => {
    const { dispatch, ports, replies, syncs } = setUp()
    await dispatch('message', { data: { type: 'SYNC', seen: [], asked: { images: true } }, ports })
    expect(syncs).toMatchObject([{ images: true }])
    expect(replies).toEqual([
      { type: 'SYNCING' },
      { type: 'IMAGES', progress: { done: 1, total: 2 } },
      { type: 'SYNCED', report: REPORT, isShellComplete: true },
    ])
  })

  it('repairs the shell too, and verifies it when a person asks', async () => {
    const { dispatch, ports, completed } = setUp()
    await dispatch('message', { data: { type: 'SYNC', seen: [] }, ports })
    await dispatch('periodicsync', { tag: 'programme' })
    await dispatch('message', { data: { type: 'SYNC', seen: [], asked: { images: true } }, ports })
    expect(completed).toEqual([false, false, true])
  })

  it('is nobody’s wish when a page syncs by itself', async () => {
    const { dispatch, ports, syncs } = setUp()
    await dispatch('message', { data: { type: 'SYNC', seen: [] }, ports })
    expect(syncs).toEqual([undefined])
  })

  it('keeps the worker alive until it is done, also with no page open', async () => {
    const { dispatch, waits, syncs } = setUp()
    await dispatch('periodicsync', { tag: 'programme' })
    expect(syncs).toEqual([undefined])
    expect(waits).toHaveLength(1)
    await dispatch('periodicsync', { tag: 'something-else' })
    expect(syncs).toHaveLength(1)
  })

  it('that takes long says that it goes on to who asked for it, until it ends', async () => {
    const { clock, dispatch, ports, replies, waits } = setUp({ responds: false })
    void dispatch('message', { data: { type: 'SYNC', seen: [], asked: { images: true } }, ports })
    replies.length = 0
    clock.advance(90_000)
    expect(replies).toEqual([{ type: 'SYNCING' }, { type: 'SYNCING' }, { type: 'SYNCING' }])
    await dispatch('message', { data: { type: 'END_EVENTS' }, ports })
    await Promise.all(waits)
    clock.advance(90_000)
    expect(replies).toHaveLength(3)
  })

  it('ends for the next version, whatever its network does', async () => {
    const { dispatch, ports, replies, waits } = setUp({ responds: false })
    void dispatch('message', { data: { type: 'SYNC', seen: [] }, ports })
    void dispatch('periodicsync', { tag: 'programme' })
    await dispatch('message', { data: { type: 'END_EVENTS' }, ports })
    expect(await Promise.all(waits)).toEqual([undefined, undefined])
    expect(replies).toEqual([{ type: 'SYNCING' }])
  })
})

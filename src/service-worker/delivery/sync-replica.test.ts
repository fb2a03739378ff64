import { describe, expect, it, vi } from 'vitest'
import type { UserSync, SyncReport } from '@/offline/replica/replica-sync'
import { deferred } from '@/offline/platform/deferred'
import { fakeClock } from '@tests/support/server/fake-clock'
import { syncOnMessage, syncPeriodically } from './sync-replica'

const REPORT: SyncReport = { programme: 'synced', images: 'stored' }

function setUp({ network = Promise.resolve() } = {}) {
  const clock = fakeClock(0)
  const scope = new EventTarget()
  const syncs: (UserSync | undefined)[] = []
  const waits: Promise<unknown>[] = []
  const sync = async (_seen?: readonly unknown[], userSync?: UserSync) => {
    syncs.push(userSync)
    userSync?.onImages?.({ done: 1, total: 2 })
    await network
    return REPORT
  }
  const worker = scope as unknown as ServiceWorkerGlobalScope
  const shell = { repair: vi.fn(async () => true) }
  syncOnMessage(worker, { replicaSync: () => ({ sync }), shell }, clock)
  syncPeriodically(worker, { replicaSync: () => ({ sync }), shell })
  const replies: unknown[] = []
  const dispatch = async (type: string, fields: object) => {
    scope.dispatchEvent(
      Object.assign(new Event(type), { waitUntil: (work: Promise<unknown>) => waits.push(work) }, fields),
    )
    await Promise.all(waits)
  }
  const ports = [{ postMessage: (message: unknown) => replies.push(message) }]
  return { clock, syncs, shell, waits, replies, dispatch, ports }
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

  it('repairs the shell too', async () => {
    const { dispatch, ports, shell, syncs } = setUp()
    await dispatch('message', { data: { type: 'SYNC', seen: [] }, ports })
    await dispatch('periodicsync', { tag: 'programme' })
    expect(shell.repair).toHaveBeenCalledTimes(2)
    // Nobody has asked for these.
    expect(syncs).toEqual([undefined, undefined])
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
    const network = deferred<void>()
    const { clock, dispatch, ports, replies, waits } = setUp({ network: network.promise })
    void dispatch('message', { data: { type: 'SYNC', seen: [], asked: { images: true } }, ports })
    replies.length = 0
    clock.advance(90_000)
    expect(replies).toEqual([{ type: 'SYNCING' }, { type: 'SYNCING' }, { type: 'SYNCING' }])
    network.resolve()
    await Promise.all(waits)
    clock.advance(90_000)
    expect(replies).toHaveLength(4)
  })
})

import type { ApiClient } from '@/offline/api/api-client'
import { backoffMs, nextStep } from '@/offline/api/next-step'
import type { Outcome } from '@/offline/api/next-step'
import type { Clock } from '@/offline/platform/deferred'
import type { Locks } from '@/offline/platform/locks'
import type { SessionManager } from '@/offline/session/session'
import { isFull } from '@/offline/platform/indexed-db'
import type { OutboxDatabase } from './database'
import { isNetworkError, msUntilNextAttempt, RECEIPT_MS } from './entry'
import type { OutboxEntry } from './entry'
import { errorOf, receiptOf, sendEntry } from './send-entry'
import type { Accepted } from './send-entry'

export interface DeliveryReport {
  /** Entries that are queued. */
  left: number
  nextAttemptInMs: number | undefined
  /** How many of them wait for a network. */
  unreached: number
}

export interface DeliveryOptions {
  /** What has only waited for a network is tried now, `Retry-After` is honoured. */
  networkIsBack?: boolean
}

interface DeliveryDeps {
  database: OutboxDatabase
  api: ApiClient
  session: Pick<SessionManager, 'owner' | 'tokensOf'>
  locks: Locks
  clock: Clock
  /** A number in [0, 1). */
  random: () => number
  /** A transaction that may evict what can be fetched again. */
  withRoom: <T>(work: () => Promise<T>) => Promise<T>
}

export function editLockOf(id: string): string {
  return `outbox-edit ${id}`
}

/** The one sender of all tabs and the worker: it holds the lock `outbox`, which the browser frees when its page or worker is killed. */
export function createDelivery({ database, withRoom, ...deps }: DeliveryDeps) {
  const { entries, photos } = database
  const { clock } = deps
  let next: Promise<DeliveryReport> | undefined
  let isNetworkBack = false

  /** A second call waits for the first and reads the outbox again. Rejects when the database cannot be used. */
  function deliver({ networkIsBack = false }: DeliveryOptions = {}): Promise<DeliveryReport> {
    isNetworkBack ||= networkIsBack
    next ??= deps.locks
      .request('outbox', () => {
        next = undefined
        return pass()
      })
      .finally(() => (next = undefined))
    return next
  }

  async function pass(): Promise<DeliveryReport> {
    const endsNetworkWaits = isNetworkBack
    isNetworkBack = false
    await requeue(endsNetworkWaits)
    const tried = new Set<string>()
    let fault: { error: unknown } | undefined
    for (let entry = await nextOf(tried); entry !== undefined; entry = await nextOf(tried)) {
      tried.add(entry.id)
      // What breaks on this device holds up nothing else.
      await attempt(entry).catch((error: unknown) => (fault ??= { error }))
    }
    if (fault !== undefined) throw fault.error
    return report(tried)
  }

  /** Texts come first, then photos, each in the order in which they were written. What comes in between is seen. */
  async function nextOf(tried: ReadonlySet<string>): Promise<OutboxEntry | undefined> {
    const queued = await entries.where('state').equals('queued').sortBy('seq')
    const ready = queued.filter(
      (entry) => !tried.has(entry.id) && msUntilNextAttempt(entry, clock.now()) === 0,
    )
    return ready.find(({ photo }) => photo === undefined) ?? ready[0]
  }

  /** What is 'sending' was left by a killed sender: this one has the lock. What is 'editing' without a lock was left by its page. */
  async function requeue(endsNetworkWaits: boolean): Promise<void> {
    const owner = await deps.session.owner()
    const heldNames = await deps.locks.heldNames()
    const now = clock.now()
    const stateOf = ({ id, state, owner: of }: OutboxEntry) => {
      if (state === 'needs-attention' || (state === 'editing' && heldNames.has(editLockOf(id)))) return state
      return of === null || of === owner ? 'queued' : 'paused-sign-in'
    }
    const requeueAll = async () => {
      for (const entry of await entries.where('state').notEqual('sent').toArray()) {
        const state = stateOf(entry)
        const isRetried = endsNetworkWaits && entry.nextAttemptAt > 0 && isNetworkError(entry)
        if (state !== entry.state || isRetried)
          await entries.update(entry.id, { state, ...(isRetried && { nextAttemptAt: 0 }) })
      }
      const receipts = entries.where('state').equals('sent')
      await receipts.filter(({ sentAt = 0 }) => sentAt + RECEIPT_MS < now).delete()
    }
    await unlessFull(database.transaction('rw', entries, requeueAll))
  }

  async function attempt(entry: OutboxEntry): Promise<void> {
    // The lock makes one sender, and the key one row: a full disk that cannot take this note stops nothing.
    const claimed = await unlessFull(change(entry, ['queued'], { state: 'sending', attempts: entry.attempts + 1 }))
    // An editor has it by now, or a person has discarded it.
    if (claimed === 0) return
    try {
      const photo = entry.photo && (await photos.get(entry.id))
      const outcome = await sendEntry(deps, entry, photo)
      await settle(entry, outcome)
    } catch (error) {
      const nextAttemptAt = clock.now() + backoffMs(entry.attempts + 1, deps.random())
      await change(entry, ['sending'], { state: 'queued', nextAttemptAt }).catch(() => undefined)
      throw error
    }
  }

  /** Changes it unless it has another state by now. Resolves with how many were changed. */
  function change(
    { id }: OutboxEntry,
    from: readonly OutboxEntry['state'][],
    changes: Partial<OutboxEntry>,
  ): Promise<number> {
    return entries
      .where('id')
      .equals(id)
      .and(({ state }) => from.includes(state))
      .modify(changes)
  }

  async function settle(entry: OutboxEntry, outcome: Outcome<Accepted>): Promise<void> {
    const step = nextStep(outcome, entry.attempts + 1, deps.random())
    // A full disk has left it 'queued'.
    const from = ['sending', 'queued'] as const
    if (outcome.kind === 'ok') {
      const receipt = receiptOf(outcome.data)
      const stored = await unlessFull(
        withRoom(async () => {
          await photos.delete(entry.id)
          await change(entry, from, { state: 'sent', sentAt: clock.now(), receipt, lastError: undefined })
        }),
      )
      // Deleting needs no room, and the server has it.
      if (stored === 'full') await withRoom(() => entries.delete(entry.id).then(() => photos.delete(entry.id)))
      return
    }
    const state = { retry: 'queued', 'sign-in': 'paused-sign-in', 'needs-attention': 'needs-attention' } as const
    const nextAttemptAt = step.do === 'retry' ? clock.now() + step.afterMs : 0
    await unlessFull(
      change(entry, from, {
        state: step.do === 'done' ? 'needs-attention' : state[step.do],
        nextAttemptAt,
        lastError: errorOf(outcome),
      }),
    )
  }

  async function report(tried: ReadonlySet<string>): Promise<DeliveryReport> {
    const queued = await entries.where('state').equals('queued').toArray()
    const now = clock.now()
    // A full disk has not taken the note of when it is tried again.
    const waits = queued.map((entry) =>
      tried.has(entry.id) ? Math.max(msUntilNextAttempt(entry, now), 1000) : msUntilNextAttempt(entry, now),
    )
    return {
      left: queued.length,
      nextAttemptInMs: waits.length === 0 ? undefined : Math.min(...waits),
      unreached: queued.filter(isNetworkError).length,
    }
  }

  return { deliver }
}

async function unlessFull<T>(write: Promise<T>): Promise<T | 'full'> {
  return write.catch(async (error: unknown) => {
    if (!(await isFull(error))) throw error
    return 'full' as const
  })
}

import type { ApiClient } from '@/offline/api/api-client'
import type { Clock, Timers } from '@/offline/platform/deferred'
import { deferred } from '@/offline/platform/deferred'
import type { Locks } from '@/offline/platform/locks'
import { backoffMs, nextStep } from '@/offline/api/next-step'
import type { NextStep, Outcome } from '@/offline/api/next-step'
import type { SessionManager } from '@/offline/session/session'
import { holdEntry, retryEntry, writtenText } from '@/offline/outbox/drafts/edit-entry'
import { isReadable, isSameText } from '@/offline/outbox/entry'
import type { OutboxEntry, OutboxItem } from '@/offline/outbox/entry'
import {
  editLockOf,
  isNetworkError,
  msUntilNextAttempt,
  requeue,
  leaseMsOf,
} from '@/offline/outbox/entry-state'
import type { EntryStore } from '@/offline/outbox/entry-store'
import { subscribeLive } from '@/offline/outbox/entry-store'
import { unlessFull } from '@/offline/platform/indexed-db'
import { sendEntry, errorOf, receiptOf } from './send-entry'
import type { Accepted } from './send-entry'

export interface DeliveryReport {
  left: number
  nextAttemptInMs: number | undefined
  unreached: number
}

export type Delivery = ReturnType<typeof createDelivery>

export interface DeliveryOptions {
  networkIsBack?: boolean
  asked?: readonly string[]
}

function nothing(): void {}

/** Entries of one kind are sent one after another, beside those of the other kind. */
type Kind = 'photo' | 'text'
const kindOf = ({ photo }: OutboxEntry): Kind => (photo === undefined ? 'text' : 'photo')

export function createDelivery(deps: {
  store: EntryStore
  api: ApiClient
  session: Pick<SessionManager, 'owner' | 'tokensOf'>
  locks: Locks
  clock: Clock
  timers: Timers
  /** A number in [0, 1). */
  random: () => number
}) {
  const { store, clock } = deps
  let next: Promise<DeliveryReport> | undefined
  const withNetwork = new Set<Kind>()
  const notes = createNotes(store)
  const asked = new Set<string>()
  let checkAgain = nothing

  /**
   * One sender at a time over all tabs and the worker; a second call waits for the first and reads the outbox
   * again. Texts are sent beside the photos: they pass one that hangs. `networkIsBack` cuts the backoff after
   * network errors short, not `Retry-After`.
   */
  function deliver({
    networkIsBack = false,
    asked: ids = [],
  }: DeliveryOptions = {}): Promise<DeliveryReport> {
    if (networkIsBack) withNetwork.add('photo').add('text')
    for (const id of ids) asked.add(id)
    if (networkIsBack || ids.length > 0) checkAgain()
    next ??= deps.locks
      .request('outbox', () => {
        next = undefined
        return pass()
      })
      .catch((error: unknown) => {
        next = undefined
        throw error
      })
    return next
  }

  async function pass(): Promise<DeliveryReport> {
    await store.removeOldReceipts(clock.now())
    await notes.store()
    await requeueEntries('photo')
    const photos = sendAll('photo')
    const ended = await Promise.allSettled([photos, sendBeside(photos)])
    for (const end of ended) if (end.status === 'rejected') throw end.reason
    return report(await notes.all(), clock.now())
  }

  async function sendBeside(photos: Promise<void>): Promise<void> {
    const over = photos.then(
      () => 'over' as const,
      () => 'over' as const,
    )
    const unsubscribe = subscribeLive(readyTexts, (ready) => {
      if (ready !== '') checkAgain()
    })
    try {
      for (;;) {
        const again = deferred<'again'>()
        checkAgain = () => again.resolve('again')
        await requeueEntries('text')
        await sendAll('text')
        const { nextAttemptInMs } = report((await notes.all()).filter(isText), clock.now())
        const cancel =
          nextAttemptInMs === undefined ? nothing : deps.timers.after(nextAttemptInMs, checkAgain)
        const first = await Promise.race([over, again.promise])
        cancel()
        if (first === 'over') return
      }
    } finally {
      checkAgain = nothing
      unsubscribe()
    }
  }

  async function readyTexts(): Promise<string> {
    const ready = (await notes.all()).filter((item) => isText(item) && isReady(item, clock.now()))
    return ready.map(({ id }) => id).join(' ')
  }

  /** One after another, each once. What breaks on this device holds up nothing; the first such error is thrown at the end. */
  async function sendAll(kind: Kind): Promise<void> {
    const tried = new Set<string>()
    const faults: unknown[] = []
    for (;;) {
      const entry = await claim(kind, tried)
      if (entry === undefined) break
      tried.add(entry.id)
      if (entry.state !== 'sending') continue
      try {
        await attempt(entry)
      } catch (error) {
        faults.push(error)
        await retryLater(entry).catch(() => undefined)
      }
    }
    if (faults.length > 0) throw faults[0]
  }

  /** Requeues what a killed sender left, what waited for its owner to sign in, and what waited for the network. */
  async function requeueEntries(kind: Kind): Promise<void> {
    const owner = await deps.session.owner()
    const endsNetworkWaits = withNetwork.delete(kind)
    const entries = (await notes.all()).filter(isReadable)
    // The locks are read after the leases: an editor has its lock before its lease.
    const heldNames = await deps.locks.heldNames()
    const context = { owner, endsNetworkWaits, heldNames, isAlone: deps.locks.spanTabs }
    const requeued = (entry: OutboxEntry) => {
      const now = clock.now()
      const retried = asked.has(entry.id) ? retryEntry(entry, now) : undefined
      return requeue(retried ?? entry, { ...context, now }) ?? retried
    }
    for (const entry of entries) {
      if (kindOf(entry) !== kind) continue
      if (requeued(entry) !== undefined)
        await notes.change(entry.id, (now) =>
          now.editingUntil === entry.editingUntil ? requeued(now) : undefined,
        )
      asked.delete(entry.id)
    }
  }

  /** The next entry, noted as being sent; or one that an editor holds which has had no room for its lease. */
  async function claim(kind: Kind, tried: ReadonlySet<string>): Promise<OutboxEntry | undefined> {
    const heldNames = await deps.locks.heldNames()
    return notes.changeFirst((entry, isFull) => {
      const now = clock.now()
      if (kindOf(entry) !== kind || !isReady(entry, now) || tried.has(entry.id)) return undefined
      if (isFull && heldNames?.has(editLockOf(entry.id)) === true) return holdEntry(entry, now)
      return {
        ...entry,
        state: 'sending',
        attempts: entry.attempts + 1,
        leaseUntil: now + leaseMsOf(entry),
      }
    })
  }

  async function attempt(entry: OutboxEntry): Promise<void> {
    const auth = entry.owner === null ? 'none' : deps.session.tokensOf(entry.owner)
    const outcome = await sendEntry(deps.api, entry, { auth, now: clock.now() })
    const step = nextStep(outcome, entry.attempts, deps.random())
    // The last word is noted in any case: what has arrived gives the room of its photo back.
    const isLast = step.do === 'done' || step.do === 'needs-attention'
    const write = isLast ? store.rewrite : store.change
    await changeClaimed(entry, (now) => settle(now, outcome, step, clock.now()), write)
  }

  function retryLater(entry: OutboxEntry): Promise<unknown> {
    const nextAttemptAt = clock.now() + backoffMs(entry.attempts, deps.random())
    return changeClaimed(entry, (now) => ({ ...now, state: 'queued', nextAttemptAt, leaseUntil: 0 }))
  }

  function changeClaimed(
    entry: OutboxEntry,
    change: (now: OutboxEntry) => OutboxEntry,
    write = store.change,
  ): Promise<unknown> {
    // Its lease expired and another sender has claimed it: that one's outcome counts.
    const isOurs = (now: OutboxEntry) => now.state === 'sending' && now.leaseUntil === entry.leaseUntil
    return notes.change(entry.id, (now) => (isOurs(now) ? change(now) : undefined), write)
  }

  return { deliver }
}

const isText = (item: OutboxItem) => isReadable(item) && kindOf(item) === 'text'

function isReady(item: OutboxItem, now: number): boolean {
  return isReadable(item) && item.state === 'queued' && msUntilNextAttempt(item, now) === 0
}

function report(items: readonly OutboxItem[], now: number): DeliveryReport {
  const entries = items.filter(isReadable)
  const waits = entries.flatMap((entry) => {
    if (entry.state === 'queued') return [msUntilNextAttempt(entry, now)]
    return entry.state === 'sending' ? [Math.max(entry.leaseUntil - now, 0)] : []
  })
  return {
    left: waits.length,
    nextAttemptInMs: waits.length === 0 ? undefined : Math.min(...waits),
    unreached: entries.filter((entry) => entry.state === 'queued' && isNetworkError(entry)).length,
  }
}

function settle(entry: OutboxEntry, outcome: Outcome<Accepted>, step: NextStep, now: number): OutboxEntry {
  if (outcome.kind === 'ok') {
    const { photo, lastError: _, ...rest } = entry
    return {
      ...rest,
      ...(photo && { hadPhoto: true }),
      state: 'sent',
      sentAt: now,
      receipt: receiptOf(outcome.data),
      leaseUntil: 0,
    }
  }
  const tried = { ...entry, lastError: errorOf(outcome), leaseUntil: 0 }
  switch (step.do) {
    case 'retry':
      return { ...tried, state: 'queued', nextAttemptAt: now + step.afterMs }
    case 'sign-in':
      return { ...tried, state: 'paused-sign-in' }
    case 'needs-attention':
    case 'done':
      return { ...tried, state: 'needs-attention' }
  }
}

type Decide = (entry: OutboxEntry, isFull: boolean) => OutboxEntry | undefined

function createNotes(store: EntryStore) {
  const remembered = new Map<string, { row: OutboxEntry; now: OutboxEntry }>()

  /** Changes that a person or another sender has made since take precedence. */
  function known(row: OutboxEntry): OutboxEntry {
    const found = remembered.get(row.id)
    if (found === undefined) return row
    if (writtenText(row) === writtenText(found.row) && isSameText(row, found.row)) return found.now
    remembered.delete(row.id)
    return row
  }

  async function note(
    decide: Decide,
    write: (decide: (row: OutboxEntry) => OutboxEntry | undefined) => Promise<OutboxEntry | undefined>,
    items: () => Promise<readonly (OutboxItem | undefined)[]>,
  ): Promise<OutboxEntry | undefined> {
    const noted = await unlessFull(write((row) => decide(known(row), false)))
    if (noted !== 'full') {
      if (noted !== undefined) remembered.delete(noted.id)
      return noted
    }
    for (const row of await items()) {
      if (row === undefined || !isReadable(row)) continue
      const now = decide(known(row), true)
      if (now === undefined) continue
      remembered.set(row.id, { row, now })
      return now
    }
    return undefined
  }

  /** As of the store, and on a full device too. */
  const change = (id: string, decide: Decide, write = store.change) =>
    note(
      decide,
      (decideRow) => write(id, decideRow),
      async () => [await store.get(id)],
    )

  return {
    all: async () => (await store.all()).map((item) => (isReadable(item) ? known(item) : item)),
    change,
    changeFirst: (decide: Decide) => note(decide, store.changeFirst, store.all),
    async store() {
      for (const id of remembered.keys()) await change(id, (now) => (remembered.has(id) ? now : undefined))
    },
  }
}

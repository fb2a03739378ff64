import type { ApiClient } from '@/offline/api/api-client'
import { backoffMs, nextStep, type Outcome } from '@/offline/api/next-step'
import type { Clock, Timers } from '@/offline/platform/deferred'
import { subscribeLive, unlessFull } from '@/offline/platform/indexed-db'
import type { Locks } from '@/offline/platform/locks'
import type { SessionManager } from '@/offline/session/session'
import type { OutboxDatabase } from './database'
import { RECEIPT_MS, isNetworkError, msUntilNextAttempt, type OutboxEntry, type Receipt } from './entry'
import { sendEntry } from './send-entry'

export interface DeliveryReport {
  /** Entries that can be sent, once their next attempt is due. */
  left: number
  nextAttemptInMs: number | undefined
  /** How many of them wait for a network. */
  unreached: number
}

export interface DeliveryOptions {
  /** Entries that have only waited for a network are tried now; `Retry-After` is honoured. */
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

/** The editor of what is 'editing' holds this lock, which the browser frees when its page is gone: then it is sent. */
export function editLockOf(id: string): string {
  return `outbox-edit ${id}`
}

/** A full disk has not taken the note of when it is tried again. */
const UNNOTED_RETRY_MS = 60_000

/**
 * The one sender of all tabs and the worker: it holds the lock `outbox`, which the browser frees when its page or worker is
 * killed. What it notes is for people and for the next attempt: the lock and the entry's key alone make it arrive once.
 */
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
      .catch((error: unknown) => {
        next = undefined
        throw error
      })
    return next
  }

  async function pass(): Promise<DeliveryReport> {
    const endsNetworkWaits = isNetworkBack
    isNetworkBack = false
    await tidy()
    const tried = new Set<string>()
    const faults: unknown[] = []
    const isReady = (entry: OutboxEntry) =>
      !tried.has(entry.id) &&
      (msUntilNextAttempt(entry, clock.now()) === 0 || (endsNetworkWaits && isNetworkError(entry)))
    for (;;) {
      // Texts come first, then photos. What is written meanwhile is seen.
      const ready = (await sendable()).filter(isReady)
      const entry = ready.find(({ photo }) => photo === undefined) ?? ready[0]
      if (entry === undefined) break
      tried.add(entry.id)
      // An entry that breaks on this device holds up nothing else.
      await attempt(entry).catch((error: unknown) => faults.push(error))
    }
    if (faults.length > 0) throw faults[0]
    return report(tried)
  }

  /** The oldest first. What is 'sending' was left by a killed sender: this one has the lock. */
  async function sendable(): Promise<OutboxEntry[]> {
    const owner = await deps.session.owner()
    const heldNames = await deps.locks.heldNames()
    const waiting = entries.where('state').anyOf('queued', 'editing', 'sending', 'paused-sign-in')
    return (await waiting.sortBy('seq')).filter(
      (entry) => isOf(entry, owner) && (entry.state !== 'editing' || !heldNames.has(editLockOf(entry.id))),
    )
  }

  /** Notes what a person sees of it, and deletes old receipts. */
  async function tidy(): Promise<void> {
    const owner = await deps.session.owner()
    const heldNames = await deps.locks.heldNames()
    const byState = (state: OutboxEntry['state']) => entries.where('state').equals(state)
    const now = clock.now()
    await unlessFull(
      database.transaction('rw', entries, async () => {
        await byState('sent')
          .filter(({ sentAt = 0 }) => sentAt + RECEIPT_MS < now)
          .delete()
        await byState('editing')
          .filter(({ id }) => !heldNames.has(editLockOf(id)))
          .modify({ state: 'queued' })
        await byState('queued')
          .filter((entry) => !isOf(entry, owner))
          .modify({ state: 'paused-sign-in' })
      }),
    )
  }

  async function attempt(entry: OutboxEntry): Promise<void> {
    const attempts = entry.attempts + 1
    // An editor has it by now, or a person has discarded it.
    if ((await unlessFull(change(entry, { state: 'sending', attempts }, entry.state))) === false) return
    try {
      const photo = entry.photo && (await photos.get(entry.id))
      await settle({ ...entry, attempts }, await sendEntry(deps, entry, photo))
    } catch (error) {
      const nextAttemptAt = clock.now() + backoffMs(attempts, deps.random())
      await change(entry, { state: 'queued', nextAttemptAt }).catch(() => undefined)
      throw error
    }
  }

  async function settle(entry: OutboxEntry, outcome: Outcome<Receipt>): Promise<void> {
    if (outcome.kind === 'ok') {
      const sent = {
        state: 'sent',
        sentAt: clock.now(),
        receipt: outcome.data,
        lastError: undefined,
      } as const
      const settled = withRoom(async () => {
        if (await change(entry, sent)) await photos.delete(entry.id)
      })
      // An entry whose response cannot be noted is sent again under its key, and gets the first response.
      return void (await unlessFull(settled))
    }
    const step = nextStep(outcome, entry.attempts, deps.random())
    if (step.do === 'retry') {
      const nextAttemptAt = clock.now() + step.afterMs
      await unlessFull(change(entry, { state: 'queued', nextAttemptAt, lastError: outcome }))
    } else {
      const state = step.do === 'sign-in' ? 'paused-sign-in' : 'needs-attention'
      await unlessFull(withRoom(() => change(entry, { state, lastError: outcome })))
    }
  }

  /** Unless it was edited, sent or discarded meanwhile, or is no more what it was as `from`. Resolves with whether it was changed. */
  async function change(
    { id, edits }: OutboxEntry,
    changes: Partial<OutboxEntry>,
    from?: OutboxEntry['state'],
  ): Promise<boolean> {
    const isSame = ({ state, ...now }: OutboxEntry) =>
      now.edits === edits &&
      (from === undefined ? state !== 'sent' && state !== 'needs-attention' : state === from)
    return (await entries.where('id').equals(id).filter(isSame).modify(changes)) > 0
  }

  async function report(tried: ReadonlySet<string>): Promise<DeliveryReport> {
    const left = (await sendable()).filter(({ state }) => state !== 'paused-sign-in')
    const waits = left.map((entry) => {
      const waitMs = msUntilNextAttempt(entry, clock.now())
      return waitMs === 0 && tried.has(entry.id) ? UNNOTED_RETRY_MS : waitMs
    })
    return {
      left: left.length,
      nextAttemptInMs: waits.length === 0 ? undefined : Math.min(...waits),
      unreached: left.filter(isNetworkError).length,
    }
  }

  return { deliver }
}

function isOf({ owner }: OutboxEntry, userId: string | null | undefined): boolean {
  return owner === null || owner === userId
}

const RETRY_AT_LATEST_MS = 60_000
const RETRY_AT_SOONEST_MS = 1000
/** The same for what no network let through, while a person looks at the page: Firefox and Safari have no background sync. */
const RETRY_VISIBLE_MS = 10_000

export interface SchedulerDeps {
  deliver: (options: DeliveryOptions) => Promise<DeliveryReport>
  countUnsent: () => Promise<number>
  timers: Timers
  /** A page retries while something is left; the worker is woken by its events. */
  retries?: boolean | undefined
  isVisible?: (() => boolean) | undefined
  onFault?: ((error: unknown) => void) | undefined
}

/** Retries delivery while a page is open: its timer is the one trigger that every browser has. */
export function createScheduler(deps: SchedulerDeps) {
  let cancel: (() => void) | undefined
  let isClosed = false
  let waitsForNetwork = false

  async function schedule(options: DeliveryOptions = {}): Promise<void> {
    if (isClosed) return
    try {
      retryIfLeft(await deps.deliver(options))
    } catch (error) {
      if (isClosed) return
      deps.onFault?.(error)
      retryIfLeft({ left: 1, nextAttemptInMs: RETRY_AT_LATEST_MS, unreached: 0 })
    }
  }

  function retryIfLeft({ left, nextAttemptInMs, unreached }: DeliveryReport): void {
    cancel?.()
    cancel = undefined
    waitsForNetwork = unreached > 0
    if (left === 0 || isClosed || deps.retries !== true) return
    const endsNetworkWaits = () => waitsForNetwork && deps.isVisible?.() === true
    const atLatestMs = endsNetworkWaits() ? RETRY_VISIBLE_MS : RETRY_AT_LATEST_MS
    const inMs = Math.min(Math.max(nextAttemptInMs ?? 0, RETRY_AT_SOONEST_MS), atLatestMs)
    cancel = deps.timers.after(inMs, () => {
      cancel = undefined
      void schedule({ networkIsBack: endsNetworkWaits() })
    })
  }

  /** Another tab may have enqueued an entry before it was closed; it is not known here what that waits for, perhaps for a network. */
  const unsubscribe =
    deps.retries === true
      ? subscribeLive(deps.countUnsent, (left) => {
          if (cancel === undefined)
            retryIfLeft({ left, nextAttemptInMs: RETRY_AT_LATEST_MS, unreached: left })
        })
      : undefined

  return {
    /** Never rejects, and retries in a page as long as something is left. */
    schedule,
    /** A request has reached the server: what has only waited for a network is delivered now. Never rejects. */
    async reached(): Promise<void> {
      if (!waitsForNetwork || isClosed) return
      // The flag holds until the next report: one delivery for all the requests of a page.
      waitsForNetwork = false
      await schedule({ networkIsBack: true })
    },
    close() {
      isClosed = true
      cancel?.()
      unsubscribe?.()
    },
  }
}

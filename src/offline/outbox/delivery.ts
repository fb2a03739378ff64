import type { ApiClient } from '../api-client'
import type { Clock } from '../clock'
import type { Locks } from '../locks'
import { type NextStep, nextStep } from '../next-step'
import type { Outcome } from '../outcome'
import type { SessionManager } from '../session'
import { leaseMsOf } from './attempt-time'
import { isReadable, type OutboxEntry, type OutboxItem } from './entry'
import { isNetworkTrouble, msUntilNextAttempt, requeue } from './entry-state'
import type { EntryStore } from './entry-store'
import type { FormTokens } from './form-tokens'
import { errorOf, sendEntry } from './send-entry'

interface DeliveryParts {
  store: EntryStore
  /** A client without tokens of its own: each entry brings its owner's. */
  api: ApiClient
  session: Pick<SessionManager, 'owner' | 'tokensOf'>
  formTokens: FormTokens
  locks: Locks
  clock: Clock
  random: () => number
}

/** What a delivery has left unsent. */
export interface DeliveryReport {
  /** How many entries will be retried. */
  left: number
  /** When the first of them is. */
  nextAttemptInMs: number | undefined
  /** How many of them only wait for a network. */
  unreached: number
}

export interface Delivery {
  /**
   * Sends whatever may be sent now. One sender at a time over all tabs and the worker; a second call waits for the first and
   * reads the outbox again, so that nothing enqueued meanwhile is missed. `networkIsBack` cuts the backoff after network
   * errors short (`Retry-After` is honoured all the same). Entries that are open in an editor are not sent.
   */
  deliver(options?: DeliveryOptions): Promise<DeliveryReport>
}

export interface DeliveryOptions {
  networkIsBack?: boolean
}

export function createDelivery(parts: DeliveryParts): Delivery {
  const { store, clock } = parts
  let next: Promise<DeliveryReport> | undefined
  let isNetworkBack = false

  function deliver({ networkIsBack = false }: DeliveryOptions = {}): Promise<DeliveryReport> {
    isNetworkBack ||= networkIsBack
    // A pass that has not begun yet will see everything that is in the database by now.
    next ??= parts.locks
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
    await requeueEntries()
    const tried = new Set<string>()
    for (;;) {
      const entry = await claim(tried)
      if (entry === undefined) break
      tried.add(entry.id)
      await attempt(entry)
    }
    return report(await store.all(), clock.now())
  }

  /** Requeues what a killed sender left, what waited for its owner to sign in, and what waited for the network. */
  async function requeueEntries(): Promise<void> {
    const owner = await parts.session.owner()
    const endsNetworkWaits = isNetworkBack
    isNetworkBack = false
    const context = { owner, endsNetworkWaits, isAlone: parts.locks.spanTabs }
    const requeued = (entry: OutboxEntry) => requeue(entry, { ...context, now: clock.now() })
    for (const entry of (await store.all()).filter(isReadable)) {
      if (requeued(entry) !== undefined) await store.change(entry.id, requeued)
    }
  }

  function claim(tried: ReadonlySet<string>): Promise<OutboxEntry | undefined> {
    return store.changeFirst((entry) => {
      const now = clock.now()
      const isReady = entry.state === 'queued' && msUntilNextAttempt(entry, now) === 0
      if (!isReady || tried.has(entry.id)) return undefined
      return { ...entry, state: 'sending', attempts: entry.attempts + 1, leaseUntil: now + leaseMsOf(entry) }
    })
  }

  async function attempt(entry: OutboxEntry): Promise<void> {
    const auth = entry.owner === null ? 'none' : parts.session.tokensOf(entry.owner)
    const formToken = await parts.formTokens.current()
    const outcome = await sendEntry(parts.api, entry, { auth, formToken })
    const step = nextStep(outcome, entry.attempts, parts.random())
    await store.change(entry.id, (now) => {
      // Its lease expired and another sender has claimed it: that one's outcome counts.
      const isOurs = now.state === 'sending' && now.leaseUntil === entry.leaseUntil
      return isOurs ? settle(now, outcome, step, clock.now()) : undefined
    })
    await parts.formTokens.settle(formToken, outcome)
  }

  return { deliver }
}

function settle(
  entry: OutboxEntry,
  outcome: Outcome<{ id: string }>,
  step: NextStep,
  now: number,
): OutboxEntry {
  if (outcome.kind === 'ok') {
    const { photo: _, lastError: __, ...rest } = entry
    return { ...rest, state: 'sent', sentAt: now, receipt: { id: outcome.data.id }, leaseUntil: 0 }
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

function report(items: readonly OutboxItem[], now: number): DeliveryReport {
  const entries = items.filter(isReadable)
  const waits = entries.flatMap((entry) => {
    if (entry.state === 'queued') return [msUntilNextAttempt(entry, now)]
    return entry.state === 'sending' ? [Math.max(entry.leaseUntil - now, 0)] : []
  })
  return {
    left: waits.length,
    nextAttemptInMs: waits.length === 0 ? undefined : Math.min(...waits),
    unreached: entries.filter((entry) => entry.state === 'queued' && isNetworkTrouble(entry)).length,
  }
}

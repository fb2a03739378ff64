import type { Clock, Timers } from '@/offline/platform/clock'
import { deferred } from '@/offline/platform/deferred'
import { OutboxGone } from './drafts/edit-entry'
import { isReadable, type OutboxEntry, type OutboxItem } from './entry'
import { msUntilNextAttempt } from './entry-state'
import { subscribeLive } from './subscribe-live'

interface WaitDeps {
  get: (id: string) => Promise<OutboxItem | undefined>
  clock: Clock
  timers: Timers
}

/** See `Outbox.settled`. Ends with `over` at the latest. */
export async function waitUntilSettled(
  { get, clock, timers }: WaitDeps,
  id: string,
  forMs: number,
  over?: Promise<unknown>,
): Promise<OutboxEntry> {
  const settled = deferred<undefined>()
  let last: OutboxEntry | undefined
  const check = (item: OutboxItem | undefined) => {
    const entry = item !== undefined && isReadable(item) ? item : undefined
    last = entry ?? last
    if (entry === undefined || isSettled(entry, clock.now())) settled.resolve(undefined)
  }
  const unsubscribe = subscribeLive(() => get(id), check)
  const cancel = timers.after(forMs, () => settled.resolve(undefined))
  await Promise.race([settled.promise, ...(over === undefined ? [] : [over])])
  cancel()
  unsubscribe()
  check(await get(id))
  if (last === undefined) throw new OutboxGone('Discarded')
  return last
}

/** Whether no attempt is under way, and none is about to begin. */
function isSettled(entry: OutboxEntry, now: number): boolean {
  switch (entry.state) {
    case 'sent':
    case 'needs-attention':
    case 'paused-sign-in':
      return true
    case 'queued':
      return msUntilNextAttempt(entry, now) > 0
    case 'sending':
      return false
  }
}

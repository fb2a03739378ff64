import type { ChangeNotifier } from '../change-notifier'
import type { Clock, Timers } from '../clock'
import { deferred } from '../deferred'
import { msUntilDue } from './due'
import { OutboxGone } from './edit-entry'
import type { OutboxEntry } from './entry'

interface WaitParts {
  get: (id: string) => Promise<OutboxEntry | undefined>
  notifier: ChangeNotifier
  clock: Clock
  timers: Timers
}

/** See `Outbox.settled`. */
export async function waitUntilSettled(
  { get, notifier, clock, timers }: WaitParts,
  id: string,
  forMs: number,
): Promise<OutboxEntry> {
  const over = deferred<undefined>()
  let last: OutboxEntry | undefined
  const check = async () => {
    const entry = await get(id)
    last = entry ?? last
    if (entry === undefined || isSettled(entry, clock.now())) over.resolve(undefined)
  }
  const unsubscribe = notifier.subscribe(() => void check())
  const cancel = timers.after(forMs, () => over.resolve(undefined))
  await check()
  await over.promise
  cancel()
  unsubscribe()
  await check()
  if (last === undefined) throw new OutboxGone('Discarded')
  return last
}

/** No attempt is under way, and none is about to begin. */
function isSettled(entry: OutboxEntry, now: number): boolean {
  switch (entry.state) {
    case 'sent':
    case 'needs-attention':
    case 'paused-sign-in':
      return true
    case 'queued':
      return msUntilDue(entry, now) > 0
    case 'sending':
      return false
  }
}

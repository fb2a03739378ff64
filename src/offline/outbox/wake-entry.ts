import { isLeaseOver } from './due'
import type { OutboxEntry, OutboxState } from './entry'

/** With which eyes a pass looks at the entries. */
export interface Look {
  owner: string | null
  endsNetworkWaits: boolean
  /** Only this sender is at work, so an entry that is 'sending' was left by one that was killed. */
  isAlone: boolean
  now: number
}

/** What an entry has become since it was last looked at; undefined when it is as it was. */
export function wake(entry: OutboxEntry, look: Look): OutboxEntry | undefined {
  const { now } = look
  const state = stateNow(entry, look)
  const endsWait = look.endsNetworkWaits && isNetworkTrouble(entry) && entry.nextAttemptAt > now
  const isWoken = state === 'queued' && endsWait
  if (state === entry.state && !isWoken) return undefined
  return { ...entry, state, ...(isWoken ? { nextAttemptAt: 0 } : {}) }
}

function stateNow(entry: OutboxEntry, { owner, isAlone, now }: Look): OutboxState {
  const mayBeSent = entry.owner === null || entry.owner === owner
  switch (entry.state) {
    case 'queued':
    case 'paused-sign-in':
      return mayBeSent ? 'queued' : 'paused-sign-in'
    case 'sending':
      return isAlone || isLeaseOver(entry, now) ? 'queued' : 'sending'
    case 'sent':
    case 'needs-attention':
      return entry.state
  }
}

function isNetworkTrouble({ lastError }: OutboxEntry): boolean {
  return lastError?.code === 'NETWORK' || lastError?.code === 'TIMEOUT' || lastError?.code === 'NOT_OURS'
}

import type { NextStep } from '@/offline/api/next-step'
import type { Outcome } from '@/offline/api/outcome'
import type { OutboxEntry } from '../entry'
import { errorOf, receiptOf } from './send-entry'
import type { Accepted } from './send-entry'

/** The entry after an attempt with this outcome; `now` is epoch milliseconds. */
export function settle(
  entry: OutboxEntry,
  outcome: Outcome<Accepted>,
  step: NextStep,
  now: number,
): OutboxEntry {
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

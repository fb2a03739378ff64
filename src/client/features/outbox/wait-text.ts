import { timeText } from '@/client/shared/time/event-dates'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import type { OutboxEntry } from '@/offline/outbox/entry'
import { editLeaseMs, msUntilNextAttempt } from '@/offline/outbox/entry-state'

const MINUTE_MS = 60_000

/**
 * Why an entry waits and when it is tried again, in village time, as every hour here: "The server is busy. Next try at 14:05." Undefined when it
 * has not been tried, or waits for something else. `now` in epoch ms.
 */
export function waitText(entry: OutboxEntry, now: number, isOnline: boolean): string | undefined {
  if (entry.state !== 'queued' || entry.attempts === 0 || editLeaseMs(entry, now) > 0) return undefined
  if (!isOnline) return `${m.outbox_why_offline()} ${m.outbox_next_connected()}`
  const waitMs = msUntilNextAttempt(entry, now)
  const next =
    waitMs < MINUTE_MS
      ? m.outbox_next_soon()
      : m.outbox_next_at({ time: timeText((now + waitMs) / 1000, getLocale()) })
  return `${reasonText(entry)} ${next}`
}

/** The result of 'Send now' for an entry that is still here. */
export function attemptText(entry: OutboxEntry, now: number, isOnline: boolean): string {
  switch (entry.state) {
    case 'sent':
    case 'sending':
      return m.outbox_got_sending()
    case 'needs-attention':
      return m.outbox_got_refused()
    case 'paused-sign-in':
      return m.outbox_got_paused()
    case 'queued':
      return waitingText(entry, now, isOnline)
  }
}

function waitingText(entry: OutboxEntry, now: number, isOnline: boolean): string {
  if (!isOnline) return m.outbox_got_offline()
  const waitMs = msUntilNextAttempt(entry, now)
  return entry.lastError?.retryAfterMs !== undefined && waitMs >= MINUTE_MS
    ? m.outbox_got_wait({ time: timeText((now + waitMs) / 1000, getLocale()) })
    : (waitText(entry, now, isOnline) ?? m.outbox_got_sending())
}

function reasonText({ lastError }: OutboxEntry): string {
  switch (lastError?.code) {
    case 'TIMEOUT':
      return m.outbox_why_slow()
    case 'NETWORK':
    case 'ABORTED':
    case undefined:
      return m.outbox_why_unreached()
    case 'NOT_OURS':
      return isPortal(lastError.status) ? m.outbox_why_portal() : m.outbox_why_busy()
    default:
      return m.outbox_why_busy()
  }
}

/** A proxy of ours answers with an error; a captive portal with its page, or with a redirect to it. */
function isPortal(status: number | undefined): boolean {
  return status === undefined || status < 400
}

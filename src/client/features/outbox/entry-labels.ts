import { problemLines as linesOf } from '@/client/shared/event-form/problems'
import { TOPIC_LABELS } from '@/client/shared/forms/support-topic-labels'
import { timeText } from '@/client/shared/time/event-dates'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { problemText } from '@/messages/problem-text'
import { msUntilNextAttempt, type OutboxEntry } from '@/offline/outbox/entry'

export function entryTitle({ kind, payload }: OutboxEntry): string {
  return kind === 'submitEvent'
    ? payload.title
    : m.outbox_message_title({ topic: TOPIC_LABELS[payload.topic]?.() ?? payload.topic })
}

/** A message's title says what it is. */
export function kindLabel({ kind }: OutboxEntry): string | undefined {
  return kind === 'submitEvent' ? m.outbox_kind_event() : undefined
}

const MINUTE_MS = 60_000

/** Says what an unsent entry waits for: 'Waiting for a connection', 'The server is busy. Next try at 14:05.' `now` in epoch ms. */
export function stateText(entry: OutboxEntry, now: number, isOnline: boolean): string {
  if (entry.state === 'needs-attention') return m.outbox_state_needs_attention()
  if (entry.state === 'paused-sign-in') return m.outbox_state_paused()
  if (entry.state === 'sending') return m.outbox_state_sending()
  if (entry.state === 'editing') return m.outbox_being_edited()
  if (!isOnline) return m.outbox_state_offline()
  if (entry.attempts === 0) return m.outbox_state_queued()
  const waitMs = msUntilNextAttempt(entry, now)
  const next =
    waitMs < MINUTE_MS
      ? m.outbox_next_soon()
      : m.outbox_next_at({ time: timeText((now + waitMs) / 1000, getLocale()) })
  return `${reasonText(entry)} ${next}`
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
      // A proxy of ours answers with an error; a captive portal with its page, or with a redirect to it.
      return (lastError.status ?? 0) < 400 ? m.outbox_why_portal() : m.outbox_why_busy()
    default:
      return m.outbox_why_busy()
  }
}

/** The validation errors of the server, a line for each field, in the reader's language. */
export function problemLines(entry: OutboxEntry): string[] {
  const problems = (entry.lastError?.fields ?? []).map(({ path, code }) => ({ path, code }))
  if (problems.length === 0) return []
  const lines =
    entry.kind === 'submitEvent'
      ? linesOf(problems, entry.payload)
      : problems.map(({ code }) => problemText(code))
  return problems.some(({ code }) => code === 'start_time_past' || code === 'start_date_past')
    ? [...lines, m.outbox_start_passed()]
    : lines
}

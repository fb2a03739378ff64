import { problemLines as linesOf } from '@/client/shared/event-form/problems'
import { TOPIC_LABELS } from '@/client/shared/forms/support-topic-labels'
import { STATE_LABELS } from '@/client/shared/programme/event-state'
import { dayText, timeText } from '@/client/shared/time/event-dates'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { problemText } from '@/messages/problem-text'
import { msUntilNextAttempt } from '@/offline/outbox/entry'
import type { OutboxEntry } from '@/offline/outbox/entry'

export function entryTitle(entry: OutboxEntry): string {
  switch (entry.kind) {
    case 'submitEvent':
    case 'setManagedState':
      return entry.payload.title
    case 'updateManagedEvent':
      return entry.payload.change.title
    case 'sendSupportMessage':
      return m.outbox_message_title({ topic: TOPIC_LABELS[entry.payload.topic]?.() ?? entry.payload.topic })
  }
}

/** The kind of an entry, and of a state its value: 'Cancelled, 20 June 2026'. A message's title says it. */
export function kindLabel(entry: OutboxEntry): string | undefined {
  switch (entry.kind) {
    case 'submitEvent':
      return m.outbox_kind_event()
    case 'sendSupportMessage':
      return undefined
    case 'updateManagedEvent':
      return m.outbox_kind_change()
    case 'setManagedState': {
      const { state, day } = entry.payload.said
      const label = state === null ? m.outbox_kind_state_back() : STATE_LABELS[state]()
      return day === undefined ? label : `${label}, ${dayText(day, getLocale())}`
    }
  }
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
  const payload = submissionOf(entry)
  const lines =
    payload === undefined ? problems.map(({ code }) => problemText(code)) : linesOf(problems, payload)
  return problems.some(({ code }) => code === 'start_time_past' || code === 'start_date_past')
    ? [...lines, m.outbox_start_passed()]
    : lines
}

function submissionOf(entry: OutboxEntry) {
  if (entry.kind === 'submitEvent') return entry.payload
  return entry.kind === 'updateManagedEvent' ? { ...entry.payload.change, email: '' } : undefined
}

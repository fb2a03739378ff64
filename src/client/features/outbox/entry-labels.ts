import { fromSubmission } from '@/client/shared/event-form/from-submission'
import type { SubmissionPayload } from '@/client/shared/event-form/to-submission'
import { toFormProblems } from '@/client/shared/event-form/problems/form-problems'
import { formProblemLines } from '@/client/shared/event-form/problems/form-problem-lines'
import { TOPIC_LABELS } from '@/client/shared/forms/support-topic-labels'
import type { Problem } from '@/domain/validation/problem'
import { STATE_LABELS } from '@/client/shared/programme/event-state'
import { dayText } from '@/client/shared/time/event-dates'
import { timeAgo } from '@/client/shared/time/time-ago'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { problemText } from '@/messages/problem-text'
import { isReadable, type OutboxEntry, type OutboxItem } from '@/offline/outbox/entry'
import { editLeaseMs } from '@/offline/outbox/entry-state'

/** The title by which a person knows the entry. */
export function entryTitle(entry: OutboxItem): string {
  if (!isReadable(entry)) return entry.state === 'newer' ? m.outbox_newer_title() : m.outbox_damaged_title()
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

const KIND_LABELS: Record<OutboxEntry['kind'], () => string> = {
  submitEvent: m.outbox_kind_event,
  sendSupportMessage: m.outbox_kind_message,
  updateManagedEvent: m.outbox_kind_change,
  setManagedState: m.outbox_kind_state,
}

/** Names the kind of an entry, and of a state its value: 'Cancelled, 20 June 2026'. */
export function kindLabel(entry: OutboxEntry): string {
  if (entry.kind !== 'setManagedState') return KIND_LABELS[entry.kind]()
  const { state, day } = entry.payload.said
  const label = state === null ? m.outbox_kind_state_back() : STATE_LABELS[state]()
  return day === undefined ? label : `${label}, ${dayText(day, getLocale())}`
}

export function stateLabel({ state }: Pick<OutboxEntry, 'state'>): string {
  switch (state) {
    case 'queued':
      return m.outbox_state_queued()
    case 'sending':
      return m.outbox_state_sending()
    case 'sent':
      return m.outbox_state_sent()
    case 'needs-attention':
      return m.outbox_state_needs_attention()
    case 'paused-sign-in':
      return m.outbox_state_paused()
  }
}

export function stateTone({ state }: Pick<OutboxEntry, 'state'>): 'sea' | 'success' | 'danger' | 'warning' {
  if (state === 'needs-attention') return 'danger'
  if (state === 'paused-sign-in') return 'warning'
  return state === 'sent' ? 'success' : 'sea'
}

/** Queued since when, how many attempts. `now` in epoch ms. */
export function stateLine(entry: OutboxEntry, now: number): string {
  const locale = getLocale()
  const parts = [m.outbox_written({ when: timeAgo(entry.createdAt, now, locale) })]
  if (entry.attempts > 0) parts.push(m.outbox_attempts({ n: entry.attempts }))
  if (editLeaseMs(entry, now) > 0) parts.push(m.outbox_being_edited())
  if (entry.state === 'paused-sign-in') parts.push(m.outbox_other_account())
  return parts.join(' · ')
}

/** The validation errors of the server, a line for each field, in the reader's language. */
export function problemLines(entry: OutboxEntry): string[] {
  const problems: Problem[] = (entry.lastError?.fields ?? []).map(({ path, code }) => ({ path, code }))
  if (problems.length === 0) return []
  const payload = submissionOf(entry)
  const lines =
    payload === undefined
      ? problems.map(({ code }) => problemText(code))
      : formProblemLines(toFormProblems(problems, fromSubmission(payload)))
  return problems.some(({ code }) => code === 'start_time_past' || code === 'start_date_past')
    ? [...lines, m.outbox_start_passed()]
    : lines
}

function submissionOf(entry: OutboxEntry): SubmissionPayload | undefined {
  if (entry.kind === 'submitEvent') return entry.payload
  return entry.kind === 'updateManagedEvent' ? { ...entry.payload.change, email: '' } : undefined
}

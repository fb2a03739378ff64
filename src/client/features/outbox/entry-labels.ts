import { fromSubmission } from '@/client/shared/event-form/form-values'
import type { SubmissionPayload } from '@/client/shared/event-form/form-values'
import { toFormProblems, formProblemLine } from '@/client/shared/event-form/problems/form-problems'
import { TOPIC_LABELS } from '@/client/shared/forms/support-topic-labels'
import type { Problem } from '@/domain/validation/problem'
import { STATE_LABELS } from '@/client/shared/programme/event-state'
import { dayText, timeText } from '@/client/shared/time/event-dates'
import { timeAgo } from '@/client/shared/time/saved-age'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { problemText } from '@/messages/problem-text'
import { isReadable, isUnsent } from '@/offline/outbox/entry'
import type { OutboxEntry, OutboxItem } from '@/offline/outbox/entry'
import { editLeaseMs, msUntilNextAttempt } from '@/offline/outbox/entry-state'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'

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
      : toFormProblems(problems, fromSubmission(payload)).map(formProblemLine)
  return problems.some(({ code }) => code === 'start_time_past' || code === 'start_date_past')
    ? [...lines, m.outbox_start_passed()]
    : lines
}

function submissionOf(entry: OutboxEntry): SubmissionPayload | undefined {
  if (entry.kind === 'submitEvent') return entry.payload
  return entry.kind === 'updateManagedEvent' ? { ...entry.payload.change, email: '' } : undefined
}

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

export interface SendResult {
  isSent: boolean
  text: string
}

export async function sendNow(entry: OutboxEntry): Promise<SendResult> {
  const { outbox } = await loadOfflineClient()
  await outbox.sendNow(entry.id)
  const after = await outbox.get(entry.id)
  // Discarded meanwhile, in another tab.
  if (after === undefined || !isReadable(after)) return { isSent: false, text: '' }
  return after.state === 'sent'
    ? { isSent: true, text: m.outbox_got_sent({ title: entryTitle(after) }) }
    : { isSent: false, text: attemptText(after, Date.now(), navigator.onLine) }
}

/** Tries everything that is queued; says how many are left, and why the first of them is. `isSent`: none is. */
export async function sendAllNow(): Promise<SendResult> {
  const { outbox } = await loadOfflineClient()
  await outbox.sendNow()
  const remaining = (await outbox.list()).filter(isUnsent)
  if (remaining.length === 0) return { isSent: true, text: m.outbox_got_all() }
  const waiting = remaining.filter(isReadable).findLast(({ state }) => state === 'queued')
  const count = m.outbox_got_left({ n: remaining.length })
  const reason = waiting && attemptText(waiting, Date.now(), navigator.onLine)
  return { isSent: false, text: reason === undefined ? count : `${count} ${reason}` }
}

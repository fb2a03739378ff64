import {
  initialOutcome,
  finalOutcome,
  toastUnstored,
  type OutboxResult,
} from '@/client/shared/outbox/outbox-submit'
import type { OutboxEntry, OutboxPhoto } from '@/offline/outbox/entry'
import { deliveryNote } from '@/client/shared/outbox/delivery-note'
import { serverErrorText } from '@/client/shared/forms/server-error-text'
import { measure } from '@/client/shared/consent/analytics'
import { toast } from '@/client/shared/notifications/toast'
import * as m from '@/messages/compiled/messages.js'

export interface EventResult extends OutboxResult {
  title: string
  /** The photo as it was submitted: a sent entry no longer has it. */
  photo: OutboxPhoto | undefined
}

/**
 * Submits an event. Undefined when it was not stored: the form still has it, and a toast has said why.
 */
export async function submitEvent(
  { title, photo }: Pick<EventResult, 'title' | 'photo'>,
  store: () => Promise<OutboxEntry>,
): Promise<EventResult | undefined> {
  try {
    return { title, photo, ...(await initialOutcome(await store())) }
  } catch (error) {
    const failed = { title: m.form_failed_title(), text: m.form_failed_text() }
    if (toastUnstored(error, failed)) measureOutcome('refused')
    return undefined
  }
}

export function contactOf({ entry }: Pick<EventResult, 'entry'>): string {
  return 'email' in entry.payload ? entry.payload.email : ''
}

// rules 9, timeouts
const SUCCESS_MS = 10_000
const ERROR_MS = 5000

/**
 * A toast with the outcome (rules 8). The errors of a refused event are shown by its form, and what waits by the page's panel,
 * unless that is not there.
 */
export function announce({ outcome, title, entry }: EventResult, { hasPanel }: { hasPanel: boolean }): void {
  measureOutcome(outcome)
  if (hasPanel && outcome !== 'sent' && outcome !== 'refused') return
  if (outcome === 'sent') {
    toast.success(m.form_sent_title(), {
      description: `${m.form_sent_text({ title })} ${m.form_sent_next()}`,
      durationMs: SUCCESS_MS,
    })
  } else if (outcome === 'sending') {
    toast.success(m.form_sending_title(), { description: m.form_sending_text({ title }) })
  } else if (outcome === 'paused') {
    toast.success(m.form_waits_title(), {
      description: m.form_paused_text({ title }),
      durationMs: SUCCESS_MS,
    })
  } else if (outcome === 'queued') {
    void toastQueued(title)
  } else if ((entry.lastError?.fields ?? []).length === 0) {
    toast.error(m.form_failed_title(), {
      description: serverErrorText(entry.lastError) ?? m.form_failed_text(),
      durationMs: ERROR_MS,
    })
  }
}

/** Shows a toast with what the platform does now: the page may be closed before anybody reads its banner. */
async function toastQueued(title: string): Promise<void> {
  const description = `${m.form_waits_text({ title })} ${await deliveryNote()}`
  toast.success(m.form_waits_title(), { description, durationMs: SUCCESS_MS })
}

/**
 * Waits for the final outcome of a submitted event; the toast is shown on whatever page is open by then. `hasPanel`: whether
 * that page still shows what has become of the event.
 */
export async function announceFinalOutcome(
  sending: EventResult,
  hasPanel: () => boolean,
): Promise<EventResult> {
  const result = { ...sending, ...(await finalOutcome(sending)) }
  if (result.outcome !== 'refused') announce(result, { hasPanel: hasPanel() })
  else {
    measureOutcome(result.outcome)
    toast.error(m.form_refused_title({ title: result.title }), {
      description: m.form_refused_text(),
      durationMs: ERROR_MS,
    })
  }
  return result
}

/** Success or failure; what still waits is neither. */
function measureOutcome(outcome: EventResult['outcome']): void {
  if (outcome === 'sent' || outcome === 'refused')
    measure({ name: 'event_submission', result: outcome === 'sent' ? 'success' : 'failure' })
}

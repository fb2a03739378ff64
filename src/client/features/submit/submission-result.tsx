import { measure } from '@/client/shared/consent/consent'
import type { ChosenPhoto } from '@/client/shared/event-form/event-editor'
import { serverErrorText } from '@/client/shared/forms/server-error-text'
import { toast } from '@/client/shared/notifications/toast'
import {
  deliveryNote,
  finalOutcome,
  initialOutcome,
  toastUnstored,
  type OutboxResult,
} from '@/client/shared/outbox/delivery-outcome'
import * as m from '@/messages/compiled/messages.js'
import { refusedFields, type OutboxEntry, type OutboxPhoto } from '@/offline/outbox/entry'

export interface EventResult extends OutboxResult {
  entry: Extract<OutboxEntry, { kind: 'submitEvent' }>
  /** The photo as it was submitted: a sent entry no longer has it. */
  photo: OutboxPhoto | undefined
}

/** Submits an event. Undefined when it was not stored: the form still has it, and a toast has said why. */
export async function submitEvent(
  chosen: ChosenPhoto,
  store: (photo: OutboxPhoto | undefined) => Promise<OutboxEntry>,
): Promise<EventResult | undefined> {
  const photo = chosen ?? undefined
  try {
    return { photo, ...(await initialOutcome(await store(photo))) } as EventResult
  } catch (error) {
    const failed = { title: m.form_failed_title(), text: m.form_failed_text() }
    if (toastUnstored(error, failed)) measureOutcome('refused')
    return undefined
  }
}

// rules 9, timeouts
const SUCCESS_MS = 10_000

/** A toast with the outcome (rules 8). `isShown`: the page says itself what still waits, and its form what is wrong with a field. */
export async function announce({ outcome, entry }: EventResult, isShown: boolean): Promise<void> {
  const { title } = entry.payload
  measureOutcome(outcome)
  if (outcome === 'sent') {
    const description = `${m.form_sent_text({ title })} ${m.form_sent_next()}`
    toast.success(m.form_sent_title(), { description, durationMs: SUCCESS_MS })
  } else if (outcome === 'refused') {
    if (isShown && refusedFields(entry).length > 0) return
    toast.error(isShown ? m.form_failed_title() : m.form_refused_title({ title }), {
      description: serverErrorText(entry.lastError) ?? m.form_refused_text(),
    })
  } else if (!isShown) {
    const description =
      outcome === 'paused'
        ? m.form_paused_text({ title })
        : `${m.form_waits_text({ title })} ${await deliveryNote()}`
    toast.success(m.form_waits_title(), { description, durationMs: SUCCESS_MS })
  }
}

/** Announces what becomes of an event that was still being sent, on whatever page is open by then. */
export async function announceFinalOutcome(sending: EventResult, isShown: () => boolean): Promise<void> {
  const result = await finalOutcome(sending)
  await announce({ ...sending, ...result } as EventResult, isShown())
}

/** Success or failure; what still waits is neither. */
function measureOutcome(outcome: EventResult['outcome']): void {
  if (outcome === 'sent' || outcome === 'refused')
    measure({ name: 'event_submission', result: outcome === 'sent' ? 'success' : 'failure' })
}

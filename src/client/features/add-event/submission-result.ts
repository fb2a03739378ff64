import { finalOutcome, isStorageFull, initialOutcome, type OutboxResult } from '@/client/kit/outbox-submit'
import { report } from '@/client/shell/report'
import { toast } from '@/client/shell/toast'
import * as m from '@/messages/compiled/messages.js'
import type { OutboxEntry } from '@/offline/outbox/entry'

// spec 9, timeouts
const SUCCESS_MS = 10_000
const ERROR_MS = 5000

export interface EventResult extends OutboxResult {
  title: string
}

/**
 * Submits an event. Undefined when it was not stored: the form still has it, and a toast has said why.
 */
export async function submitEvent(
  title: string,
  store: () => Promise<OutboxEntry>,
): Promise<EventResult | undefined> {
  try {
    return { title, ...(await initialOutcome(await store())) }
  } catch (error) {
    toastError(error)
    return undefined
  }
}

function toastError(error: unknown): void {
  const name = error instanceof Error ? error.name : ''
  if (name === 'AlreadySubmitted') {
    toast.error(m.form_already_title(), { description: m.form_already_text(), durationMs: ERROR_MS })
  } else if (name === 'OutboxGone') {
    toast.error(m.form_edit_sent_title(), { description: m.form_edit_sent_text(), durationMs: ERROR_MS })
  } else if (name === 'OutboxBusy') {
    toast.error(m.form_edit_busy(), { durationMs: ERROR_MS })
  } else {
    report('The event could not be stored on this device.', error)
    const description = isStorageFull(error) ? m.form_storage_full() : m.form_failed_text()
    toast.error(m.form_failed_title(), { description, durationMs: ERROR_MS })
  }
}

/** A toast with the outcome (spec 8). The errors of a refused event are shown by its form. */
export async function announce({ outcome, title, entry }: EventResult): Promise<void> {
  if (outcome === 'sent') {
    toast.success(m.form_sent_title(), {
      description: `${m.form_sent_text({ title })} ${m.form_sent_next()}`,
      durationMs: SUCCESS_MS,
    })
  } else if (outcome === 'sending') {
    toast.success(m.form_sending_title(), { description: m.form_sending_text({ title }) })
  } else if (outcome === 'queued' || outcome === 'paused') {
    toast.success(m.form_waits_title(), {
      description: outcome === 'paused' ? m.form_paused_text({ title }) : m.form_waits_text({ title }),
      durationMs: SUCCESS_MS,
    })
  } else if ((entry.lastError?.fields ?? []).length === 0) {
    const { refusalText } = await import('@/client/kit/refusal-text')
    toast.error(m.form_failed_title(), {
      description: refusalText(entry.lastError) ?? m.form_failed_text(),
      durationMs: ERROR_MS,
    })
  }
}

/** Waits for the final outcome of a submitted event; the toast is shown on whatever page is open by then. */
export async function announceFinalOutcome(sending: EventResult): Promise<EventResult> {
  const result = { ...sending, ...(await finalOutcome(sending)) }
  if (result.outcome !== 'refused') await announce(result)
  else
    toast.error(m.form_refused_title({ title: result.title }), {
      description: m.form_refused_text(),
      durationMs: SUCCESS_MS,
    })
  return result
}

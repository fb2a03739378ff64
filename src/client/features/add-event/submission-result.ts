import { submitToOutbox, isStorageFull } from '@/client/kit/outbox-submit'
import type { SubmissionPayload } from '@/client/kit/event-form/to-submission'
import { report } from '@/client/shell/report'
import { toast } from '@/client/shell/toast'
import * as m from '@/messages/compiled/messages.js'
import type { OutboxEntry, OutboxPhoto } from '@/offline/outbox/entry'

// spec 9, timeouts
const SUCCESS_MS = 10_000
const ERROR_MS = 5000

export type EventResult =
  | { outcome: 'sent' | 'waits'; title: string }
  | { outcome: 'refused'; entryId: string; error: OutboxEntry['lastError'] }

/** Hands an event over to the outbox. Undefined when this device could not keep it: the form still holds it. */
export async function submitEvent(
  payload: SubmissionPayload,
  photo: OutboxPhoto | undefined,
  replaces?: string,
): Promise<EventResult | undefined> {
  try {
    const { outcome, entry } = await submitToOutbox({ kind: 'submitEvent', payload }, photo, replaces)
    return outcome === 'refused'
      ? { outcome, entryId: entry.id, error: entry.lastError }
      : { outcome, title: payload.title }
  } catch (trouble) {
    report('The event could not be kept on this device.', trouble)
    toast.error(m.form_failed_title(), {
      description: isStorageFull(trouble) ? m.form_storage_full() : m.form_failed_text(),
      durationMs: ERROR_MS,
    })
    return undefined
  }
}

/** Says what became of it (spec 8). What is wrong with a refused event is said by the form that shows it. */
export async function announce(result: EventResult): Promise<void> {
  if (result.outcome === 'sent') {
    toast.success(m.form_sent_title(), {
      description: `${m.form_sent_text({ title: result.title })} ${m.form_sent_next()}`,
      durationMs: SUCCESS_MS,
    })
  } else if (result.outcome === 'waits') {
    toast.success(m.form_waits_title(), {
      description: m.form_waits_text({ title: result.title }),
      durationMs: SUCCESS_MS,
    })
  } else if (result.outcome === 'refused' && (result.error?.fields ?? []).length === 0) {
    const { refusalText } = await import('@/client/kit/refusal-text')
    toast.error(m.form_failed_title(), {
      description: refusalText(result.error) ?? m.form_failed_text(),
      durationMs: ERROR_MS,
    })
  }
}

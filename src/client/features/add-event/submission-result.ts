import { initialOutcome, isStorageFull, type OutboxResult, unstoredError } from '@/client/kit/outbox-submit'
import { refusalText } from '@/client/kit/refusal-text'
import { report } from '@/client/shell/report'
import { toast } from '@/client/shell/toast'
import * as m from '@/messages/compiled/messages.js'
import type { OutboxEntry } from '@/offline/outbox/entry'

// spec 9, timeouts
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
    const unstored = unstoredError(error)
    const description = isStorageFull(error)
      ? m.form_storage_full()
      : unstored === undefined
        ? m.form_failed_text()
        : (refusalText(unstored) ?? m.form_unstored_unsent())
    toast.error(m.form_failed_title(), { description, durationMs: ERROR_MS })
  }
}

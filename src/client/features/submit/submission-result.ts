import { measure } from '@/client/shared/consent/analytics'
import { initialOutcome, type OutboxResult } from '@/client/shared/outbox/outbox-submit'
import { toast } from '@/client/shared/notifications/toast'
import * as m from '@/messages/compiled/messages.js'
import type { OutboxEntry, OutboxPhoto } from '@/offline/outbox/entry'

// rules 9, timeouts
const ERROR_MS = 5000

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
    // The chunk is lazy: few submissions are not stored.
    const parts = await import('./announce-result').catch(() => undefined)
    if (parts === undefined) {
      measure({ name: 'event_submission', result: 'failure' })
      toast.error(m.form_failed_title(), { description: m.form_failed_text(), durationMs: ERROR_MS })
    } else parts.announceError(error)
    return undefined
  }
}

/** The contact address of what was submitted. */
export function contactOf({ entry }: Pick<EventResult, 'entry'>): string {
  return 'email' in entry.payload ? entry.payload.email : ''
}

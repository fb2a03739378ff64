import { initialOutcome, type OutboxResult } from '@/client/shared/outbox/outbox-submit'
import type { OutboxEntry, OutboxPhoto } from '@/offline/outbox/entry'
import { announceError } from './announce-result'

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
    announceError(error)
    return undefined
  }
}

/** The contact address of what was submitted. */
export function contactOf({ entry }: Pick<EventResult, 'entry'>): string {
  return 'email' in entry.payload ? entry.payload.email : ''
}

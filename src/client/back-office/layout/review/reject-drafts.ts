import { tabDraft } from '@/client/back-office/layout/dialogs/tab-draft'

/**
 * The key of the draft when several events are rejected at once: it does not name them, so that the reason is still there for
 * those that were left.
 */
export const BATCH_DRAFT = 'batch'

/** A reason for a rejection that is written and not sent. */
export function rejectDraft(userId: string, about: string) {
  return tabDraft(`reject-reason:${userId}:${about}`)
}

import { tabStorage } from '@/offline/page/page-storage'

/** Drafts that storage is forbidden to hold last until the page is left. */
const unstored = new Map<string, string>()

/**
 * The key of the draft when several events are rejected at once: it does not name them, so that the reason is still there for
 * those that were left.
 */
export const BATCH_DRAFT = 'batch'

/**
 * A reason for a rejection that is written and not sent, in this tab: closing the dialog or loading the page again does
 * not lose it, and another account that signs in here does not see it.
 */
export function rejectDraft(userId: string, about: string) {
  const key = `reject-reason:${userId}:${about}`
  return {
    read: (): string => {
      try {
        return unstored.get(key) ?? tabStorage()?.getItem(key) ?? ''
      } catch {
        return ''
      }
    },
    write: (reason: string): void => {
      unstored.delete(key)
      try {
        const storage = tabStorage()
        if (storage === undefined) unstored.set(key, reason)
        else if (reason === '') storage.removeItem(key)
        else storage.setItem(key, reason)
      } catch {
        unstored.set(key, reason)
      }
    },
  }
}

import { tabStorage } from '@/offline/page/page-storage'

/** Drafts that storage is forbidden to hold last until the page is left. */
const unstored = new Map<string, string>()

/**
 * A text that is written and not sent, in this tab: closing its dialog, signing in again or loading the page again does not lose it.
 * Its key names the account, as another one that signs in here does not see it.
 */
export function tabDraft(key: string) {
  return {
    read: (): string => {
      try {
        return unstored.get(key) ?? tabStorage()?.getItem(key) ?? ''
      } catch {
        return ''
      }
    },
    write: (text: string): void => {
      unstored.delete(key)
      try {
        const storage = tabStorage()
        if (storage === undefined) unstored.set(key, text)
        else if (text === '') storage.removeItem(key)
        else storage.setItem(key, text)
      } catch {
        unstored.set(key, text)
      }
    },
  }
}

import { tabStorage } from '@/offline/page/page-storage'

/**
 * The Idempotency-Key that a link of a mail is used under: `fresh`, or the one of this tab's try before. The link works once; under its key a
 * try whose response was lost gets it again, also after the page was loaded anew.
 */
export function retryKeyOf(token: string, fresh: string): string {
  try {
    const name = nameOf(token)
    const stored = tabStorage()?.getItem(name) ?? undefined
    if (stored === undefined) tabStorage()?.setItem(name, fresh)
    return stored ?? fresh
  } catch {
    // The storage is full: the key lasts as long as the page.
    return fresh
  }
}

/** Call once the link is used, or worth nothing. */
export function removeRetryKey(token: string): void {
  tabStorage()?.removeItem(nameOf(token))
}

/** The token itself, which is worth an account, is not stored; from its digest (FNV-1a) it cannot be told. */
function nameOf(token: string): string {
  let digest = 0x811c9dc5
  for (const character of token) digest = Math.imul(digest ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return `email-confirmation:${(digest >>> 0).toString(36)}`
}

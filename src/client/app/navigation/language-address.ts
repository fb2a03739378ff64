import { languagePath, pathBelow } from '@/contract/settings'
import { setLocale, toLocale } from '@/messages/compiled/runtime.js'

/**
 * Does for the shell what the server does with the addresses that choose a language (src/server/app): with no network
 * somebody may type one, or open one in another tab. It runs before the language of this page is chosen.
 */
export function followLanguageAddress(): void {
  const { pathname, origin } = window.location
  const before = languagePath('')
  if (!pathname.startsWith(before)) return
  const locale = toLocale(pathname.slice(before.length))
  if (locale !== undefined) void setLocale(locale, { reload: false })
  window.history.replaceState(null, '', pathBelow(origin, document.referrer))
}

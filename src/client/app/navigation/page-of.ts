import type { AnyRouter } from '@tanstack/react-router'
import type { Page } from '@/contract/pages'
import { languagePath, pathBelow } from '@/contract/settings'
import { mendedAddress } from '@/domain/text/web-address'
import { setLocale, toLocale } from '@/messages/compiled/runtime.js'

/** The route of a path that leads nowhere (sitemap). */
const NOWHERE = '/$'

/** Does for the shell what the server does with an address that was cut wrongly (src/server/http/pages). */
export function followMendedAddress(router: AnyRouter): void {
  const { address, isMended } = pageOf(router, new URL(window.location.href))
  if (isMended) router.history.replace(address.href.slice(address.origin.length))
}

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

/** Finds the page of an address, also of one that a mail program or a chat has cut wrongly; it renders nothing. */
export function pageOf(router: AnyRouter, requested: URL): Page {
  const mended = mendedAddress(requested)
  const address = mended ?? new URL(requested)
  const [branch, , route] = router.getMatchedRoutes(address.pathname)
  const search = router.options.parseSearch(address.search)
  const known: Record<string, unknown> = {}
  for (const { options } of branch)
    if (typeof options.validateSearch === 'function') Object.assign(known, options.validateSearch(search))
  // A name without a value stays as an empty one, for the route to lead to the address without it.
  const named = Object.entries(known).map(([name, value]) => [name, value ?? ''] as const)
  address.search = router.options.stringifySearch(
    Object.fromEntries(named.toSorted(([one], [other]) => (one < other ? -1 : 1))),
  )
  const routeId = route?.id === NOWHERE ? undefined : route?.id
  return { address, routeId, isMended: mended !== undefined && routeId !== undefined }
}

import { parseUrl } from '@/domain/text/parse-url'

/** A link to this path changes the language without script. */
export const LANGUAGE_ROUTE = '/language/:locale'

export function languagePath(locale: string): string {
  return LANGUAGE_ROUTE.replace(':locale', locale)
}

/** Such a link leads back to this: the path and query of our own page that it was on (Referer), the home page from any other. */
export function pathBelow(origin: string, referer = ''): string {
  const address = referer.startsWith(`${origin}/`) ? parseUrl(referer) : undefined
  if (address === undefined) return '/'
  const { pathname, search } = address
  // Two slashes would be the start of a host.
  return /^\/(?![/\\])/.test(pathname) ? pathname + search : '/'
}

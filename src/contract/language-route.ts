/** A link to this path changes the language without script. */
export const LANGUAGE_ROUTE = '/language/:locale'

export function languagePath(locale: string): string {
  return LANGUAGE_ROUTE.replace(':locale', locale)
}

/** Such a link leads back to this: the path and query of our own page that it was on (Referer), the home page from any other. */
export function pathBelow(origin: string, referer = ''): string {
  if (!referer.startsWith(`${origin}/`) || !URL.canParse(referer)) return '/'
  const { pathname, search } = new URL(referer)
  // Two slashes would be the start of a host.
  return /^\/(?![/\\])/.test(pathname) ? pathname + search : '/'
}

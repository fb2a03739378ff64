/**
 * The address of a requested page on our own origin (scheme and host), or undefined when no page of ours has such an address.
 * Joined and never resolved: `//evil.example/x` resolved would be a page of somebody else. `/x/..//evil.example` becomes that only when
 * its dots are removed, and `%2F` or `%5C` when the router decodes them, so it is the finished address that is validated.
 */
export function pageAddress(target: string, origin: string): URL | undefined {
  const joined = origin + target
  if (!target.startsWith('/') || !URL.canParse(joined)) return undefined
  const url = new URL(joined)
  const isOwn = url.origin === new URL(origin).origin
  return isOwn && !AMBIGUOUS.test(url.pathname) ? url : undefined
}

/**
 * Some reader takes these for the start of a host, or for the end of a text: doubled slashes, backslashes, control characters.
 */
const AMBIGUOUS = /\/\/|\\|%2f|%5c|%[01][0-9a-f]|%7f/i

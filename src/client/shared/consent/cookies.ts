/** Cookies for the visitor's choices in the banners. The language has Paraglide's own cookie (tools/codegen). */

const YEAR_SECONDS = 365 * 86_400

/** The value of a cookie; undefined when there is none, and on the server. */
export function readCookie(name: string): string | undefined {
  if (typeof document === 'undefined') return undefined
  return new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(document.cookie)?.[1]
}

/** Remembers a choice for 365 days (rules 9). */
export function writeCookie(name: string, value: string): void {
  const secure = window.location.protocol === 'https:' ? ';secure' : ''
  document.cookie = `${name}=${value};path=/;max-age=${YEAR_SECONDS};samesite=lax${secure}`
}

import { MIN_FILL_MS } from '@/domain/submissions/submission-limits'
import { parseUrl } from '@/domain/text/web-address'

/** A classic script that defines the global below: for the app shell and for the service worker. */
export const SETTINGS_PATH = '/settings.js'

/** The settings that the server's environment gives to the page: everybody can read them there, so none is secret. */
export interface Settings {
  apiBase?: string | undefined
  googleMapsKey?: string | undefined
  analyticsId?: string | undefined
  analyticsOrigin?: string | undefined
  minFillMs: number
}

export const DEFAULT_SETTINGS: Settings = { minFillMs: MIN_FILL_MS }

/** The same global in page, worker and server, perhaps set by another version: what is missing has its default. */
export function settings(): Settings {
  return { ...DEFAULT_SETTINGS, ...(globalThis as { SETTINGS?: Partial<Settings> }).SETTINGS }
}

/** The script of `SETTINGS_PATH`. It may stand in a page, too: nothing in it ends a script element. */
export function settingsScript(given: Settings): string {
  // JSON leaves these as they are; `<` may begin `</script` and `<!--`.
  const json = JSON.stringify(given).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `globalThis.SETTINGS=Object.freeze(${json})`
}

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

/** The address of Google Analytics' script, unless a tagging server of one's own serves it (`VITE_ANALYTICS_ORIGIN` of the server). */
export const GOOGLE_TAG_ORIGIN = 'https://www.googletagmanager.com'

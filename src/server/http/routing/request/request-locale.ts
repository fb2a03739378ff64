import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { cookieName, extractLocaleFromRequest } from '@/messages/compiled/runtime.js'
import type { Locale } from '@/messages/compiled/runtime.js'

const LANGUAGE_COOKIE = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]{1,10})(?:;|$)`)
/** Bounded, because an anonymous client chooses what is sent. */
const MAX_HEADERS = 500
const MAX_CHARS = 200

/** The locales are cached by header: every cached response is looked up by its locale. */
const localeOfHeaders = new LRUCache<string, Locale>({ max: MAX_HEADERS })

/** The language of a response's sentences and of the mails that follow from it, by Paraglide's strategies (tools/codegen). */
export function requestLocale({ headers }: Pick<FastifyRequest, 'headers'>): Locale {
  const chosen = LANGUAGE_COOKIE.exec(headers.cookie ?? '')?.[1] ?? ''
  const preferred = headers['accept-language'] ?? ''
  const key = `${chosen} ${preferred}`
  const known = localeOfHeaders.get(key)
  if (known !== undefined) return known
  const relevant = { cookie: `${cookieName}=${chosen}`, 'accept-language': preferred }
  const locale = extractLocaleFromRequest(new Request('http://localhost', { headers: relevant }))
  if (key.length <= MAX_CHARS) localeOfHeaders.set(key, locale)
  return locale
}

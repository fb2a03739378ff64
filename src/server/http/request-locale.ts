import type { FastifyRequest } from 'fastify'
import { extractLocaleFromRequest } from '@/messages/compiled/runtime.js'
import type { Locale } from '@/messages/compiled/runtime.js'

/** The language of a response's sentences and of the mails that follow from it, by Paraglide's strategies (tools/codegen). */
export function requestLocale({ headers }: FastifyRequest): Locale {
  const relevant = { cookie: headers.cookie ?? '', 'accept-language': headers['accept-language'] ?? '' }
  return extractLocaleFromRequest(new Request('http://localhost', { headers: relevant }))
}

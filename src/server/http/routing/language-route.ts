import type { FastifyInstance } from 'fastify'
import { LANGUAGE_ROUTE, pathBelow } from '@/contract/language-route'
import { cookieMaxAge, cookieName, toLocale } from '@/messages/compiled/runtime.js'
import { requestOrigin } from './request/request-origin'

/**
 * Chooses a language without script: remembers it in the cookie in which Paraglide keeps it, and leads back to the page that the
 * link was on. Unknown languages change nothing.
 */
export function languageRoute(
  app: FastifyInstance,
  { publicOrigin }: { publicOrigin: string | undefined },
): void {
  app.get<{ Params: { locale: string } }>(LANGUAGE_ROUTE, async (request, reply) => {
    const locale = toLocale(request.params.locale)
    if (locale !== undefined)
      reply.header('set-cookie', `${cookieName}=${locale}; Path=/; Max-Age=${cookieMaxAge}; SameSite=Lax`)
    const back = pathBelow(requestOrigin(request, publicOrigin), request.headers.referer)
    return reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }).redirect(back, 303)
  })
}

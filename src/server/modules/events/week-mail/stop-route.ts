import type { FastifyInstance } from 'fastify'
import { WEEK_STOP_ROUTE } from '@/contract/plain-routes'
import type { FairLimit } from '@/server/http/load-shedding/fair-limit'
import { requestSource } from '@/server/http/routing/request/request-source'
import type { SecurityLog } from '@/server/http/security/security-log'
import type { WeekLinks } from '@/server/http/security/week-links'
import type { Queryable } from '@/server/platform/database/client'
import { endSubscription } from './subscriptions'

/** `List-Unsubscribe=One-Click`, in either encoding of a form. */
const BODY_BYTES = 8 * 1024
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']

interface StopDeps {
  db: Queryable
  weekLinks: WeekLinks
  securityLog: SecurityLog
  limitReads: FairLimit
}

interface StopLink {
  id: string
  token: string
}

/**
 * Ends the week by mail for a mail program (RFC 8058): a POST without cookies, whose response is no redirect, and the same whether it had
 * ended before. A link that opens nothing is 404, or the reader would be told that it has ended. A GET changes nothing, because whoever scans
 * links follows them: it leads to the page that has the button.
 */
export function weekStopRoute(
  app: FastifyInstance,
  { db, weekLinks, securityLog, limitReads }: StopDeps,
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The address says it all: what is posted is received and ignored.
    scope.addContentTypeParser(FORMS, { parseAs: 'buffer', bodyLimit: BODY_BYTES }, async () => null)
    scope.post<{ Params: StopLink }>(WEEK_STOP_ROUTE, { bodyLimit: BODY_BYTES }, async (request, reply) => {
      const { id, token } = request.params
      reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8')
      if (!weekLinks.opens('stop', { id, token })) return reply.code(404).send('Not found\n')
      await limitReads(request, () => endSubscription({ db, securityLog }, id, requestSource(request)))
      return reply.send('OK\n')
    })
    scope.get<{ Params: StopLink }>(WEEK_STOP_ROUTE, ({ params: { id, token } }, reply) =>
      reply
        .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
        .redirect(`/week-mail#stop=${encodeURIComponent(`${id}.${token}`)}`, 303),
    )
  })
}

import type { FastifyInstance } from 'fastify'
import { WEEK_STOP_ROUTE } from '@/contract/plain-routes'
import type { FairLimit } from '@/server/http/load-shedding/fair-limit'
import type { WeekLinks } from '@/server/http/security/week-links'
import type { Queryable } from '@/server/platform/database/client'
import { endSubscription } from './subscriptions'

/** `List-Unsubscribe=One-Click`, in either encoding of a form. */
const BODY_BYTES = 8 * 1024
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']

interface StopDeps {
  db: Queryable
  weekLinks: WeekLinks
  limitReads: FairLimit
}

interface StopLink {
  id: string
  token: string
}

/**
 * Ends the week by mail for a mail program (RFC 8058): a POST without cookies, whose response is the same in any case and no redirect. A GET
 * changes nothing, because whoever scans links follows them: it leads to the page that has the button.
 */
export function weekStopRoute(app: FastifyInstance, { db, weekLinks, limitReads }: StopDeps): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The address says it all: what is posted is received and ignored.
    scope.addContentTypeParser(FORMS, { parseAs: 'buffer', bodyLimit: BODY_BYTES }, async () => null)
    scope.post<{ Params: StopLink }>(WEEK_STOP_ROUTE, { bodyLimit: BODY_BYTES }, async (request, reply) => {
      const { id, token } = request.params
      if (weekLinks.opens('stop', { id, token })) await limitReads(request, () => endSubscription(db, id))
      return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('OK\n')
    })
    scope.get<{ Params: StopLink }>(WEEK_STOP_ROUTE, ({ params: { id, token } }, reply) =>
      reply
        .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
        .redirect(`/week-mail#stop=${encodeURIComponent(`${id}.${token}`)}`, 303),
    )
  })
}

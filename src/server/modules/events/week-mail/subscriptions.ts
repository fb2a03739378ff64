import { randomUUID } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Locale } from '@/messages/compiled/runtime.js'
import { requestSource, type RequestSource } from '@/server/http/routing/request/request-source'
import type { SecurityLog } from '@/server/http/security/security-log'
import { LINK_LIFETIME_MS } from '@/server/jobs/mails/link-tokens'
import { atSeconds, type Queryable } from '@/server/platform/database/client'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import { ApiError } from '@/server/http/errors/errors'
import { enqueueMail } from '@/server/platform/queue/job-queue'
import { weekRequests, weekSubscribers } from '@/server/platform/database/schema'
import { WEEK_STOP_ROUTE } from '@/contract/plain-routes'
import { nextWeekMail } from '@/domain/time/village-time'
import { trialWeekMail } from './week-mail-jobs'

/** The week by mail (rules 2.17). */
export function weekMailHandlers({ db, programme, weekLinks, securityLog, notifyWorkers }: AppDeps) {
  return {
    subscribeToWeek: async ({ body, locale, nowSeconds }) => {
      const { email, tag_keys: tagKeys } = body
      await db.transaction((tx) => addRequest(tx, { email, tagKeys, locale, nowSeconds }))
      notifyWorkers()
      return {}
    },

    confirmWeek: async ({ body, nowSeconds }) => {
      const tagKeys = weekLinks.opens('confirm', body)
        ? await db.transaction((tx) => confirmRequest(tx, body.id, nowSeconds))
        : undefined
      if (tagKeys === undefined) throw new ApiError('NOT_FOUND')
      return { tag_keys: tagKeys }
    },

    endWeek: async ({ body, source }) => {
      if (!weekLinks.opens('stop', body)) throw new ApiError('NOT_FOUND')
      await endSubscription({ db, securityLog }, body.id, source)
      return {}
    },

    getWeekMail: async ({ nowSeconds }) => ({
      confirmed: await db.$count(weekSubscribers),
      sends_at: nextWeekMail(nowSeconds).atSeconds,
    }),

    previewWeekMail: async ({ query: { locale }, origin, nowSeconds }) => {
      const { atSeconds: at } = nextWeekMail(nowSeconds)
      const mail = await trialWeekMail({ db, programme }, { origin, locale, atSeconds: at })
      return { ...(mail && { mail }) }
    },
  } satisfies Partial<Handlers>
}

/**
 * Stores that somebody asked for the week by mail, and enqueues the mail that confirms it. The same is done whether the address gets it already
 * or not, so that neither response nor time tells; nothing changes for it until the link is used.
 */
async function addRequest(
  tx: Queryable,
  request: { email: string; tagKeys: readonly string[]; locale: Locale; nowSeconds: number },
): Promise<void> {
  const { email, tagKeys, locale, nowSeconds } = request
  const id = randomUUID()
  const now = atSeconds(nowSeconds)
  await tx
    .insert(weekRequests)
    .values({ id, email: email.toLowerCase(), locale, tagKeys: [...new Set(tagKeys)], createdAt: now })
  await enqueueMail(tx, { template: 'week-confirm', id }, { now })
}

/**
 * Begins the week by mail as a request has it, in place of what the address got before, and returns its tags. The request stays as long as
 * its link works, so that a second press, after a lost response, does the same. Undefined for one that is too old.
 */
async function confirmRequest(
  tx: Queryable,
  requestId: string,
  nowSeconds: number,
): Promise<string[] | undefined> {
  const oldest = new Date(nowSeconds * 1000 - LINK_LIFETIME_MS.confirm)
  const [request] = await tx
    .select()
    .from(weekRequests)
    .where(and(eq(weekRequests.id, requestId), gt(weekRequests.createdAt, oldest)))
  if (request === undefined) return undefined
  const { email, locale, tagKeys } = request
  const chosen = { locale, tagKeys, confirmedAt: atSeconds(nowSeconds) }
  await tx
    .insert(weekSubscribers)
    .values({ id: randomUUID(), email, ...chosen })
    // The week that was sent stays: nobody gets one twice because they chose other tags.
    .onConflictDoUpdate({ target: weekSubscribers.email, set: chosen })
  return tagKeys
}

/** Ends the week by mail, which the security log says: a restore of an older backup begins it again. One that has ended is no error. */
async function endSubscription(
  { db, securityLog }: { db: Queryable; securityLog: SecurityLog },
  id: string,
  source: RequestSource,
): Promise<void> {
  const ended = await db
    .delete(weekSubscribers)
    .where(eq(weekSubscribers.id, id))
    .returning({ id: weekSubscribers.id })
  if (ended.length > 0) securityLog.record('week-mail.ended', source, { ids: [id] })
}

/** `List-Unsubscribe=One-Click`, in either encoding of a form. */
const BODY_BYTES = 8 * 1024
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']

/**
 * Ends the week by mail for a mail program (RFC 8058): a POST without cookies, whose response is no redirect, and the same whether it had
 * ended before. A link that opens nothing is 404, or the reader would be told that it has ended. A GET changes nothing, because whoever scans
 * links follows them: it leads to the page that has the button.
 */
export function weekStopRoute(
  app: FastifyInstance,
  deps: Pick<AppDeps, 'db' | 'weekLinks' | 'securityLog'>,
): void {
  const { db, weekLinks, securityLog } = deps
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The address says it all: what is posted is received and ignored.
    scope.addContentTypeParser(FORMS, { parseAs: 'buffer', bodyLimit: BODY_BYTES }, async () => null)
    scope.post<{ Params: { id: string; token: string } }>(
      WEEK_STOP_ROUTE,
      { bodyLimit: BODY_BYTES },
      async (request, reply) => {
        const { id, token } = request.params
        reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8')
        if (!weekLinks.opens('stop', { id, token })) return reply.code(404).send('Not found\n')
        await endSubscription({ db, securityLog }, id, requestSource(request))
        return reply.send('OK\n')
      },
    )
    scope.get<{ Params: { id: string; token: string } }>(
      WEEK_STOP_ROUTE,
      ({ params: { id, token } }, reply) =>
        reply
          .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
          .redirect(`/week-mail#stop=${encodeURIComponent(`${id}.${token}`)}`, 303),
    )
  })
}

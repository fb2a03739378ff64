import { randomUUID } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Locale } from '@/messages/compiled/runtime.js'
import { requestSource } from '@/server/http/routing/request/request-source'
import type { RequestSource } from '@/server/http/routing/request/request-source'
import type { SecurityLog } from '@/server/http/security/security-log'
import { LINK_LIFETIME_MS } from '@/server/jobs/mails/link-tokens'
import { atSeconds, WEEK_LINE_LOCK } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import type { AppDeps } from '@/server/http/routing/routes-from-contract'
import { enqueueMail, isGivenUp } from '@/server/platform/queue/job-queue'
import { weekRequests, weekSubscribers, weekLines } from '@/server/platform/database/schema'
import { WEEK_STOP_ROUTE } from '@/contract/plain-routes'
import type { WeekLine } from '@/contract/week-mail'
import { lastWeekMail, nextWeekMail } from '@/domain/time/village-time'
import { ApiError } from '@/server/http/errors/errors'

/**
 * Stores that somebody asked for the week by mail, and enqueues the mail that confirms it. The same is done whether the address gets it already
 * or not, so that neither response nor time tells; nothing changes for it until the link is used.
 */
export async function addRequest(
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

/** Requests after this instant may still be confirmed. */
function oldestRequest(nowSeconds: number): Date {
  return new Date(nowSeconds * 1000 - LINK_LIFETIME_MS.confirm)
}

/**
 * Begins the week by mail as a request has it, in place of what the address got before, and returns its tags; those of one that was
 * confirmed before as well. Undefined for one that is too old, or was ended since.
 */
export async function confirmRequest(
  tx: Queryable,
  requestId: string,
  nowSeconds: number,
): Promise<string[] | undefined> {
  const isOpen = and(eq(weekRequests.id, requestId), gt(weekRequests.createdAt, oldestRequest(nowSeconds)))
  const [request] = await tx.delete(weekRequests).where(isOpen).returning()
  if (request === undefined) {
    const [known] = await tx
      .select({ tagKeys: weekSubscribers.tagKeys })
      .from(weekSubscribers)
      .where(eq(weekSubscribers.requestId, requestId))
    return known?.tagKeys
  }
  const { email, locale, tagKeys } = request
  const chosen = { requestId, locale, tagKeys, confirmedAt: atSeconds(nowSeconds) }
  await tx
    .insert(weekSubscribers)
    .values({ id: randomUUID(), email, ...chosen })
    // The week that was sent stays: nobody gets one twice because they chose other tags.
    .onConflictDoUpdate({ target: weekSubscribers.email, set: chosen })
  return tagKeys
}

/** Ends the week by mail, which the security log says: a restore of an older backup begins it again. One that has ended is no error. */
export async function endSubscription(
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

/** The team's view of the week by mail: numbers and the line, and nobody's address. */
export async function readWeekMail(db: Queryable, nowSeconds: number) {
  const next = nextWeekMail(nowSeconds)
  const last = lastWeekMail(nowSeconds).week
  const { rows } = await db.execute<Record<'confirmed' | 'sent' | 'waiting' | 'failed', number>>(sql`
    select confirmed, sent, waiting, failed from
      (select count(*)::int as confirmed, (count(*) filter (where sent_week = ${last}))::int as sent
        from week_subscribers) subscribers,
      (select (count(*) filter (where done_at is null))::int as waiting,
        (count(*) filter (where ${isGivenUp}))::int as failed
        from jobs where kind = 'week-mail' and split_part(dedupe_key, ':', 3) = ${last}) mails`)
  const { confirmed = 0, ...sent } = rows[0] ?? {}
  const isOpen = gt(weekRequests.createdAt, oldestRequest(nowSeconds))
  const line = await readLine(db, next.week)
  return {
    confirmed,
    unconfirmed: await db.$count(weekRequests, isOpen),
    week: next.week,
    sends_at: next.atSeconds,
    ...(line && { line }),
    last: { week: last, sent: 0, waiting: 0, failed: 0, ...sent },
  }
}

/** The team's line in a language; empty where there is none. */
export async function lineOf(db: Queryable, week: string, locale: Locale): Promise<string> {
  return (await readLine(db, week))?.[locale] ?? ''
}

async function readLine(db: Queryable, week: string): Promise<WeekLine | undefined> {
  const [line] = await db
    .select({ en: weekLines.en, pt: weekLines.pt })
    .from(weekLines)
    .where(eq(weekLines.week, week))
  return line
}

/**
 * Sets the line of a week, or with nothing in either language removes it. Returns its id; undefined where there was nothing to remove.
 * Throws CONFLICT where the stored line is another one than `over`; the same line again is no conflict, as an answer may have been lost.
 */
export async function storeLine(
  tx: Queryable,
  week: string,
  { over, ...line }: WeekLine & { over?: WeekLine | undefined },
  nowSeconds: number,
): Promise<string | undefined> {
  await tx.execute(sql`select pg_advisory_xact_lock(${WEEK_LINE_LOCK})`)
  const stored = (await readLine(tx, week)) ?? { en: '', pt: '' }
  const isStored = ({ en, pt }: WeekLine) => en === stored.en && pt === stored.pt
  if (over !== undefined && !isStored(over) && !isStored(line)) throw new ApiError('CONFLICT')
  const id = { id: weekLines.id }
  if (line.en === '' && line.pt === '')
    return (await tx.delete(weekLines).where(eq(weekLines.week, week)).returning(id))[0]?.id
  const written = { ...line, updatedAt: atSeconds(nowSeconds) }
  const [set] = await tx
    .insert(weekLines)
    .values({ id: randomUUID(), week, ...written })
    .onConflictDoUpdate({ target: weekLines.week, set: written })
    .returning(id)
  return set?.id
}

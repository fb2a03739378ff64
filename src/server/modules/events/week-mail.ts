import * as m from '@/messages/compiled/messages.js'
import { eq, sql, and, gt } from 'drizzle-orm'
import { WEEK_MAIL_LATE_SECONDS, nextWeekMail } from '@/domain/time/village-time'
import { localeOf } from '@/messages/error-text'
import type { JobKind } from '@/server/jobs/job-runner'
import { layOut, type MailContent, type MailRow, type MailSection } from '@/server/jobs/mails/mail-layout'
import { secondsOf, type Queryable, atSeconds } from '@/server/platform/database/client'
import { users, weekSubscribers, weekRequests } from '@/server/platform/database/schema'
import { MailAddressError, type Mailer } from '@/server/platform/mail/mailer'
import { isNoSuchAddress } from '@/server/platform/mail/smtp-mailer'
import type { PublicEvent } from '@/contract/events/events'
import { weekStopPath, WEEK_STOP_ROUTE } from '@/contract/plain-routes'
import { isCalledOff } from '@/domain/events/event-state'
import { isOfOneDay, lastDay } from '@/domain/timetables/recurrence'
import { villageDay } from '@/domain/time/local-time'
import type { Locale } from '@/messages/compiled/runtime.js'
import { priceValue } from '@/messages/price-text'
import { SITE } from '@/site/site'
import { readFeedFilter } from '@/server/modules/events/feeds/feed-filter'
import { listEvents } from './programme'
import { dayText, listRow, type Reader } from './event-shape'
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { requestSource, type RequestSource } from '@/server/http/routing/request/request-source'
import { LINK_LIFETIME_MS } from '@/server/jobs/mails/link-tokens'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import { ApiError, firstOf } from '@/server/http/errors/errors'
import { enqueueJobs, enqueueMail } from '@/server/platform/queue/job-queue'

/** `at` is when the week's mail was to leave, in epoch seconds. */
interface WeekJob {
  week: string
  at: number
}

/** The mail to a subscriber, or the next one to an administrator who wants to see it as it will arrive. */
type WeekMailJob = (WeekJob & { subscriberId: string }) | { userId: string; locale: Locale; at: number }

const isTooLate = (at: number, now: Date) => secondsOf(now) > at + WEEK_MAIL_LATE_SECONDS

/**
 * Enqueues the week's mail to each subscriber (`jobs/maintenance` enqueues it): one statement, and keys by which a person has one job a
 * week, whichever server does it and however often.
 */
export function weekJobs({ db }: { db: Queryable }): JobKind<WeekJob> {
  return {
    async run({ payload: { week, at }, now }) {
      if (isTooLate(at, now)) return
      const due = sql`${now.toISOString()}::timestamptz`
      await db.execute(sql`
        insert into jobs (id, kind, dedupe_key, payload, run_at, created_at)
        select gen_random_uuid(), 'week-mail', 'week-mail:' || s.id || ':' || ${week}::text,
          jsonb_build_object('subscriberId', s.id, 'week', ${week}::text, 'at', ${at}::bigint), ${due}, ${due}
        from week_subscribers s where s.sent_week is distinct from ${week}
        on conflict (dedupe_key) do nothing`)
    },
  }
}

interface WeekMailDeps extends Pick<AppDeps, 'db' | 'programme' | 'weekLinks'> {
  mailer: Mailer
  origin: string
}

/** The week's mail to one subscriber. A kind of its own: a thousand of them hold up nobody's new password. */
export function weekMailJobs({ weekLinks, mailer, ...deps }: WeekMailDeps): JobKind<WeekMailJob> {
  const { db, origin } = deps
  return {
    async run({ payload, dedupeKey, now }) {
      if ('userId' in payload) {
        const { userId, locale, at } = payload
        const [user] = await db.select().from(users).where(eq(users.id, userId))
        const mail = await weekMail(deps, { origin, locale, leavesAt: at })
        if (user !== undefined && mail !== undefined)
          await mailer.send({ to: user.email, key: dedupeKey, ...mail })
        return
      }
      const { subscriberId: id, week, at } = payload
      const isIt = eq(weekSubscribers.id, id)
      const [subscriber] = await db.select().from(weekSubscribers).where(isIt)
      if (subscriber === undefined || subscriber.sentWeek === week || isTooLate(at, now)) return
      const { email, tagKeys } = subscriber
      const stop = { id, token: weekLinks.tokenOf('stop', id) }
      const fromSeconds = Math.max(at, secondsOf(now))
      const locale = localeOf(subscriber.locale)
      const mail = await weekMail(deps, { origin, locale, leavesAt: at, fromSeconds, tagKeys, stop })
      if (mail === undefined) return
      try {
        const unsubscribeUrl = `${origin}${weekStopPath(id, stop.token)}`
        const list = { id: `week.${new URL(origin).hostname}`, unsubscribeUrl }
        await mailer.send({ to: email, key: dedupeKey, list, ...mail })
      } catch (error) {
        // Nobody is there to end it.
        if (!isNoSuchAddress(error)) throw error
        await db.delete(weekSubscribers).where(isIt)
        return
      }
      return { record: (tx) => tx.update(weekSubscribers).set({ sentWeek: week }).where(isIt) }
    },
    isPermanent: (error) => error instanceof MailAddressError,
    abort: () => mailer.close(),
  }
}

/** More rows than these nobody reads in a mail: the rest is on the page of the week. */
const MAX_ROWS = 60

interface Week {
  origin: string
  locale: Locale
  leavesAt: number
  /** The start of the week: the moment that the mail leaves, or later when it was held up. */
  fromSeconds?: number
  tagKeys?: readonly string[]
  /** The token that ends it, and its id; absent in a preview, where there is none to end. */
  stop?: { id: string; token: string }
}

/** The mail with the events of a week that bear one of the tags; undefined without any, as when all of those tags are gone. */
async function weekMail(
  deps: Pick<WeekMailDeps, 'db' | 'programme'>,
  { origin, locale, leavesAt, fromSeconds = leavesAt, tagKeys = [], stop }: Week,
) {
  const reader = { origin, locale, nowSeconds: fromSeconds }
  const chosen: Record<string, string> = tagKeys.length === 0 ? {} : { tags: tagKeys.join(',') }
  const filter = await readFeedFilter(deps, chosen, reader)
  if (filter === undefined) return undefined
  const end = nextWeekMail(leavesAt).atSeconds - 1
  const list = { window: { from: fromSeconds, to: end }, tags: filter.list.tags, perPage: MAX_ROWS }
  const { items, has_more: hasMore } = await listEvents(deps.programme, list, reader)
  const first = items.find(({ state }) => !isCalledOff(state)) ?? items[0]
  if (first === undefined) return undefined
  const [language, n] = [{ locale }, items.length - 1]
  const named = { village: SITE.village, title: first.title }
  const change = new URLSearchParams(chosen)
  const week = new URLSearchParams({ from: villageDay(fromSeconds), to: villageDay(end), ...chosen })
  const mail: MailContent = {
    subject:
      n === 0 ? m.mail_week_subject_one(named, language) : m.mail_week_subject({ ...named, n }, language),
    paragraphs: [],
    sections: sectionsOf(items, reader),
    links: [
      {
        label: hasMore ? m.mail_week_more({}, language) : m.mail_week_all({}, language),
        url: `${origin}/events?${week}`,
      },
    ],
    footnote: m.mail_week_reason({ site: SITE.name }, language),
    footLinks: [
      {
        label: m.mail_week_change({}, language),
        url: `${origin}/week-mail${change.size === 0 ? '' : `?${change}`}`,
      },
      {
        label: m.mail_week_stop({}, language),
        url: `${origin}/week-mail${stop === undefined ? '' : `#stop=${stop.id}.${stop.token}`}`,
      },
    ],
  }
  return layOut(mail, locale)
}

/** Village days in the order of the list, and last what is on for many. */
function sectionsOf(events: readonly PublicEvent[], reader: Reader): MailSection[] {
  const { locale } = reader
  const days = new Map<string, MailRow[]>()
  const also: MailRow[] = []
  for (const event of events) {
    const { day, when, place, ...row } = listRow(event, reader)
    const isShort = isOfOneDay(event)
    // The first and the last day: 'Friday, November 27 – Sunday, November 29'.
    const daysText = `${dayText(villageDay(event.start_time), locale)} – ${dayText(lastDay(event), locale)}`
    const facts = [isShort ? when : daysText, place, priceValue(event, locale)].filter(Boolean).join(' · ')
    if (isShort) days.set(day, [...(days.get(day) ?? []), { ...row, facts }])
    else also.push({ ...row, facts })
  }
  return [
    ...[...days].map(([day, rows]) => ({ heading: capital(dayText(day, locale)), rows })),
    ...(also.length > 0 ? [{ heading: m.mail_week_also({}, { locale }), rows: also }] : []),
  ]
}

/** Portuguese writes weekdays small, and a heading begins with a capital. */
function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The week by mail (rules 2.17). */
export function weekMailHandlers({ db, programme, weekLinks, securityLog }: AppDeps) {
  return {
    subscribeToWeek: async ({ body, locale, nowSeconds }) => {
      const [id, now] = [randomUUID(), atSeconds(nowSeconds)]
      const [email, tagKeys] = [body.email.toLowerCase(), [...new Set(body.tag_keys)]]
      // The same is done whether the address gets it already or not, so that neither response nor time tells.
      await db.transaction(async (tx) => {
        await tx.insert(weekRequests).values({ id, email, locale, tagKeys, createdAt: now })
        await enqueueMail(tx, { template: 'week-confirm', id }, { now })
      })
      return {}
    },

    confirmWeek: async ({ body, nowSeconds }) => {
      if (!weekLinks.opens('confirm', body)) throw new ApiError('NOT_FOUND')
      return { tag_keys: await db.transaction((tx) => confirmRequest(tx, body.id, nowSeconds)) }
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
      const mail = await weekMail({ db, programme }, { origin, locale, leavesAt: at })
      return { ...(mail && { mail }) }
    },

    sendWeekMailToMe: async ({ body: { locale }, currentUser, nowSeconds }) => {
      const at = nextWeekMail(nowSeconds).atSeconds
      const payload = { userId: currentUser.id, locale, at } satisfies WeekMailJob
      // A button that is pressed twice sends one.
      const dedupeKey = `week-mail:${currentUser.id}:${locale}:${nowSeconds}`
      await enqueueJobs(db, 'week-mail', [{ dedupeKey, payload }], { now: atSeconds(nowSeconds) })
      return {}
    },
  } satisfies Partial<Handlers>
}

/**
 * Begins the week by mail as a request has it, in place of what the address got before, and returns its tags. The request stays as long as
 * its link works, so that a second press, after a lost response, does the same. Throws NOT_FOUND for one that is too old.
 */
async function confirmRequest(tx: Queryable, requestId: string, nowSeconds: number): Promise<string[]> {
  const oldest = new Date(nowSeconds * 1000 - LINK_LIFETIME_MS.confirm)
  const isIt = and(eq(weekRequests.id, requestId), gt(weekRequests.createdAt, oldest))
  const { email, locale, tagKeys } = firstOf(await tx.select().from(weekRequests).where(isIt))
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
  { db, securityLog }: Pick<AppDeps, 'db' | 'securityLog'>,
  id: string,
  source: RequestSource,
): Promise<void> {
  const ended = await db.delete(weekSubscribers).where(eq(weekSubscribers.id, id)).returning()
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
  { db, weekLinks, securityLog }: Pick<AppDeps, 'db' | 'weekLinks' | 'securityLog'>,
): void {
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

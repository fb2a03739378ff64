import * as z from 'zod/mini'
import * as m from '@/messages/compiled/messages.js'
import { eq, sql, and, gt } from 'drizzle-orm'
import { WEEK_MAIL_LATE_SECONDS, nextWeekMail } from '@/domain/time/village-time'
import { localeOf } from '@/messages/error-text'
import type { WeekLinks } from '@/server/http/security/event-links'
import type { JobKind } from '@/server/jobs/job-runner'
import { layOut, type MailContent, type MailRow, type MailSection } from '@/server/jobs/mails/mail-layout'
import { secondsOf, type Queryable, atSeconds } from '@/server/platform/database/client'
import { users, weekSubscribers, weekRequests } from '@/server/platform/database/schema'
import { MailAddressError, type Mailer } from '@/server/platform/mail/mailer'
import { isNoSuchAddress } from '@/server/platform/mail/smtp-mailer'
import type { PublicEvent } from '@/contract/events/events'
import { weekStopPath, WEEK_STOP_ROUTE } from '@/contract/plain-routes'
import { isCalledOff } from '@/domain/events/event-state'
import { splitLocationName } from '@/domain/places/place'
import { dayShown, isOfOneDay, lastDay, listedDay } from '@/domain/timetables/recurrence'
import { villageDay } from '@/domain/time/local-time'
import { locales, type Locale } from '@/messages/compiled/runtime.js'
import { priceValue } from '@/messages/price-text'
import { SITE } from '@/site/site'
import { readFeedFilter } from '@/server/modules/events/feeds/feed-filter'
import { listEvents } from './programme'
import type { ProgrammeInMemory } from '@/server/platform/database/events/programme-in-memory'
import { dayText, statePrefix, timeOnDay } from './event-shape'
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { requestSource, type RequestSource } from '@/server/http/routing/request/request-source'
import type { SecurityLog } from '@/server/http/security/security-log'
import { LINK_LIFETIME_MS } from '@/server/jobs/mails/link-tokens'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import { ApiError } from '@/server/http/errors/errors'
import { enqueueJobs, enqueueMail } from '@/server/platform/queue/job-queue'

/** The payload of the job; `at` is when the week's mail was to leave, in epoch seconds. */
const weekSchema = z.object({ week: z.string(), at: z.number() })
const subscriberMail = z.extend(weekSchema, { subscriberId: z.string() })

/** The next mail to an administrator who wants to see it as it will arrive. */
const trialMail = z.object({ userId: z.string(), locale: z.enum(locales), at: z.number() })

const isTooLate = (at: number, now: Date) => secondsOf(now) > at + WEEK_MAIL_LATE_SECONDS

/**
 * Enqueues the week's mail to each subscriber (`jobs/maintenance` enqueues it): one statement, and keys by which a person has one job a
 * week, whichever server does it and however often.
 */
export function weekJobs({ db }: { db: Queryable }): JobKind {
  return {
    async run({ payload, now }) {
      const { week, at } = weekSchema.parse(payload)
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

interface WeekMailDeps {
  db: Queryable
  programme: ProgrammeInMemory
  mailer: Mailer
  origin: string
  weekLinks: WeekLinks
}

/** The week's mail to one subscriber. A kind of its own: a thousand of them hold up nobody's new password. */
export function weekMailJobs({ db, programme, mailer, origin, weekLinks }: WeekMailDeps): JobKind {
  const sendTrial = async ({ userId, locale, at }: z.infer<typeof trialMail>, key: string) => {
    const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId))
    const mail = await trialWeekMail({ db, programme }, { origin, locale, leavesAt: at })
    if (user !== undefined && mail !== undefined) await mailer.send({ to: user.email, key, ...mail })
  }
  return {
    async run({ payload, dedupeKey, now }) {
      const trial = trialMail.safeParse(payload)
      if (trial.success) return sendTrial(trial.data, dedupeKey)
      const { subscriberId: id, week, at } = subscriberMail.parse(payload)
      const isIt = eq(weekSubscribers.id, id)
      const [subscriber] = await db.select().from(weekSubscribers).where(isIt)
      if (subscriber === undefined || subscriber.sentWeek === week || isTooLate(at, now)) return
      const { email, tagKeys } = subscriber
      const locale = localeOf(subscriber.locale)
      const reader = { origin, locale, leavesAt: at, fromSeconds: Math.max(at, secondsOf(now)) }
      const events = await readWeekEvents({ db, programme }, tagKeys, reader)
      if (events.items.length === 0) return
      const stop = { id, token: weekLinks.tokenOf('stop', id) }
      const content = weekContent(events, { tagKeys, stop }, reader)
      try {
        const unsubscribeUrl = `${origin}${weekStopPath(id, stop.token)}`
        const list = { id: `week.${new URL(origin).hostname}`, unsubscribeUrl }
        await mailer.send({ to: email, key: dedupeKey, list, ...layOut(content, locale) })
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

/** The mail of a week with the events of all tags, without a link that ends anything; undefined where none would leave. */
export async function trialWeekMail(
  deps: Pick<WeekMailDeps, 'db' | 'programme'>,
  reader: Omit<WeekReader, 'fromSeconds'>,
) {
  const week = { ...reader, fromSeconds: reader.leavesAt }
  const events = await readWeekEvents(deps, [], week)
  if (events.items.length === 0) return undefined
  return layOut(weekContent(events, { tagKeys: [], stop: undefined }, week), reader.locale)
}

/** More rows than these nobody reads in a mail: the rest is on the page of the week. */
const MAX_ROWS = 60

interface WeekReader {
  origin: string
  locale: Locale
  /** The start of the week: the moment that the mail leaves, or later when it was held up. */
  fromSeconds: number
  leavesAt: number
}

interface WeekEvents {
  items: readonly PublicEvent[]
  hasMore: boolean
}

/** The events of the week that bear one of the tags; none when all of those tags are gone, because they asked for nothing else. */
async function readWeekEvents(
  deps: Pick<WeekMailDeps, 'db' | 'programme'>,
  tagKeys: readonly string[],
  { fromSeconds: from, leavesAt, ...reader }: WeekReader,
): Promise<WeekEvents> {
  const query = { ...reader, nowSeconds: from }
  const filter = await readFeedFilter(deps, tagKeys.length === 0 ? {} : { tags: tagKeys.join(',') }, query)
  if (filter === undefined) return { items: [], hasMore: false }
  const to = nextWeekMail(leavesAt).atSeconds - 1
  const list = { window: { from, to }, tags: filter.list.tags, perPage: MAX_ROWS }
  const { items, has_more } = await listEvents(deps.programme, list, query)
  return { items, hasMore: has_more }
}

interface Subscription {
  tagKeys: readonly string[]
  /** The token that ends it, and its id; undefined where there is none to end. */
  stop: { id: string; token: string } | undefined
}

function weekContent(
  { items, hasMore }: WeekEvents,
  { tagKeys, stop }: Subscription,
  { origin, locale, fromSeconds, leavesAt }: WeekReader,
): MailContent {
  const first = items.find(({ state }) => !isCalledOff(state)) ?? items[0]
  const named = { village: SITE.village, title: first?.title ?? '' }
  const n = items.length - 1
  const chosen: Record<string, string> = tagKeys.length === 0 ? {} : { tags: tagKeys.join(',') }
  const change = new URLSearchParams(chosen)
  const until = villageDay(nextWeekMail(leavesAt).atSeconds - 1)
  const week = new URLSearchParams({ from: villageDay(fromSeconds), to: until, ...chosen })
  return {
    subject:
      n === 0 ? m.mail_week_subject_one(named, { locale }) : m.mail_week_subject({ ...named, n }, { locale }),
    paragraphs: [],
    sections: sectionsOf(items, { origin, locale, fromSeconds }),
    links: [
      {
        label: hasMore ? m.mail_week_more({}, { locale }) : m.mail_week_all({}, { locale }),
        url: `${origin}/events?${week}`,
      },
    ],
    footnote: m.mail_week_reason({ site: SITE.name }, { locale }),
    footLinks: [
      {
        label: m.mail_week_change({}, { locale }),
        url: `${origin}/week-mail${change.size === 0 ? '' : `?${change}`}`,
      },
      {
        label: m.mail_week_stop({}, { locale }),
        url: `${origin}/week-mail${stop === undefined ? '' : `#stop=${stop.id}.${stop.token}`}`,
      },
    ],
  }
}

/** Village days in the order of the list, and last what is on for many. */
function sectionsOf(
  events: readonly PublicEvent[],
  { origin, locale, fromSeconds }: Omit<WeekReader, 'leavesAt'>,
): MailSection[] {
  const today = villageDay(fromSeconds)
  const days = new Map<string, MailRow[]>()
  const also: MailRow[] = []
  for (const event of events) {
    const day = listedDay(event, today)
    const isShort = isOfOneDay(event)
    const when = isShort ? timeOnDay(event, day, locale) : untilText(event, locale)
    const row = rowOf(
      event,
      `${origin}/events/${event.id}?date=${dayShown(event, fromSeconds)}`,
      when,
      locale,
    )
    if (isShort) days.set(day, [...(days.get(day) ?? []), row])
    else also.push(row)
  }
  return [
    ...[...days].map(([day, rows]) => ({ heading: capital(dayText(day, locale)), rows })),
    ...(also.length > 0 ? [{ heading: m.mail_week_also({}, { locale }), rows: also }] : []),
  ]
}

function rowOf(event: PublicEvent, url: string, when: string, locale: Locale): MailRow {
  const place = splitLocationName(event.location_name).displayName
  return {
    prefix: statePrefix(event, locale),
    title: event.title,
    url,
    facts: [when, place, priceValue(event, locale) ?? ''].filter((fact) => fact !== '').join(' · '),
    isOff: isCalledOff(event.state),
  }
}

/** The first and the last day: 'Friday, November 27 – Sunday, November 29'. */
function untilText(event: PublicEvent, locale: Locale): string {
  return `${dayText(villageDay(event.start_time), locale)} – ${dayText(lastDay(event), locale)}`
}

/** Portuguese writes weekdays small, and a heading begins with a capital. */
function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The week by mail (rules 2.17). */
export function weekMailHandlers({ db, programme, weekLinks, securityLog }: AppDeps) {
  return {
    subscribeToWeek: async ({ body, locale, nowSeconds }) => {
      const { email, tag_keys: tagKeys } = body
      await db.transaction((tx) => addRequest(tx, { email, tagKeys, locale, nowSeconds }))
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
      const mail = await trialWeekMail({ db, programme }, { origin, locale, leavesAt: at })
      return { ...(mail && { mail }) }
    },

    sendWeekMailToMe: async ({ body: { locale }, currentUser, nowSeconds }) => {
      const payload = { userId: currentUser.id, locale, at: nextWeekMail(nowSeconds).atSeconds }
      // A button that is pressed twice sends one.
      const dedupeKey = `week-mail:${currentUser.id}:${locale}:${nowSeconds}`
      await enqueueJobs(db, 'week-mail', [{ dedupeKey, payload }], { now: atSeconds(nowSeconds) })
      return {}
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

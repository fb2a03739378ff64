import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { WEEK_MAIL_LATE_SECONDS } from '@/domain/time/week-mail-time'
import { localeOf } from '@/messages/locale-of'
import type { WeekLinks } from '@/server/http/security/week-links'
import type { JobKind } from '@/server/jobs/job-runner'
import { layOut } from '@/server/jobs/mails/mail-layout'
import { secondsOf } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { weekSubscribers } from '@/server/platform/database/schema'
import { MailAddressError } from '@/server/platform/mail/address'
import type { Mailer } from '@/server/platform/mail/mailer'
import { isNoSuchAddress } from '@/server/platform/mail/smtp-mailer'
import { readWeekEvents, weekContent, weekList } from './week-content'
import { lineOf } from './week-mail-overview'

/** The payload of the job; `at` is when the week's mail was to leave, in epoch seconds. */
const weekSchema = z.object({ week: z.string(), at: z.number() })
const mailSchema = z.extend(weekSchema, { subscriberId: z.string() })

const isTooLate = (at: number, now: Date) => secondsOf(now) > at + WEEK_MAIL_LATE_SECONDS

/**
 * Enqueues the week's mail to each subscriber (`jobs/enqueue-week` enqueues it): one statement, and keys by which a person has one job a
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
  mailer: Mailer
  /** The origin of our pages. */
  origin: string
  weekLinks: WeekLinks
}

/** The week's mail to one subscriber. A kind of its own: a thousand of them hold up nobody's new password. */
export function weekMailJobs({ db, mailer, origin, weekLinks }: WeekMailDeps): JobKind {
  return {
    async run({ payload, dedupeKey, now }) {
      const { subscriberId: id, week, at } = mailSchema.parse(payload)
      const isIt = eq(weekSubscribers.id, id)
      const [subscriber] = await db.select().from(weekSubscribers).where(isIt)
      if (subscriber === undefined || subscriber.sentWeek === week || isTooLate(at, now)) return
      const { email, tagKeys } = subscriber
      const locale = localeOf(subscriber.locale)
      const reader = { origin, locale, atSeconds: at, fromSeconds: Math.max(at, secondsOf(now)) }
      const events = await readWeekEvents(db, tagKeys, reader)
      if (events.items.length === 0) return
      const stop = { id, token: weekLinks.tokenOf('stop', id) }
      const line = await lineOf(db, week, locale)
      const content = weekContent(events, { tagKeys, stop, line }, reader)
      try {
        const list = weekList(origin, stop)
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

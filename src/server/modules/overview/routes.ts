import { and, eq, sql } from 'drizzle-orm'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import type { Overview, GivenUpJob } from '@/contract/back-office/back-office-overview'
import { firstOf } from '@/server/http/errors/errors'
import { recordActivity } from '@/server/platform/database/accounts/activities'
import { atSeconds, type Queryable } from '@/server/platform/database/client'
import { jobs } from '@/server/platform/database/schema'
import { seconds, withoutNull } from '@/server/platform/database/schema/columns'
import { jobName, OVERDUE_SECONDS, mailHealth } from '@/domain/staff/jobs'
import { isGivenUp } from '@/server/platform/queue/job-queue'
import { withState } from '@/domain/events/event-state'
import { dayShown } from '@/domain/timetables/recurrence'
import { nextVillageMidnight } from '@/domain/time/local-time'
import { statesOf } from '@/server/platform/database/events/event-dates'
import type { Programme } from '@/server/platform/database/events/programme-in-memory'
import { isLongEvent } from '@/domain/events/event'
import { weekStarts } from '@/domain/time/village-time'

export function overviewHandlers({ db, programme, photoBytes, disk: reserve }: AppDeps) {
  return {
    getOverview: async ({ nowSeconds }) => {
      const [imports, given_up, today, waiting, weeks, mail, database, photo, disk] = await Promise.all([
        importsToSee(db),
        givenUpJobs(db),
        programme.current().then((current) => onToday(current, nowSeconds)),
        longestWaiting(db),
        submissionsByWeek(db, nowSeconds),
        mailQueue(db, nowSeconds),
        databaseBytes(db),
        photoBytes(),
        reserve.read(),
      ])
      return {
        imports,
        given_up,
        today,
        waiting,
        weeks,
        mail,
        storage: { photo_bytes: photo, database_bytes: database, ...(disk && { disk }) },
      }
    },

    /** Enqueues a given-up job anew, with all its attempts, where there is something left to do it with. */
    retryJob: async (request) => {
      const { id } = request.params
      await db.transaction(async (tx) => {
        const { kind, dedupeKey } = firstOf(
          await tx
            .update(jobs)
            .set({ doneAt: null, attempts: 0, runAt: atSeconds(request.nowSeconds) })
            .where(and(eq(jobs.id, id), isGivenUp, sql`${jobs.payload} <> '{}'::jsonb`))
            .returning(),
        )
        await recordActivity(tx, request, 'job.retried', [{ id, label: jobName(kind, dedupeKey) ?? kind }])
      })
      return {}
    },
  } satisfies Partial<Handlers>
}

const SHOWN = 20

/** The calendars whose last reading has something for a person that nobody has seen, the latest first. */
async function importsToSee(db: Queryable): Promise<Overview['imports']> {
  const { rows } = await db.execute<Overview['imports'][number]>(sql`
    select id, name, ${seconds('read_at')} as read_at, findings from import_sources
    where news is not null and news is distinct from seen_news and findings is not null
    order by read_at desc, id limit ${SHOWN}`)
  return rows
}

async function databaseBytes(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ bytes: string }>(
    sql`select pg_database_size(current_database()) as bytes`,
  )
  return Number(rows[0]?.bytes ?? 0)
}

/** Jobs that were tried for the last time and did not succeed, the latest first; stored for a month (jobs/maintenance). */
async function givenUpJobs(db: Queryable): Promise<GivenUpJob[]> {
  const { rows } = await db.execute<Omit<GivenUpJob, 'name'> & { kind: string; key: string }>(sql`
    select id, kind, dedupe_key as key, last_error as error, attempts, ${seconds('done_at')} as given_up_at,
      payload <> '{}'::jsonb as can_retry
    from jobs where ${isGivenUp} order by done_at desc, id limit ${SHOWN}`)
  return rows.flatMap(({ kind, key, ...row }) => {
    const name = jobName(kind, key)
    return name === undefined ? [] : [{ name, ...row }]
  })
}

const TODAY_SHOWN = 60

/** Events that are on until the end of the village's day, by start; those that last longer than three days come last. */
function onToday({ events: published }: Programme, nowSeconds: number): Overview['today'] {
  const midnight = nextVillageMidnight(nowSeconds)
  return [...published.values()]
    .flatMap((event) =>
      event.schedules
        .filter(({ start_time, end_time }) => end_time > nowSeconds && start_time < midnight)
        .filter(({ start_time }, at, all) => start_time !== all[at - 1]?.start_time)
        .map((schedule) => ({ event, schedule, isLong: isLongEvent(schedule) })),
    )
    .toSorted(
      (a, b) =>
        Number(a.isLong) - Number(b.isLong) ||
        a.schedule.start_time - b.schedule.start_time ||
        (a.event.id < b.event.id ? -1 : 1),
    )
    .slice(0, TODAY_SHOWN)
    .map(({ event, schedule }) => {
      const { id, title, location_name, revision } = event
      const states = statesOf(event, nowSeconds)
      const day = dayShown(schedule, nowSeconds)
      const said = states?.days.find((one) => one.day === day)
      const shown = withState(schedule, states, nowSeconds)
      return { ...shown, id, title, location_name, revision, day, ...(said && { said }) }
    })
}

type MailQueueRow = Record<'waiting' | 'retrying' | 'failed', number> &
  Record<'oldest_at' | 'late_since' | 'last_sent_at', number | null> & { last_error: string | null }

/** The mails that have not left, and what keeps them. Finished jobs are stored for a month (jobs/maintenance). */
async function mailQueue(db: Queryable, nowSeconds: number): Promise<Overview['mail']> {
  const { rows } = await db.execute<MailQueueRow>(sql`
    select
      (count(*) filter (where done_at is null and last_error is null))::int as waiting,
      (count(*) filter (where done_at is null and last_error is not null))::int as retrying,
      (count(*) filter (where ${isGivenUp}))::int as failed,
      ${seconds('min(created_at) filter (where done_at is null)')} as oldest_at,
      -- What was put off until tomorrow is not late.
      ${seconds(sql`min(created_at) filter (where done_at is null and
        (last_error is not null or run_at < to_timestamp(${nowSeconds - OVERDUE_SECONDS})))`)} as late_since,
      ${seconds('max(done_at) filter (where last_error is null)')} as last_sent_at,
      -- Of one that is tried again, before those that were given up.
      (array_agg(last_error order by done_at desc nulls first) filter (where last_error is not null and
        (done_at is null or ${isGivenUp})))[1] as last_error
    from jobs where kind in ('mail', 'week-mail')`)
  const { late_since: lateSince, last_sent_at: lastSentAt, ...queue } = withoutNull(firstOf(rows))
  return { health: mailHealth({ lateSince, lastSentAt, nowSeconds }), ...queue }
}

const WAITING = 5
const WEEKS = 12

/** The events that wait longest for a review, or for a decision on a proposed change, the oldest first. */
async function longestWaiting(db: Queryable): Promise<Overview['waiting']> {
  const { rows } = await db.execute<Required<Overview['waiting'][number]>>(sql`
    select e.id, e.title, ${seconds('w.created_at')} as created_at, w.is_proposal
    from (
      select id, created_at, false as is_proposal from events where status = 'ON_REVIEW'
      union all select event_id, created_at, true from proposals
      order by created_at limit ${WAITING}
    ) w join events e on e.id = w.id order by w.created_at, e.id`)
  return rows.map(({ is_proposal, ...row }) => ({ ...row, ...(is_proposal && { is_proposal }) }))
}

/** How many of the stored events were submitted in each of the last weeks: what was imported, or added by staff, was not. */
async function submissionsByWeek(db: Queryable, nowSeconds: number): Promise<Overview['weeks']> {
  const starts = weekStarts(nowSeconds, WEEKS)
  const dates = sql.join(
    starts.map((start) => sql`${atSeconds(start).toISOString()}`),
    sql`, `,
  )
  const { rows } = await db.execute<{ week: number; count: number }>(sql`
    select width_bucket(created_at, array[${dates}]::timestamptz[]) as week, count(*)::int as count from events
    where created_at >= ${atSeconds(starts[0] ?? nowSeconds)} and import_uid is null and not exists (
      select 1 from activities a where a.subject_id = events.id and a.action = 'event.created')
    group by 1`)
  const counts = new Map(rows.map((row) => [row.week, row.count]))
  return starts.map((start, index) => ({ starts_at: start, submissions: counts.get(index + 1) ?? 0 }))
}

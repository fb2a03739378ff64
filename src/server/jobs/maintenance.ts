import { and, isNotNull, lt, sql, eq, isNull, or } from 'drizzle-orm'
import {
  changeCounter,
  jobs,
  mailTokens,
  registrations,
  removedEvents,
  sessions,
  importSources,
  events,
  schedules,
  activities,
  contactForms,
  mailCounts,
  weekRequests,
} from '@/server/platform/database/schema'
import { atSeconds, secondsOf, type Database, type Queryable } from '@/server/platform/database/client'
import { deleteIdleSubscriptions } from '@/server/platform/database/accounts/push-subscriptions'
import type { ResponseCache } from '@/server/http/caching/response-cache'
import { nowDate, nowSeconds, type Clock } from '@/server/platform/process/clock'
import { deleteOldResponses } from '@/server/http/routing/idempotency'
import type { PhotoUploads } from '@/server/http/photos/photo-uploads'
import { removeOldFiles, type FileStore } from '@/server/platform/photos/stores/store'
import { removeOldMails } from '@/server/platform/mail/file-mailer'
import type { Log } from '@/server/platform/process/logger'
import { villageClock, nextWeekMail } from '@/domain/time/village-time'
import { enqueueJobs, enqueueReading } from '@/server/platform/queue/job-queue'
import { MATERIALISED_DAYS } from '@/domain/timetables/schedule'
import { SECONDS_PER_DAY } from '@/domain/time/local-time'
import { nextChange, deleteEvents } from '@/server/platform/database/events/change-log'
import { materialise, scheduleRows } from '@/server/platform/database/events/event-dates'
import {
  ACTIVITY_MONTHS,
  CONTACT_ADDRESS_MONTHS,
  SUPPORT_MESSAGE_MONTHS,
  VISITORS_EVENT_DAYS,
} from '@/domain/accounts/account'
import { dayOf } from '@/server/jobs/mails/mail-limits'
import { LINK_LIFETIME_MS } from '@/server/jobs/mails/link-tokens'
import { sendDueReminders } from '@/server/platform/queue/due-reminders'

interface Task {
  name: string
  everyMs: number
  run(): Promise<unknown>
}

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const DONE_JOB_DAYS = 30
const REMOVAL_DAYS = 90
/** They hold links, and what people wrote. */
const MAIL_FILE_DAYS = 30
const REGISTRATION_DAYS = 30
/** One that is still asked for is rendered anew. */
const CARD_DAYS = 7

interface MaintenanceDeps {
  db: Database
  clock: Clock
  log: Log<'warn' | 'error'>
  responses: ResponseCache
  photos: Pick<PhotoUploads, 'sweep'>
  cards: FileStore
  /** The folder of mails that are written when there is no SMTP; it may not be there. */
  mailDir: string
  /** Aborted when the server closes: it is waited for after what is in flight, and ends before. */
  closing: AbortSignal
}

export interface Maintenance {
  /** Runs every task once, or those of this interval. One that fails does not keep the others from being run. */
  run(everyMs?: number): Promise<void>
  /** Runs every task, and again at its interval. */
  start(): void
  /** Aborts what runs between two steps; the next run, of whichever server, does the rest. */
  stop(): Promise<void>
}

/**
 * Periodic maintenance. Each server does all of it: a task that two do at the same moment finds what the other has done, or a locked row.
 */
export function createMaintenance(deps: MaintenanceDeps): Maintenance {
  const { db, clock, log, responses, photos, cards, mailDir, closing } = deps
  const stopping = new AbortController()
  const signal = AbortSignal.any([closing, stopping.signal])
  const daysAgo = (days: number) => new Date(clock.nowMs() - days * DAY_MS)
  const monthsAgo = (months: number) => monthsBefore(nowDate(clock), months)
  const hourly = (name: string, work: Task['run']): Task => ({ name, everyMs: HOUR_MS, run: work })
  const daily = (name: string, work: Task['run']): Task => ({ name, everyMs: DAY_MS, run: work })

  const tasks: Task[] = [
    { name: 'send reminders', everyMs: MINUTE_MS, run: () => sendDueReminders(db, nowSeconds(clock)) },
    hourly('top up schedules', async () => {
      if ((await topUpSchedules(db, nowSeconds(clock), signal)) > 0) responses.clear()
    }),
    hourly('enqueue nightly imports', () => enqueueNightlyImports(db, clock)),
    hourly('enqueue the week’s mail', () => enqueueWeek(db, clock)),
    hourly('delete stored responses', () => deleteOldResponses(db, clock)),
    // Subscriptions go before the sessions, with which the rows of their browsers go.
    hourly('delete idle push subscriptions', () => deleteIdleSubscriptions(db, nowDate(clock))),
    hourly('delete expired sessions', () => db.delete(sessions).where(lt(sessions.expiresAt, daysAgo(7)))),
    hourly('delete expired links', () => db.delete(mailTokens).where(lt(mailTokens.expiresAt, daysAgo(7)))),
    hourly('delete old registrations', () =>
      db.delete(registrations).where(lt(registrations.createdAt, daysAgo(REGISTRATION_DAYS))),
    ),
    hourly('delete finished jobs', () => db.delete(jobs).where(lt(jobs.doneAt, daysAgo(DONE_JOB_DAYS)))),
    hourly('delete visitors’ events that are not published', () =>
      deleteVisitorsEvents(db, nowDate(clock), signal),
    ),
    hourly('remove old contact addresses', () => removeOldContactAddresses(db, nowDate(clock))),
    hourly('delete old support messages', () =>
      db.delete(contactForms).where(lt(contactForms.createdAt, monthsAgo(SUPPORT_MESSAGE_MONTHS))),
    ),
    hourly('delete old requests of the week’s mail', () =>
      db
        .delete(weekRequests)
        .where(lt(weekRequests.createdAt, new Date(clock.nowMs() - LINK_LIFETIME_MS.confirm))),
    ),
    hourly('delete old activities', () =>
      db.delete(activities).where(lt(activities.createdAt, monthsAgo(ACTIVITY_MONTHS))),
    ),
    hourly('delete old mail counts', () =>
      db.delete(mailCounts).where(lt(mailCounts.day, dayOf(nowDate(clock)))),
    ),
    hourly('delete old removals', async () => {
      await deleteOldRemovals(db, daysAgo(REMOVAL_DAYS))
      // A cursor from before them has expired, in this server's memory, too.
      responses.clear()
    }),
    hourly('delete old mail files', () => removeOldMails(mailDir, daysAgo(MAIL_FILE_DAYS))),
    daily('remove photos that nothing shows', () => photos.sweep(signal)),
    daily('remove old pictures of links', () => removeOldFiles(cards, daysAgo(CARD_DAYS).getTime())),
  ]

  async function run(everyMs?: number): Promise<void> {
    for (const task of tasks.filter((one) => everyMs === undefined || one.everyMs === everyMs)) {
      if (signal.aborted) return
      try {
        await task.run()
      } catch (error) {
        log.error({ err: error, task: task.name }, 'a maintenance task failed')
      }
    }
  }

  const timers: NodeJS.Timeout[] = []
  const running = new Map<number, Promise<void>>()

  function runUnlessRunning(everyMs: number): void {
    if (running.has(everyMs)) return
    running.set(
      everyMs,
      run(everyMs).finally(() => running.delete(everyMs)),
    )
  }

  return {
    run,
    start() {
      for (const everyMs of [MINUTE_MS, HOUR_MS, DAY_MS]) {
        runUnlessRunning(everyMs)
        timers.push(setInterval(runUnlessRunning, everyMs, everyMs).unref())
      }
    },
    async stop() {
      timers.forEach(clearInterval)
      stopping.abort()
      await Promise.all(running.values())
    },
  }
}

/** A replica that was away for longer syncs everything again: its cursor gets CURSOR_EXPIRED. */
async function deleteOldRemovals(db: Database, before: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const gone = await tx
      .delete(removedEvents)
      .where(lt(removedEvents.removedAt, before))
      .returning({ changeSeq: removedEvents.changeSeq })
    if (gone.length === 0) return
    const newest = Math.max(...gone.map(({ changeSeq }) => changeSeq))
    await tx.update(changeCounter).set({ oldest: sql`greatest(${changeCounter.oldest}, ${newest})` })
  })
}

/** The hour by the village's clock when nobody edits, and calendars have their changes of the day. */
const NIGHT_HOUR = 3

async function enqueueNightlyImports(db: Database, clock: Clock): Promise<void> {
  const wall = villageClock(nowSeconds(clock))
  if (wall.hour < NIGHT_HOUR) return
  const sources = await db
    .select({ id: importSources.id })
    .from(importSources)
    .where(and(eq(importSources.isNightly, true), isNotNull(importSources.url)))
  for (const { id } of sources)
    await enqueueReading(db, { sourceId: id, day: wall.toPlainDate().toString(), now: nowDate(clock) })
}

/** Enqueues the next week's mail for its Thursday, once for all servers: it leaves though none of them runs at that very minute. */
export async function enqueueWeek(db: Database, clock: Clock): Promise<void> {
  const { week, atSeconds: at } = nextWeekMail(nowSeconds(clock))
  const job = { dedupeKey: `week:${week}`, payload: { week, at } }
  await enqueueJobs(db, 'week', [job], { now: nowDate(clock), runAt: atSeconds(at) })
}

const BATCH = 100

/**
 * Keeps recurring events stored 90 days ahead (rules 4.5), and adds what is new to the next delta of replicas. Returns how many events
 * were processed. An event is locked while it is topped up, so that two servers never add the same occurrence twice. Stops between two
 * events when it is aborted: they stay due.
 */
async function topUpSchedules(db: Database, now: number, signal?: AbortSignal): Promise<number> {
  const horizon = atSeconds(now + (MATERIALISED_DAYS - 1) * SECONDS_PER_DAY)
  let count = 0
  for (;;) {
    const due = await db
      .select({ id: events.id })
      .from(events)
      .where(and(isNotNull(events.materialisedUntil), lt(events.materialisedUntil, horizon)))
      .orderBy(events.materialisedUntil)
      .limit(BATCH)
    let hasChanged = false
    for (const { id } of due) {
      if (signal?.aborted === true) return count
      count += 1
      hasChanged = (await db.transaction((tx) => topUp(tx, id, now))) || hasChanged
    }
    // An event whose next occurrence is beyond the horizon stays due; one pass over such is enough.
    if (due.length < BATCH || !hasChanged) return count
  }
}

async function topUp(tx: Queryable, id: string, now: number): Promise<boolean> {
  const [event] = await tx.select().from(events).where(eq(events.id, id)).for('update')
  if (event === undefined || event.materialisedUntil === null) return false
  const storedUntil = secondsOf(event.materialisedUntil)
  const { schedules: all, until } = materialise(event.timetable, now)
  const added = all.filter((schedule) => schedule.start_time > storedUntil)
  if (added.length > 0) await tx.insert(schedules).values(scheduleRows(id, added))
  const isPublishedChange = added.length > 0 && event.status === 'PUBLISHED'
  await tx
    .update(events)
    .set({
      materialisedUntil: until === null ? null : atSeconds(Math.max(until, storedUntil)),
      ...(isPublishedChange && { changeSeq: await nextChange(tx) }),
    })
    .where(eq(events.id, id))
  return until === null || until > storedUntil
}

/** The rows that one statement deletes: it has 20 s. */
const RETENTION_BATCH = 200

const monthsBefore = (now: Date, months: number) =>
  sql`${now.toISOString()}::timestamptz - ${months} * interval '1 month'`

/**
 * Removes the contact addresses of events whose last occurrence is over for a year. A recurring event that goes on is not:
 * it has occurrences that are not stored yet. In the order in which others lock events; one that is being changed at this moment is left
 * to the next run.
 */
async function removeOldContactAddresses(db: Queryable, now: Date): Promise<void> {
  await db.execute(sql`
    update events set email = '' where id in (
      select e.id from events e
      where e.email <> '' and e.materialised_until is null and not exists (
        select 1 from schedules s
        where s.event_id = e.id and s.end_at >= ${monthsBefore(now, CONTACT_ADDRESS_MONTHS)})
      order by e.id for update skip locked)`)
}

/**
 * Deletes events without an account that nobody has reviewed in time, or that were rejected long ago. Otherwise anonymous clients could
 * fill the disk for good. That an account has the contact address says nothing: anybody can type it. Nobody gets a mail: the
 * first one said so. Stops between two batches when it is aborted.
 */
async function deleteVisitorsEvents(db: Database, now: Date, signal?: AbortSignal): Promise<void> {
  const before = new Date(now.getTime() - VISITORS_EVENT_DAYS * DAY_MS)
  const isOver = or(
    and(eq(events.status, 'ON_REVIEW'), lt(events.createdAt, before)),
    and(eq(events.status, 'REJECTED'), lt(events.reviewedAt, before)),
  )
  for (;;) {
    const { done } = await db.transaction(async (tx) => {
      const expired = await tx
        .select({ id: events.id })
        .from(events)
        // Nor has what was imported an account; whoever rejected it does not want it anew.
        .where(and(isNull(events.userId), isNull(events.importUid), isOver))
        .limit(RETENTION_BATCH)
        // One that is being reviewed at this moment is left to the reviewer.
        .for('update', { skipLocked: true })
      const ids = expired.map(({ id }) => id)
      return deleteEvents(tx, ids, secondsOf(now))
    })
    if (done.length < RETENTION_BATCH || signal?.aborted === true) return
  }
}

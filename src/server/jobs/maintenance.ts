import { setTimeout as sleep } from 'node:timers/promises'
import { and, isNotNull, lt, sql, eq, isNull, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import {
  changeCounter,
  idempotencyKeys,
  jobs,
  mailTokens,
  registrations,
  removedEvents,
  sessions,
  importSources,
  events,
  activities,
  contactForms,
  mailCounts,
  weekRequests,
} from '@/server/platform/database/schema'
import { atSeconds, secondsOf, type Database, type Queryable } from '@/server/platform/database/client'
import { deleteIdleSubscriptions } from '@/server/platform/database/accounts/push-subscriptions'
import { nowDate, nowSeconds, type Clock } from '@/server/platform/process/clock'
import { RESPONSE_DAYS } from '@/server/http/routing/idempotency'
import type { PhotoUploads } from '@/server/http/photos/photo-uploads'
import { removeOldFiles, type FileStore } from '@/server/platform/photos/stores/store'
import { openDiskStore } from '@/server/platform/photos/stores/disk-store'
import type { Log } from '@/server/platform/process/logger'
import { villageClock, nextWeekMail } from '@/domain/time/village-time'
import { enqueueJobs } from '@/server/platform/queue/job-queue'
import { MATERIALISED_DAYS } from '@/domain/timetables/schedule'
import { SECONDS_PER_DAY } from '@/domain/time/local-time'
import { nextChange, deleteEvents } from '@/server/platform/database/events/change-log'
import { materialise, storeSchedules } from '@/server/platform/database/events/event-dates'
import {
  ACTIVITY_MONTHS,
  CONTACT_ADDRESS_MONTHS,
  SUPPORT_MESSAGE_MONTHS,
  VISITORS_EVENT_DAYS,
} from '@/domain/accounts/account'
import { dayOf } from '@/server/jobs/mails/mail-limits'
import { LINK_LIFETIME_MS } from '@/server/jobs/mails/link-tokens'
import { sendDueReminders } from '@/server/platform/queue/due-reminders'

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
  photos: Pick<PhotoUploads, 'sweep'>
  cards: FileStore
  /** The folder of mails that are written when there is no SMTP, or were before there was. */
  mailDir: string
  /** Aborted when the server closes. */
  closing: AbortSignal
}

/**
 * Periodic maintenance. Each server does all of it: a task that two do at the same moment finds what the other has done, or a locked row.
 */
export function createMaintenance(deps: MaintenanceDeps) {
  const { db, clock, log, photos, cards, mailDir, closing: signal } = deps
  const msAgo = (ms: number) => new Date(clock.nowMs() - ms)
  const daysAgo = (days: number) => msAgo(days * DAY_MS)
  const monthsAgo = (months: number) => monthsBefore(nowDate(clock), months)
  const deleteOlder = (column: PgColumn, than: Date | SQL | string) =>
    db.delete(column.table).where(lt(column, than))

  const tasks: Record<number, Record<string, () => PromiseLike<unknown>>> = {
    [MINUTE_MS]: { 'send reminders': () => sendDueReminders(db, nowSeconds(clock)) },
    [HOUR_MS]: {
      'top up schedules': () => topUpSchedules(db, nowSeconds(clock), signal),
      'enqueue nightly imports': () => enqueueNightlyImports(db, clock),
      'enqueue the week’s mail': () => enqueueWeek(db, clock),
      'delete stored responses': () => deleteOlder(idempotencyKeys.createdAt, daysAgo(RESPONSE_DAYS)),
      // Subscriptions go before the sessions, with which the rows of their browsers go.
      'delete idle push subscriptions': () => deleteIdleSubscriptions(db, nowDate(clock)),
      'delete expired sessions': () => deleteOlder(sessions.expiresAt, daysAgo(7)),
      'delete expired links': () => deleteOlder(mailTokens.expiresAt, daysAgo(7)),
      'delete old registrations': () => deleteOlder(registrations.createdAt, daysAgo(REGISTRATION_DAYS)),
      'delete finished jobs': () => deleteOlder(jobs.doneAt, daysAgo(DONE_JOB_DAYS)),
      'delete visitors’ events that are not published': () =>
        deleteVisitorsEvents(db, nowDate(clock), signal),
      'remove old contact addresses': () => removeOldContactAddresses(db, nowDate(clock)),
      'delete old support messages': () =>
        deleteOlder(contactForms.createdAt, monthsAgo(SUPPORT_MESSAGE_MONTHS)),
      'delete old requests of the week’s mail': () =>
        deleteOlder(weekRequests.createdAt, msAgo(LINK_LIFETIME_MS.confirm)),
      'delete old activities': () => deleteOlder(activities.createdAt, monthsAgo(ACTIVITY_MONTHS)),
      'delete old mail counts': () => deleteOlder(mailCounts.day, dayOf(nowDate(clock))),
      'delete old removals': () => deleteOldRemovals(db, daysAgo(REMOVAL_DAYS)),
      'delete old mail files': async () =>
        removeOldFiles(await openDiskStore(mailDir), daysAgo(MAIL_FILE_DAYS)),
    },
    [DAY_MS]: {
      'remove photos that nothing shows': () => photos.sweep(signal),
      'remove old pictures of links': () => removeOldFiles(cards, daysAgo(CARD_DAYS)),
    },
  }

  async function run(...intervals: (number | string)[]): Promise<void> {
    for (const [task, work] of intervals.flatMap((everyMs) => Object.entries(tasks[Number(everyMs)] ?? {}))) {
      if (signal.aborted) return
      try {
        await work()
      } catch (error) {
        log.error({ err: error, task }, 'a maintenance task failed')
      }
    }
  }

  async function repeat(everyMs: string): Promise<void> {
    while (!signal.aborted) {
      await run(everyMs)
      await sleep(Number(everyMs), undefined, { signal, ref: false }).catch(() => {})
    }
  }

  let repeating: Promise<void>[] = []
  return {
    /** Runs every task once, or those of this interval. One that fails does not keep the others from being run. */
    run: (everyMs?: number) => (everyMs === undefined ? run(...Object.keys(tasks)) : run(everyMs)),
    /** Runs every task, and again at its interval. */
    start() {
      repeating = Object.keys(tasks).map(repeat)
    },
    /** Settles once the server closes, when what runs has stopped between two steps; the next run, of whichever server, does the rest. */
    async settled(): Promise<void> {
      await Promise.all(repeating)
    },
  }
}

/** A replica that was away for longer syncs everything again: its cursor gets CURSOR_EXPIRED. */
async function deleteOldRemovals(db: Database, before: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const gone = await tx.delete(removedEvents).where(lt(removedEvents.removedAt, before)).returning()
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
  const day = wall.toPlainDate().toString()
  const rows = sources.map(({ id }) => ({ dedupeKey: `reading:${id}:${day}`, payload: { source_id: id } }))
  await enqueueJobs(db, 'reading', rows, { now: nowDate(clock) })
}

/** Enqueues the next week's mail for its Thursday, once for all servers: it leaves though none of them runs at that very minute. */
export async function enqueueWeek(db: Database, clock: Clock): Promise<void> {
  const { week, atSeconds: at } = nextWeekMail(nowSeconds(clock))
  const job = { dedupeKey: `week:${week}`, payload: { week, at } }
  await enqueueJobs(db, 'week', [job], { now: nowDate(clock), runAt: atSeconds(at) })
}

const BATCH = 100

/**
 * Keeps recurring events stored 90 days ahead (rules 4.5), and adds what is new to the next delta of replicas. An event is locked while it is topped up, so that two servers never add the same occurrence twice. Stops between two
 * events when it is aborted: they stay due.
 */
async function topUpSchedules(db: Database, now: number, signal: AbortSignal): Promise<void> {
  const horizon = atSeconds(now + (MATERIALISED_DAYS - 1) * SECONDS_PER_DAY)
  for (;;) {
    const due = await db
      .select({ id: events.id })
      .from(events)
      .where(and(isNotNull(events.materialisedUntil), lt(events.materialisedUntil, horizon)))
      .orderBy(events.materialisedUntil)
      .limit(BATCH)
    let hasChanged = false
    for (const { id } of due) {
      if (signal.aborted) return
      hasChanged = (await db.transaction((tx) => topUp(tx, id, now))) || hasChanged
    }
    // An event whose next occurrence is beyond the horizon stays due; one pass over such is enough.
    if (due.length < BATCH || !hasChanged) return
  }
}

async function topUp(tx: Queryable, id: string, now: number): Promise<boolean> {
  const [event] = await tx.select().from(events).where(eq(events.id, id)).for('update')
  if (event === undefined || event.materialisedUntil === null) return false
  const storedUntil = secondsOf(event.materialisedUntil)
  const { schedules: all, until } = materialise(event.timetable, now)
  const added = all.filter((schedule) => schedule.start_time > storedUntil)
  await storeSchedules(tx, id, added)
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
async function deleteVisitorsEvents(db: Database, now: Date, signal: AbortSignal): Promise<void> {
  const before = new Date(now.getTime() - VISITORS_EVENT_DAYS * DAY_MS)
  const isOver = or(
    and(eq(events.status, 'ON_REVIEW'), lt(events.createdAt, before)),
    and(eq(events.status, 'REJECTED'), lt(events.reviewedAt, before)),
  )
  // Nor has what was imported an account; whoever rejected it does not want it anew.
  const isVisitors = and(isNull(events.userId), isNull(events.importUid), isOver)
  for (;;) {
    const { done } = await db.transaction(async (tx) => {
      // One that is being reviewed at this moment is left to the reviewer.
      const locking = tx.select().from(events).where(isVisitors).limit(RETENTION_BATCH)
      const expired = await locking.for('update', { skipLocked: true })
      const ids = expired.map(({ id }) => id)
      return deleteEvents(tx, ids, secondsOf(now))
    })
    if (done.length < RETENTION_BATCH || signal.aborted) return
  }
}

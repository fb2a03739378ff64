import { randomUUID } from 'node:crypto'
import { and, isNotNull, lt, sql, eq, isNull, or } from 'drizzle-orm'
import pLimit from 'p-limit'
import {
  changeCounter,
  jobs,
  limitCounts,
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
import { atSeconds, secondsOf } from '@/server/platform/database/client'
import type { Database, Queryable } from '@/server/platform/database/client'
import { deleteIdleSubscriptions } from '@/server/platform/database/accounts/push-subscriptions'
import type { ResponseCache } from '@/server/http/caching/response-cache'
import { nowDate, nowSeconds } from '@/server/platform/process/clock'
import type { Clock } from '@/server/platform/process/clock'
import { deleteOldResponses } from '@/server/http/routing/idempotency'
import type { SweepablePhotoUploads } from '@/server/http/photos/photo-uploads'
import type { WaitingUploads } from '@/server/http/photos/waiting-uploads'
import type { FileStore } from '@/server/platform/photos/stores/store'
import { removeOldMails } from '@/server/platform/mail/file-mailer'
import { deleteExpiredTokens } from '@/server/http/limits/sender-proof/proof-of-work'
import type { Log } from '@/server/platform/process/logger'
import { villageClock, nextWeekMail } from '@/domain/time/village-time'
import { enqueueReading } from '@/server/platform/queue/job-queue'
import { MATERIALISED_DAYS } from '@/domain/timetables/schedule'
import { SECONDS_PER_DAY } from '@/domain/time/local-time'
import { nextChange, deleteEvents } from '@/server/platform/database/events/change-log'
import { storeEventDays, materialise, scheduleRows } from '@/server/platform/database/events/stored-schedules'
import {
  ACTIVITY_MONTHS,
  CONTACT_ADDRESS_MONTHS,
  SUPPORT_MESSAGE_MONTHS,
  VISITORS_EVENT_DAYS,
} from '@/domain/accounts/account'
import { dayOf } from '@/server/jobs/mails/mail-limits'
import { LINK_LIFETIME_MS } from '@/server/jobs/mails/account-mails'
import type { JobKind } from './job-runner'

type Tasks = Record<string, () => Promise<unknown>>

const HOUR_MS = 3_600_000
/** Work that a stop has cut short is due again after this, for another server or the next start. */
const CUT_SHORT_MS = 60_000
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
  photos: Pick<SweepablePhotoUploads, 'sweep' | 'removeUnreferenced'>
  uploads: Pick<WaitingUploads, 'sweep'>
  cards: FileStore
  /** Whether photos and uploads are in a bucket, which one of all servers sweeps. */
  sharesPhotos?: boolean
  /** The folder of mails that are written when there is no SMTP; it may not be there. */
  mailDir: string
  /** Aborted when the server closes: it is waited for after what is in flight, and ends before. */
  closing: AbortSignal
}

export interface Maintenance {
  /** Runs every task once. One that fails does not keep the others from being run. */
  run(): Promise<void>
  /** The tasks of the database as a job: of several servers one does them. */
  job: JobKind
  /** Begins the hourly tasks: those of this server's disk here, those of the database by a job of the hour. */
  start(): void
  /** Aborts what runs between two steps; the next run, of whichever server, does the rest. */
  stop(): Promise<void>
}

/** Periodic maintenance of the database and the photo store: every hour, and at start unless a server has done it in this hour. */
export function createMaintenance(deps: MaintenanceDeps): Maintenance {
  const { db, clock, log, responses, photos, uploads, cards, sharesPhotos = false, mailDir, closing } = deps
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  const stopping = new AbortController()
  const signal = AbortSignal.any([closing, stopping.signal])

  const ofPhotos: Tasks = {
    'remove orphaned photos': () => photos.sweep(clock, signal),
    'remove uploads that nothing names': () => uploads.sweep(),
    'remove old pictures of links': () => removeOldFiles(cards, daysAgo(CARD_DAYS)),
  }
  const ofDatabase: Tasks = {
    'top up schedules': () => topUpSchedules(db, nowSeconds(clock), signal),
    'enqueue nightly imports': () => enqueueNightlyImports(db, clock),
    'enqueue the week’s mail': () => enqueueWeek(db, clock),
    'delete stored responses': () => deleteOldResponses(db, clock),
    // Subscriptions go before the sessions, with which the rows of their browsers go.
    'delete idle push subscriptions': () => deleteIdleSubscriptions(db, nowDate(clock)),
    'delete expired sessions': () => db.delete(sessions).where(lt(sessions.expiresAt, daysAgo(7))),
    'delete expired links': () => db.delete(mailTokens).where(lt(mailTokens.expiresAt, daysAgo(7))),
    'delete old registrations': () =>
      db.delete(registrations).where(lt(registrations.createdAt, daysAgo(REGISTRATION_DAYS))),
    'delete finished jobs': () =>
      db.delete(jobs).where(and(isNotNull(jobs.doneAt), lt(jobs.doneAt, daysAgo(DONE_JOB_DAYS)))),
    'delete visitors’ events that are not published': () =>
      deleteVisitorsEvents(db, photos, nowDate(clock), signal),
    'remove old contact addresses': () => removeOldContactAddresses(db, nowDate(clock)),
    'delete old support messages': () =>
      db
        .delete(contactForms)
        .where(lt(contactForms.createdAt, monthsBefore(nowDate(clock), SUPPORT_MESSAGE_MONTHS))),
    'delete old requests of the week’s mail': () =>
      db
        .delete(weekRequests)
        .where(lt(weekRequests.createdAt, new Date(clock.nowMs() - LINK_LIFETIME_MS.confirm))),
    'delete old activities': () =>
      db.delete(activities).where(lt(activities.createdAt, monthsBefore(nowDate(clock), ACTIVITY_MONTHS))),
    'delete old mail counts': () => db.delete(mailCounts).where(lt(mailCounts.day, dayOf(nowDate(clock)))),
    'delete limits’ windows that have ended': () =>
      db.delete(limitCounts).where(lt(limitCounts.endsAt, nowDate(clock))),
    'delete expired tokens': () => deleteExpiredTokens(db, clock),
    'delete old removals': () => deleteOldRemovals(db, daysAgo(REMOVAL_DAYS)),
    'show what has changed': async () => responses.clear(),
    ...(sharesPhotos && ofPhotos),
  }
  const ofDisk: Tasks = {
    'delete old mail files': () => removeOldMails(mailDir, daysAgo(MAIL_FILE_DAYS)),
    ...(!sharesPhotos && ofPhotos),
  }
  const daysAgo = (days: number) => new Date(clock.nowMs() - days * DAY_MS)

  async function runAll(tasks: Tasks): Promise<void> {
    for (const [task, work] of Object.entries(tasks)) {
      if (signal.aborted) return
      try {
        await work()
      } catch (error) {
        log.error({ err: error, task }, 'a maintenance task failed')
      }
    }
  }

  /** Enqueues under a key of the hour: the second server finds that it is there. */
  async function enqueueForThisHour(): Promise<void> {
    const now = nowDate(clock)
    const dedupeKey = `maintenance:${now.toISOString().slice(0, 13)}`
    await enqueueOnce(db, { kind: 'maintenance', dedupeKey, payload: {}, runAt: now, createdAt: now }).catch(
      (error: unknown) => log.error({ err: error }, 'the maintenance of this hour was not enqueued'),
    )
  }

  function runUnlessRunning(): void {
    running ??= Promise.all([enqueueForThisHour(), runAll(ofDisk)])
      .then(() => undefined)
      .finally(() => {
        running = undefined
      })
  }

  return {
    run: () => runAll({ ...ofDatabase, ...ofDisk }),
    job: {
      async run({ now }) {
        await runAll(ofDatabase)
        return signal.aborted ? { until: new Date(now.getTime() + CUT_SHORT_MS) } : undefined
      },
      abort: async () => stopping.abort(),
    },
    start() {
      runUnlessRunning()
      timer = setInterval(runUnlessRunning, HOUR_MS).unref()
    },
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}

async function removeOldFiles(files: FileStore, before: Date): Promise<void> {
  for (const { name, writtenAtMs } of await files.list())
    if (writtenAtMs < before.getTime()) await files.remove(name)
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
  await enqueueOnce(db, {
    kind: 'week',
    dedupeKey: `week:${week}`,
    payload: { week, at },
    runAt: atSeconds(at),
    createdAt: nowDate(clock),
  })
}

async function enqueueOnce(db: Queryable, job: Omit<typeof jobs.$inferInsert, 'id'>): Promise<void> {
  await db
    .insert(jobs)
    .values({ id: randomUUID(), ...job })
    .onConflictDoNothing({ target: jobs.dedupeKey })
}

const BATCH = 100
/** Connections that it takes of the pool: visitors need the others, and all of them end at the one change counter anyway. */
const AT_A_TIME = 2

/**
 * Keeps recurring events stored 90 days ahead (rules 4.5), and adds what is new to the next delta of replicas. Returns how many events
 * were processed. An event is locked while it is topped up, so that two servers never add the same occurrence twice. Stops between two
 * events when it is aborted: they stay due.
 */
async function topUpSchedules(db: Database, now: number, signal?: AbortSignal): Promise<number> {
  const limit = pLimit(AT_A_TIME)
  const horizon = atSeconds(now + (MATERIALISED_DAYS - 1) * SECONDS_PER_DAY)
  let count = 0
  for (;;) {
    const due = await db
      .select({ id: events.id })
      .from(events)
      .where(and(isNotNull(events.materialisedUntil), lt(events.materialisedUntil, horizon)))
      .orderBy(events.materialisedUntil)
      .limit(BATCH)
    const topUpOne = async (id: string) => {
      if (signal?.aborted === true) return false
      count += 1
      return db.transaction((tx) => topUp(tx, id, now))
    }
    const changed = await Promise.all(due.map(({ id }) => limit(topUpOne, id)))
    // An event whose next occurrence is beyond the horizon stays due; one pass over such is enough.
    if (due.length < BATCH || !changed.some(Boolean)) return count
  }
}

async function topUp(tx: Queryable, id: string, now: number): Promise<boolean> {
  const [event] = await tx.select().from(events).where(eq(events.id, id)).for('update')
  if (event === undefined || event.materialisedUntil === null) return false
  const storedUntil = secondsOf(event.materialisedUntil)
  const { schedules: all, until } = materialise(event.timetable, now)
  const added = all.filter((schedule) => schedule.start_time > storedUntil)
  if (added.length > 0) {
    await tx.insert(schedules).values(scheduleRows(id, added))
    await storeEventDays(tx, [id])
  }
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
async function deleteVisitorsEvents(
  db: Database,
  photos: { removeUnreferenced(names: readonly string[]): Promise<void> },
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const before = new Date(now.getTime() - VISITORS_EVENT_DAYS * DAY_MS)
  const isOver = or(
    and(eq(events.status, 'ON_REVIEW'), lt(events.createdAt, before)),
    and(eq(events.status, 'REJECTED'), lt(events.reviewedAt, before)),
  )
  for (;;) {
    const deletion = await db.transaction(async (tx) => {
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
    await photos.removeUnreferenced([...new Set(deletion.photos)])
    if (deletion.done.length < RETENTION_BATCH || signal?.aborted === true) return
  }
}

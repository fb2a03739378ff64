import { randomUUID } from 'node:crypto'
import { and, isNotNull, lt, sql } from 'drizzle-orm'
import {
  changeCounter,
  jobs,
  limitCounts,
  mailTokens,
  registrations,
  removedEvents,
  sessions,
} from '@/server/platform/database/schema'
import type { Database } from '@/server/platform/database/client'
import { deleteIdleSubscriptions } from '@/server/platform/database/accounts/push-subscriptions'
import type { ResponseCache } from '@/server/http/caching/response-cache'
import { nowDate, nowSeconds } from '@/server/platform/process/clock'
import type { Clock } from '@/server/platform/process/clock'
import { deleteOldResponses } from '@/server/http/routing/idempotency'
import type { SweepablePhotoUploads } from '@/server/http/photos/photo-uploads'
import type { WaitingUploads } from '@/server/http/photos/waiting-uploads'
import { removeOldMails } from '@/server/platform/mail/file-mailer'
import { deleteExpiredTokens } from '@/server/http/limits/sender-proof/used-tokens'
import { enqueueWeek } from './enqueue-week'
import type { JobKind } from './job-runner'
import { enqueueNightlyImports } from './nightly-imports'
import {
  deleteOldActivities,
  deleteOldMailCounts,
  deleteOldSupportMessages,
  deleteOldWeekRequests,
  deleteVisitorsEvents,
  removeOldContactAddresses,
} from './retention'
import { topUpSchedules } from './top-up-schedules'
import type { Log } from '@/server/platform/process/logger'

type Tasks = Record<string, () => Promise<unknown>>

const HOUR_MS = 3_600_000
/** Work that a stop has cut short is due again after this, for another server or the next start. */
const CUT_SHORT_MS = 60_000
const DAY_MS = 24 * HOUR_MS
const DONE_JOB_DAYS = 30
const REMOVAL_DAYS = 90
/** They hold links, and what people wrote. */
const MAIL_FILE_DAYS = 30
/** A registration whose address is not confirmed is deleted after so many days. */
const REGISTRATION_DAYS = 30

interface MaintenanceDeps {
  db: Database
  clock: Clock
  log: Log<'warn' | 'error'>
  responses: ResponseCache
  photos: Pick<SweepablePhotoUploads, 'sweep' | 'removeUnreferenced'>
  uploads: Pick<WaitingUploads, 'sweep'>
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
  const { db, clock, log, responses, photos, uploads, sharesPhotos = false, mailDir, closing } = deps
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  const stopping = new AbortController()
  const signal = AbortSignal.any([closing, stopping.signal])

  const ofPhotos: Tasks = {
    'remove orphaned photos': () => photos.sweep(clock, signal),
    'remove uploads that nothing names': () => uploads.sweep(),
  }
  const ofDatabase: Tasks = {
    'top up schedules': async () => {
      if ((await topUpSchedules(db, nowSeconds(clock), signal)) > 0) responses.clear()
    },
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
    'delete old support messages': () => deleteOldSupportMessages(db, nowDate(clock)),
    'delete old requests of the week’s mail': () => deleteOldWeekRequests(db, nowDate(clock)),
    'delete old activities': () => deleteOldActivities(db, nowDate(clock)),
    'delete old mail counts': () => deleteOldMailCounts(db, nowDate(clock)),
    'delete limits’ windows that have ended': () =>
      db.delete(limitCounts).where(lt(limitCounts.endsAt, nowDate(clock))),
    'delete expired tokens': () => deleteExpiredTokens(db, clock),
    'delete old removals': () => deleteOldRemovals(db, daysAgo(REMOVAL_DAYS)),
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
    await db
      .insert(jobs)
      .values({
        id: randomUUID(),
        kind: 'maintenance',
        dedupeKey: `maintenance:${now.toISOString().slice(0, 13)}`,
        payload: {},
        runAt: now,
        createdAt: now,
      })
      .onConflictDoNothing({ target: jobs.dedupeKey })
      .catch((error: unknown) => log.error({ err: error }, 'the maintenance of this hour was not enqueued'))
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

import { and, eq, isNull, gte, min, sql } from 'drizzle-orm'
import type { Queryable } from '@/server/platform/database/client'
import { jobs } from '@/server/platform/database/schema'
import { nowDate, type Clock } from '@/server/platform/process/clock'
import type { Log } from '@/server/platform/process/logger'

export interface Job {
  id: string
  payload: unknown
  /** Names the occasion; the same again is the same work. */
  dedupeKey: string
  now: Date
}

/** It is not the time for a job: it runs again later, and that is no failure. */
export interface PutOff {
  until: Date
}

/** The job has sent something. `record` stores that in the transaction that ends the job, so that no failure sends it again. */
export interface Completed {
  record(tx: Queryable): Promise<unknown>
}

export interface JobKind {
  /** Whatever may fail after the sending belongs in `Completed`: a job that throws is run again. */
  run(job: Job): Promise<PutOff | Completed | void>
  isPermanent?(error: unknown): boolean
  /** Whether nothing of a job may stay when it is given up, so that nobody can try it again. */
  leavesNothing?(payload: unknown): boolean
  /** Whether jobs with a priority have a worker of their own, besides the one that takes them with all others. */
  hasUrgentWorker?: boolean
  /** Aborts what `run` waits for, so that it settles: the server stops. */
  abort?(): Promise<void>
}

export interface JobRunner {
  /** Runs everything that is due now; returns how many jobs. */
  runDue(): Promise<number>
  /** Called when a job was enqueued: polls soon, not at the next interval. */
  notify(): void
  start(): void
  /** Claims no other job, and finishes those in flight; aborts them when they take too long, for a later retry. */
  stop(): Promise<void>
}

/** The interval while a job runs; three renewals may fail before somebody else does the same. */
const RENEW_EVERY_MS = 30_000
/** The retries of five days, as RFC 5321 4.5.4.1 requires: nobody repairs a mail server over a long weekend. */
const MAX_ATTEMPTS = 31
/** Jobs of this priority are what somebody waits for in front of the screen (PRIORITIES of queue/job-queue). */
const URGENT_PRIORITY = 1
/** A done job has no payload: what people wrote stays in the table no longer than it has to. A given-up one may be tried again. */
const NO_PAYLOAD = {}
/** It is well below the time that a stop may take altogether. */
const STOP_TIMEOUT_MS = 3_000

interface RunnerDeps {
  db: Queryable
  clock: Clock
  log: Log<'warn' | 'error'>
  kinds: Record<string, JobKind>
  stopTimeoutMs?: number
  renewEveryMs?: number
}

/**
 * The workers of each kind of job in the table `jobs`, one job at a time each: what hangs holds up its own kind only, and of that
 * nothing urgent. Several servers may do so side by side (`FOR UPDATE SKIP LOCKED`).
 */
export function createJobRunner({
  db,
  clock,
  log,
  kinds,
  stopTimeoutMs = STOP_TIMEOUT_MS,
  renewEveryMs = RENEW_EVERY_MS,
}: RunnerDeps): JobRunner {
  let stopped = false
  const named = Object.entries(kinds)
  const workers = named.flatMap(([name, kind]) =>
    (kind.hasUrgentWorker === true ? [0, URGENT_PRIORITY] : [0]).map((minPriority) =>
      createWorker(async () => {
        try {
          await processQueue(name, kind, minPriority)
          return stopped ? undefined : await nextDueInMs(db, name, minPriority, nowDate(clock))
        } catch (error) {
          log.error({ err: error, kind: name }, 'the job queue could not be processed')
          return undefined
        }
      }),
    ),
  )

  /** Jobs that are done, but the database was away when that was to be stored: running them again would be doing them twice. */
  const completed = new Map<string, Completed | void>()
  let recording: Promise<void> | undefined

  /** Workers that begin at the same moment wait for one of them: none may claim such a job, or record it a second time. */
  function recordCompleted(): Promise<void> {
    recording ??= recordAll().finally(() => (recording = undefined))
    return recording
  }

  async function recordAll(): Promise<void> {
    for (const [id, outcome] of completed) {
      completed.delete(id)
      await recordDone(id, outcome)
    }
  }

  async function processQueue(name: string, kind: JobKind, minPriority = 0): Promise<number> {
    await recordCompleted()
    const claimNext = async () => (stopped ? undefined : claimJob(db, name, minPriority, nowDate(clock)))
    let count = 0
    for (let job = await claimNext(); job !== undefined; job = await claimNext()) {
      await run(job, kind)
      count += 1
    }
    return count
  }

  async function run(job: ClaimedJob, kind: JobKind): Promise<void> {
    let outcome: PutOff | Completed | void
    try {
      outcome = await underLease(job, () =>
        kind.run({ id: job.id, payload: job.payload, dedupeKey: job.dedupe_key, now: nowDate(clock) }),
      )
    } catch (error) {
      return await recordFailure(job, kind, error)
    }
    if (outcome !== undefined && 'until' in outcome) return await recordPutOff(job, outcome)
    await recordDone(job.id, outcome)
  }

  /** One renewal after another, none after the work: a late one would shorten the lease again, or move the next attempt. */
  async function underLease<T>(job: ClaimedJob, work: () => Promise<T>): Promise<T> {
    let renewing: Promise<void> | undefined
    const renewal = setInterval(() => {
      renewing ??= renewLease(job).finally(() => (renewing = undefined))
    }, renewEveryMs).unref()
    try {
      return await work()
    } finally {
      clearInterval(renewal)
      await renewing
    }
  }

  /** Renews the attempt that is this server's: one that another has claimed meanwhile is left alone. */
  async function renewLease({ id, attempts }: ClaimedJob): Promise<void> {
    await db
      .update(jobs)
      .set({ runAt: new Date(clock.nowMs() + LEASE_MS) })
      .where(and(eq(jobs.id, id), eq(jobs.attempts, attempts), isNull(jobs.doneAt)))
      .catch((error: unknown) => log.warn({ err: error, job: id }, 'the lease of a job was not renewed'))
  }

  async function recordDone(id: string, outcome: Completed | void): Promise<void> {
    try {
      await db.transaction(async (tx) => {
        await outcome?.record(tx)
        await tx
          .update(jobs)
          .set({ doneAt: nowDate(clock), lastError: null, payload: NO_PAYLOAD })
          .where(eq(jobs.id, id))
      })
    } catch (error) {
      completed.set(id, outcome)
      throw error
    }
  }

  async function recordPutOff(job: ClaimedJob, { until }: PutOff): Promise<void> {
    await db
      .update(jobs)
      .set({ runAt: until, attempts: job.attempts - 1 })
      .where(eq(jobs.id, job.id))
  }

  async function recordFailure(job: ClaimedJob, kind: JobKind, error: unknown): Promise<void> {
    // A failure because this server stops says nothing about the job.
    const isOver = !stopped && (job.attempts >= MAX_ATTEMPTS || kind.isPermanent?.(error) === true)
    log[isOver ? 'error' : 'warn'](
      { err: error, job: job.id, kind: job.kind, attempts: job.attempts },
      'a job failed',
    )
    const retryAt = new Date(clock.nowMs() + retryAfterMs(job.attempts))
    await db
      .update(jobs)
      .set({
        lastError: nameOf(error),
        ...(isOver ? { doneAt: nowDate(clock) } : { runAt: retryAt }),
        ...(isOver && kind.leavesNothing?.(job.payload) === true && { payload: NO_PAYLOAD }),
      })
      .where(eq(jobs.id, job.id))
  }

  async function abortAll(): Promise<void> {
    for (const [name, kind] of named)
      await kind.abort?.().catch((error: unknown) => {
        log.error({ err: error, kind: name }, 'a job could not be aborted')
      })
  }

  return {
    async runDue() {
      const counts = await Promise.all(named.map(([name, kind]) => processQueue(name, kind)))
      return counts.reduce((sum, count) => sum + count, 0)
    },
    notify: () => workers.forEach((worker) => worker.notify()),
    start: () => workers.forEach((worker) => worker.start()),
    async stop() {
      stopped = true
      const timeout = setTimeout(abortAll, stopTimeoutMs)
      await Promise.all(workers.map((worker) => worker.stop()))
      clearTimeout(timeout)
    },
  }
}

/** The part of an error that is stored: messages of mail servers repeat addresses. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : ''
  return `${error.name}${code}`
}

export interface Worker {
  /** Polls at once, and then at every interval. */
  start(): void
  /** Called when a job was enqueued: polls soon, or right after the poll in flight, which may have looked too early. */
  notify(): void
  /** Starts no other poll, and settles when the one in flight has ended. */
  stop(): Promise<void>
}

export const POLL_INTERVAL_MS = 20_000
/** The delay makes one poll of several writes of one moment. */
export const NOTIFY_DELAY_MS = 50

/**
 * Runs `poll`, which never rejects, again and again, and never twice at a time. It resolves with the milliseconds until the next job
 * that it knows of is due.
 */
export function createWorker(poll: () => Promise<number | undefined>): Worker {
  let isStarted = false
  let isNotified = false
  let timer: NodeJS.Timeout | undefined
  let inFlight: Promise<unknown> | undefined

  const schedule = (delayMs: number) => {
    clearTimeout(timer)
    if (isStarted) timer = setTimeout(run, delayMs).unref()
  }

  async function pollOnce(): Promise<void> {
    const dueInMs = (await poll()) ?? POLL_INTERVAL_MS
    inFlight = undefined
    schedule(isNotified ? 0 : Math.min(Math.max(dueInMs, NOTIFY_DELAY_MS), POLL_INTERVAL_MS))
  }

  function run(): void {
    isNotified = false
    inFlight = pollOnce()
  }

  return {
    start() {
      isStarted = true
      schedule(0)
    },
    notify() {
      // The poll of the first notification is scheduled; moving it would put it off for as long as people write.
      if (isNotified) return
      isNotified = true
      if (inFlight === undefined) schedule(NOTIFY_DELAY_MS)
    },
    async stop() {
      isStarted = false
      clearTimeout(timer)
      await inFlight
    },
  }
}

/** A job whose server died is claimed again after this time. */
const LEASE_MS = 2 * 60_000
const FIRST_RETRY_MS = 15_000
const LONGEST_RETRY_MS = 6 * 3_600_000

interface ClaimedJob {
  id: string
  kind: string
  dedupe_key: string
  payload: unknown
  attempts: number
}

/** Claims one due job of a kind: the same statement puts it off by the lease, so a crash releases it by itself. */
async function claimJob(
  db: Queryable,
  kind: string,
  minPriority: number,
  now: Date,
): Promise<ClaimedJob | undefined> {
  const lease = new Date(now.getTime() + LEASE_MS)
  const { rows } = await db.execute<ClaimedJob & Record<string, unknown>>(sql`
    update jobs set attempts = attempts + 1, run_at = ${lease.toISOString()}::timestamptz
    where id = (
      select id from jobs
      where kind = ${kind} and priority >= ${minPriority} and done_at is null and run_at <= ${now.toISOString()}::timestamptz
      order by priority desc nulls last, run_at limit 1 for update skip locked
    )
    returning id, kind, dedupe_key, payload, attempts`)
  return rows[0]
}

/**
 * Milliseconds until a job of a kind and at least this priority is due; undefined when there is none. One that another server has
 * claimed is due when its lease ends.
 */
export async function nextDueInMs(
  db: Queryable,
  kind: string,
  minPriority: number,
  now: Date,
): Promise<number | undefined> {
  const [next] = await db
    .select({ runAt: min(jobs.runAt) })
    .from(jobs)
    .where(and(eq(jobs.kind, kind), gte(jobs.priority, minPriority), isNull(jobs.doneAt)))
  return next?.runAt == null ? undefined : next.runAt.getTime() - now.getTime()
}

function retryAfterMs(attempts: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS)
}

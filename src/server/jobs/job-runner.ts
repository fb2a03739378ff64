import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Queryable } from '@/server/platform/database/client'
import { jobs } from '@/server/platform/database/schema'
import { nowDate, type Clock } from '@/server/platform/process/clock'
import type { Log } from '@/server/platform/process/logger'

interface Job<P> {
  id: string
  /** As it was enqueued; nobody else writes the table. */
  payload: P
  /** Names the occasion; the same again is the same work. */
  dedupeKey: string
  now: Date
}

/** It is not the time for a job: it runs again later, and that is no failure. */
interface PutOff {
  until: Date
}

/** The job has sent something. `record` stores that in the transaction that ends the job, so that no failure sends it again. */
interface Completed {
  record(tx: Queryable): Promise<unknown>
}

export interface JobKind<P = unknown> {
  /** Whatever may fail after the sending belongs in `Completed`: a job that throws is run again. It takes less than JOB_LEASE_MS. */
  run(job: Job<P>): Promise<PutOff | Completed | void>
  isPermanent?(error: unknown): boolean
  /** Nothing of the job stays when it is given up, so nobody can try it again. */
  leavesNothing?(payload: P): boolean
  /** Aborts what `run` waits for, so that it settles: the server stops. */
  abort?(): Promise<void>
}

export type JobRunner = ReturnType<typeof createJobRunner>

/** A job whose server died is claimed again after this time. No job takes as long. */
export const JOB_LEASE_MS = 5 * 60_000
const FIRST_RETRY_MS = 15_000
const LONGEST_RETRY_MS = 6 * 3_600_000
/** The retries of five days, as RFC 5321 4.5.4.1 requires: nobody repairs a mail server over a long weekend. */
const MAX_ATTEMPTS = 31
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
}

/**
 * One worker for each kind of job in the table `jobs`, which runs one job at a time: what hangs holds up its own kind only. Several servers
 * may do so side by side (`FOR UPDATE SKIP LOCKED`).
 */
export function createJobRunner({ db, clock, log, kinds, stopTimeoutMs = STOP_TIMEOUT_MS }: RunnerDeps) {
  let stopped = false
  const named = Object.entries(kinds)
  const workers = named.map(([name, kind]) =>
    createWorker(async () => {
      await processQueue(name, kind).catch((error: unknown) =>
        log.error({ err: error, kind: name }, 'the job queue could not be processed'),
      )
    }),
  )

  /** Jobs that are done, but the database was away when that was to be stored: running them again would be doing them twice. */
  const unrecorded = new Map<string, { kind: string; outcome: Completed | void }>()

  async function processQueue(name: string, kind: JobKind): Promise<number> {
    for (const [id, done] of unrecorded) if (done.kind === name) await recordDone(id, done)
    const claimNext = async () => (stopped ? undefined : claimJob(db, name, nowDate(clock)))
    let count = 0
    for (let job = await claimNext(); job !== undefined; job = await claimNext()) {
      await run(job, kind)
      count += 1
    }
    return count
  }

  async function run(job: ClaimedJob, kind: JobKind): Promise<void> {
    const { id, payload, dedupeKey } = job
    let outcome: PutOff | Completed | void
    try {
      outcome = await kind.run({ id, payload, dedupeKey, now: nowDate(clock) })
    } catch (error) {
      return await recordFailure(job, kind, error)
    }
    if (outcome !== undefined && 'until' in outcome)
      return await record(db, id, { runAt: outcome.until, attempts: job.attempts - 1 })
    const done = { kind: job.kind, outcome }
    unrecorded.set(id, done)
    await recordDone(id, done)
  }

  async function recordDone(id: string, { outcome }: { outcome: Completed | void }): Promise<void> {
    await db.transaction(async (tx) => {
      await outcome?.record(tx)
      await record(tx, id, { doneAt: nowDate(clock), lastError: null, payload: NO_PAYLOAD })
    })
    unrecorded.delete(id)
  }

  async function recordFailure(job: ClaimedJob, kind: JobKind, error: unknown): Promise<void> {
    // A failure because this server stops says nothing about the job.
    const isOver = !stopped && (job.attempts >= MAX_ATTEMPTS || kind.isPermanent?.(error) === true)
    log[isOver ? 'error' : 'warn'](
      { err: error, job: job.id, kind: job.kind, attempts: job.attempts },
      'a job failed',
    )
    const retryAt = new Date(clock.nowMs() + retryAfterMs(job.attempts))
    await record(db, job.id, {
      lastError: nameOf(error),
      ...(isOver ? { doneAt: nowDate(clock) } : { runAt: retryAt }),
      ...(isOver && kind.leavesNothing?.(job.payload) === true && { payload: NO_PAYLOAD }),
    })
  }

  async function abortAll(): Promise<void> {
    for (const [name, kind] of named)
      await kind.abort?.().catch((error: unknown) => {
        log.error({ err: error, kind: name }, 'a job could not be aborted')
      })
  }

  return {
    /** Runs everything that is due now; returns how many jobs. */
    async runDue(): Promise<number> {
      const counts = await Promise.all(named.map(([name, kind]) => processQueue(name, kind)))
      return counts.reduce((sum, count) => sum + count, 0)
    },
    /** Called when a job was enqueued: polls soon, not at the next interval. */
    notify: () => workers.forEach((worker) => worker.notify()),
    start: () => workers.forEach((worker) => worker.start()),
    /** Claims no other job, and finishes those in flight; aborts them when they take too long, for a later retry. */
    async stop() {
      stopped = true
      const timeout = setTimeout(abortAll, stopTimeoutMs)
      await Promise.all(workers.map((worker) => worker.stop()))
      clearTimeout(timeout)
    },
  }
}

async function record(db: Queryable, id: string, changes: Partial<typeof jobs.$inferInsert>): Promise<void> {
  await db.update(jobs).set(changes).where(eq(jobs.id, id))
}

function retryAfterMs(attempts: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS)
}

/** The part of an error that is stored: messages of mail servers repeat addresses. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : ''
  return `${error.name}${code}`
}

type ClaimedJob = typeof jobs.$inferSelect

/** Claims one due job of a kind: the same statement puts it off by the lease, so a crash releases it by itself. */
async function claimJob(db: Queryable, kind: string, now: Date): Promise<ClaimedJob | undefined> {
  const due = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.kind, kind), isNull(jobs.doneAt), lte(jobs.runAt, now)))
    .orderBy(sql`${jobs.priority} desc nulls last`, jobs.runAt)
    .limit(1)
    .for('update', { skipLocked: true })
  const [claimed] = await db
    .update(jobs)
    .set({ attempts: sql`${jobs.attempts} + 1`, runAt: new Date(now.getTime() + JOB_LEASE_MS) })
    .where(eq(jobs.id, due))
    .returning()
  return claimed
}

export type Worker = ReturnType<typeof createWorker>

/** A job that falls due later than it was enqueued, such as a retry or a mail that can still be taken back, waits for the next poll. */
export const POLL_INTERVAL_MS = 5_000
/** The delay makes one poll of several writes of one moment. */
export const NOTIFY_DELAY_MS = 50

/** Runs `poll`, which never rejects, again and again, and never twice at a time. */
export function createWorker(poll: () => Promise<void>) {
  let isStarted = false
  let isNotified = false
  let timer: NodeJS.Timeout | undefined
  let inFlight: Promise<void> | undefined

  function schedule(delayMs: number): void {
    clearTimeout(timer)
    if (isStarted) timer = setTimeout(run, delayMs).unref()
  }
  function run(): void {
    isNotified = false
    inFlight = poll().finally(() => {
      inFlight = undefined
      schedule(isNotified ? 0 : POLL_INTERVAL_MS)
    })
  }

  return {
    /** Polls at once, and then at every interval. */
    start() {
      isStarted = true
      schedule(0)
    },
    /** Called when a job was enqueued: polls soon, or right after the poll in flight, which may have looked too early. */
    notify() {
      // The poll of the first notification is scheduled; moving it would put it off for as long as people write.
      if (isNotified) return
      isNotified = true
      if (inFlight === undefined) schedule(NOTIFY_DELAY_MS)
    },
    /** Starts no other poll, and settles when the one in flight has ended. */
    async stop() {
      isStarted = false
      clearTimeout(timer)
      await inFlight
    },
  }
}

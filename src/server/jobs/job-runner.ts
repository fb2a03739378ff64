import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '@/server/database/client'
import { jobs } from '@/server/database/schema'
import { nowDate } from '@/server/http/clock'
import type { Clock } from '@/server/http/clock'
import { createLane } from './job-lane'

export interface Job {
  payload: unknown
  /** Names the occasion; the same again is the same work. */
  dedupeKey: string
  now: Date
}

export interface JobKind {
  run(job: Job): Promise<void>
  /** Whether a later try cannot go better. */
  isHopeless?(error: unknown): boolean
  /** Breaks off what `run` waits for, so that it settles: the server stops. */
  giveUp?(): Promise<void>
}

export interface JobLog {
  error(fields: object, message: string): void
  warn(fields: object, message: string): void
}

export interface JobRunner {
  /** Does everything that is due now; how many jobs it took up. */
  runDue(): Promise<number>
  /** There is something to do: look soon, not at the next round. */
  wake(): void
  start(): void
  /** Takes up no other job, and finishes those in hand; gives them up when they take too long, for a later try. */
  stop(): Promise<void>
}

/** A job whose server died is taken up again after this time. Longer than any job takes (SEND_WITHIN_MS), or it is done twice. */
const LEASE_MS = 15 * 60_000
const FIRST_RETRY_MS = 15_000
const LONGEST_RETRY_MS = 6 * 3_600_000
/** The tries of five days, as RFC 5321 4.5.4.1 asks: nobody mends a mail server over a long weekend. */
const MAX_ATTEMPTS = 31
/** What people wrote stays in the table of jobs no longer than it has to. */
const NO_PAYLOAD = {}
/** Well below the time that a stop may take altogether. */
const PATIENCE_MS = 3_000

interface RunnerParts {
  db: Queryable
  clock: Clock
  log: JobLog
  kinds: Record<string, JobKind>
  /** How long `stop` waits before it gives up the jobs in hand. */
  patienceMs?: number
}

/** Works off the table `jobs`, one of a kind at a time; several servers may do so side by side (`FOR UPDATE SKIP LOCKED`). */
export function createJobRunner({ db, clock, log, kinds, patienceMs = PATIENCE_MS }: RunnerParts): JobRunner {
  let stopped = false
  const named = Object.entries(kinds)
  const lanes = named.map(([name, kind]) =>
    createLane(() =>
      workOff(name, kind).catch((error: unknown) =>
        log.error({ err: error, kind: name }, 'the jobs could not be worked off'),
      ),
    ),
  )

  /** Done, but the database was away when it was to be told: doing them again would be doing them twice. */
  const untold = new Set<string>()

  async function workOff(name: string, kind: JobKind): Promise<number> {
    for (const id of untold) await tellDone(id)
    const take = async () => (stopped ? undefined : claim(db, name, nowDate(clock)))
    let count = 0
    for (let job = await take(); job !== undefined; job = await take()) {
      await work(job, kind)
      count += 1
    }
    return count
  }

  async function work(job: ClaimedJob, kind: JobKind): Promise<void> {
    try {
      await kind.run({ payload: job.payload, dedupeKey: job.dedupe_key, now: nowDate(clock) })
    } catch (error) {
      return await tellFailed(job, kind, error)
    }
    untold.add(job.id)
    await tellDone(job.id)
  }

  async function tellDone(id: string): Promise<void> {
    await db
      .update(jobs)
      .set({ doneAt: nowDate(clock), lastError: null, payload: NO_PAYLOAD })
      .where(eq(jobs.id, id))
    untold.delete(id)
  }

  async function tellFailed(job: ClaimedJob, kind: JobKind, error: unknown): Promise<void> {
    // What failed because we stop says nothing about the job.
    const isOver = !stopped && (job.attempts >= MAX_ATTEMPTS || kind.isHopeless?.(error) === true)
    log[isOver ? 'error' : 'warn'](
      { err: error, job: job.id, kind: job.kind, attempts: job.attempts },
      'a job failed',
    )
    const retryAt = new Date(clock.nowMs() + retryAfterMs(job.attempts))
    await db
      .update(jobs)
      .set({
        lastError: nameOf(error),
        ...(isOver ? { doneAt: nowDate(clock), payload: NO_PAYLOAD } : { runAt: retryAt }),
      })
      .where(eq(jobs.id, job.id))
  }

  async function giveUp(): Promise<void> {
    for (const [name, kind] of named)
      await kind.giveUp?.().catch((error: unknown) => {
        log.error({ err: error, kind: name }, 'a job could not be broken off')
      })
  }

  return {
    async runDue() {
      const counts = await Promise.all(named.map(([name, kind]) => workOff(name, kind)))
      return counts.reduce((sum, count) => sum + count, 0)
    },
    wake: () => lanes.forEach((lane) => lane.wake()),
    start: () => lanes.forEach((lane) => lane.start()),
    async stop() {
      stopped = true
      const patience = setTimeout(giveUp, patienceMs)
      await Promise.all(lanes.map((lane) => lane.stop()))
      clearTimeout(patience)
    },
  }
}

interface ClaimedJob {
  id: string
  kind: string
  dedupe_key: string
  payload: unknown
  attempts: number
}

/** Takes one due job of a kind, and puts it off by the lease in the same statement: a crash gives it back by itself. */
async function claim(db: Queryable, kind: string, now: Date): Promise<ClaimedJob | undefined> {
  const lease = new Date(now.getTime() + LEASE_MS)
  const { rows } = await db.execute<ClaimedJob & Record<string, unknown>>(sql`
    update jobs set attempts = attempts + 1, run_at = ${lease.toISOString()}::timestamptz
    where id = (
      select id from jobs
      where kind = ${kind} and done_at is null and run_at <= ${now.toISOString()}::timestamptz
      order by run_at limit 1 for update skip locked
    )
    returning id, kind, dedupe_key, payload, attempts`)
  return rows[0]
}

function retryAfterMs(attempts: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS)
}

/** What is kept of an error: messages of mail servers repeat addresses. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : ''
  return `${error.name}${code}`
}

import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '@/server/database/client'
import { jobs } from '@/server/database/schema'
import { nowDate } from '@/server/http/clock'
import type { Clock } from '@/server/http/clock'

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
  /** Finishes the job in hand and takes up no other. */
  stop(): Promise<void>
}

const ROUND_MS = 20_000
/** A job whose server died is taken up again after this time. */
const LEASE_MS = 5 * 60_000
const FIRST_RETRY_MS = 15_000
const LONGEST_RETRY_MS = 6 * 3_600_000
/** The tries of about two days. */
const MAX_ATTEMPTS = 16

interface RunnerParts {
  db: Queryable
  clock: Clock
  log: JobLog
  kinds: Record<string, JobKind>
}

/** Works off the table `jobs`, one of a kind at a time; several servers may do so side by side (`FOR UPDATE SKIP LOCKED`). */
export function createJobRunner({ db, clock, log, kinds }: RunnerParts): JobRunner {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let round: Promise<number> | undefined

  // A lane for each kind: mails do not wait for a push service that does not answer.
  const runDue = async () => {
    const counts = await Promise.all(Object.entries(kinds).map(([name, kind]) => lane(name, kind)))
    return counts.reduce((sum, count) => sum + count, 0)
  }

  async function lane(name: string, kind: JobKind): Promise<number> {
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
      await db
        .update(jobs)
        .set({ doneAt: nowDate(clock), lastError: null })
        .where(eq(jobs.id, job.id))
    } catch (error) {
      const isOver = job.attempts >= MAX_ATTEMPTS || kind.isHopeless?.(error) === true
      log[isOver ? 'error' : 'warn'](
        { err: error, job: job.id, kind: job.kind, attempts: job.attempts },
        'a job failed',
      )
      const retryAt = new Date(clock.nowMs() + retryAfterMs(job.attempts))
      await db
        .update(jobs)
        .set({ lastError: nameOf(error), ...(isOver ? { doneAt: nowDate(clock) } : { runAt: retryAt }) })
        .where(eq(jobs.id, job.id))
    }
  }

  const schedule = (afterMs: number) => {
    if (stopped || timer === undefined) return
    clearTimeout(timer)
    timer = setTimeout(nextRound, afterMs).unref()
  }

  function nextRound(): void {
    round ??= runDue()
      .catch((error: unknown) => {
        log.error({ err: error }, 'the jobs could not be worked off')
        return 0
      })
      .finally(() => {
        round = undefined
        schedule(ROUND_MS)
      })
  }

  return {
    runDue,
    // Not at once: several writes of one moment make one round.
    wake: () => schedule(50),
    start() {
      timer = setTimeout(nextRound, 0).unref()
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await round
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

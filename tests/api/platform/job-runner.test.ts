import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@tests/support/server/database'
import { deferred } from '@/offline/platform/deferred'
import { jobs } from '@/server/platform/database/schema'
import { createJobRunner, type JobKind, type JobRunner } from '@/server/jobs/job-runner'

// Each step waits for the one before: no test sleeps here.

const SILENT = { warn: () => {}, error: () => {} }
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

let database: TestDatabase
let nowMs = 0
let runners: JobRunner[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(() => {
  nowMs = Date.UTC(2027, 0, 1)
})
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()))
  await database.db.delete(jobs)
})
afterAll(() => database.close())

function runnerOf(
  kinds: Record<string, JobKind>,
  { stopTimeoutMs, renewEveryMs }: { stopTimeoutMs?: number; renewEveryMs?: number } = {},
): JobRunner {
  const runner = createJobRunner({
    db: database.db,
    clock: { nowMs: () => nowMs },
    log: SILENT,
    kinds,
    ...(stopTimeoutMs !== undefined && { stopTimeoutMs }),
    ...(renewEveryMs !== undefined && { renewEveryMs }),
  })
  runners.push(runner)
  return runner
}

async function enqueue(kind: string, priority = 0): Promise<void> {
  const at = new Date(nowMs)
  const id = randomUUID()
  await database.db
    .insert(jobs)
    .values({ id, kind, dedupeKey: id, payload: { priority }, priority, runAt: at, createdAt: at })
}

async function onlyJob() {
  const [job, ...others] = await database.db.select().from(jobs)
  if (job === undefined || others.length > 0) throw new Error('not one job')
  return job
}

const isNoted = async () => (await onlyJob()).doneAt !== null

/** A kind of job whose runs block until released; `begun` settles with the first of them. */
function held() {
  const begun = deferred<void>()
  const outcome = deferred<Error | undefined>()
  const run = async () => {
    begun.resolve()
    const failure = await outcome.promise
    if (failure !== undefined) throw failure
  }
  return {
    run,
    begun: begun.promise,
    letGo: () => outcome.resolve(undefined),
    breakOff: () => outcome.resolve(new Error('broken off')),
  }
}

describe('jobs of one kind', () => {
  it('do not wait for less urgent ones that hang, and these for none', async () => {
    const urgent = held()
    const others = held()
    const runner = runnerOf({
      mail: {
        hasUrgentWorker: true,
        run: ({ payload }) => ((payload as { priority: number }).priority > 0 ? urgent : others).run(),
      },
    })
    await enqueue('mail')
    runner.start()
    await others.begun
    await enqueue('mail', 1)
    runner.notify()
    await urgent.begun
    urgent.letGo()
    others.letGo()
    await runner.stop()
    expect((await database.db.select().from(jobs)).map(({ doneAt }) => doneAt !== null)).toEqual([true, true])
  })

  it('are not claimed by another server for as long as they take', async () => {
    const slow = held()
    const first = runnerOf({ mail: { run: slow.run } }, { renewEveryMs: 1 })
    const second = runnerOf({ mail: { run: () => Promise.resolve() } })
    await enqueue('mail')
    const working = first.runDue()
    await slow.begun
    for (let minutes = 0; minutes < 3; minutes += 1) {
      nowMs += 60_000
      await vi.waitFor(async () => expect((await onlyJob()).runAt.getTime()).toBeGreaterThan(nowMs + 60_000))
      expect(await second.runDue()).toBe(0)
    }
    slow.letGo()
    await working
  })

  it('of a server that died are claimed two minutes later', async () => {
    const slow = held()
    const first = runnerOf({ mail: { run: slow.run } }, { renewEveryMs: HOUR_MS })
    const second = runnerOf({ mail: { run: () => Promise.resolve() } })
    await enqueue('mail')
    const working = first.runDue()
    await slow.begun
    nowMs += 2 * 60_000 - 1
    expect(await second.runDue()).toBe(0)
    nowMs += 1
    expect(await second.runDue()).toBe(1)
    slow.letGo()
    await working
  })
})

describe('a job that fails', () => {
  it('is retried for more than four days, with its own backoff, and not for ever', async () => {
    const failing = runnerOf({ mail: { run: () => Promise.reject(new Error('away')) } })
    const begunMs = nowMs
    await enqueue('mail')
    let job = await onlyJob()
    for (; job.doneAt === null; job = await onlyJob()) {
      nowMs = job.runAt.getTime()
      await failing.runDue()
    }
    expect(job.doneAt.getTime() - begunMs).toBeGreaterThan(4 * DAY_MS)
    expect(job.doneAt.getTime() - begunMs).toBeLessThan(7 * DAY_MS)
  })
})

describe('a job that is done while the database is away', () => {
  it('is not run again, and its end is recorded once, by one of the workers', async () => {
    let [runs, records] = [0, 0]
    const runner = runnerOf({
      mail: {
        run: async () => {
          runs += 1
          await database.db.execute(sql`alter table jobs rename to jobs_away`)
          return { record: async () => void (records += 1) }
        },
      },
    })
    await enqueue('mail')
    await expect(runner.runDue()).rejects.toThrow('jobs')
    await database.db.execute(sql`alter table jobs_away rename to jobs`)
    expect(await isNoted()).toBe(false)
    nowMs += DAY_MS
    records = 0
    await Promise.all([runner.runDue(), runner.runDue()])
    expect([runs, records, await isNoted()]).toEqual([1, 1, true])
  })
})

describe('a server that stops', () => {
  it('finishes the job in flight, and claims no other', async () => {
    const mail = held()
    const runner = runnerOf({ mail: { run: mail.run } })
    await enqueue('mail')
    runner.start()
    await mail.begun
    await enqueue('mail')
    const stopping = runner.stop()
    mail.letGo()
    await stopping
    const done = (await database.db.select().from(jobs)).map(({ doneAt }) => doneAt !== null)
    expect(done.toSorted()).toEqual([false, true])
  })

  it('aborts a job that takes too long, and leaves it for a retry', async () => {
    const mail = held()
    const abort = () => {
      mail.breakOff()
      return Promise.resolve()
    }
    const runner = runnerOf({ mail: { run: mail.run, abort, isPermanent: () => true } }, { stopTimeoutMs: 1 })
    await enqueue('mail')
    runner.start()
    await mail.begun
    await runner.stop()
    expect((await onlyJob()).doneAt).toBeNull()
    nowMs += HOUR_MS
    expect(await runnerOf({ mail: { run: () => Promise.resolve() } }).runDue()).toBe(1)
    expect((await onlyJob()).doneAt).not.toBeNull()
  })
})

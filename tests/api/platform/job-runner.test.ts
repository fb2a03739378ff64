import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@tests/support/server/database'
import { deferred } from '@/offline/platform/deferred'
import { jobs } from '@/server/platform/database/schema'
import { JOB_LEASE_MS, createJobRunner, type JobKind, type JobRunner } from '@/server/jobs/job-runner'

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

function runnerOf(mail: JobKind, options: { stopTimeoutMs?: number } = {}): JobRunner {
  const clock = { nowMs: () => nowMs }
  const runner = createJobRunner({ db: database.db, clock, log: SILENT, kinds: { mail }, ...options })
  runners.push(runner)
  return runner
}
const done: JobKind = { run: () => Promise.resolve() }

async function enqueue(priority = 0): Promise<void> {
  const at = new Date(nowMs)
  const id = randomUUID()
  await database.db
    .insert(jobs)
    .values({ id, kind: 'mail', dedupeKey: id, payload: { priority }, priority, runAt: at, createdAt: at })
}

async function onlyJob() {
  const [job, ...others] = await database.db.select().from(jobs)
  if (job === undefined || others.length > 0) throw new Error('not one job')
  return job
}

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

it('urgent jobs come before the others', async () => {
  const ran: unknown[] = []
  const runner = runnerOf({ run: async ({ payload }) => void ran.push(payload) })
  await enqueue()
  await enqueue(1)
  expect(await runner.runDue()).toBe(2)
  expect(ran).toEqual([{ priority: 1 }, { priority: 0 }])
})

it('a job is claimed by nobody else until its lease ends, as that of a server that died', async () => {
  const slow = held()
  const first = runnerOf({ run: slow.run })
  const second = runnerOf(done)
  await enqueue()
  const working = first.runDue()
  await slow.begun
  nowMs += JOB_LEASE_MS - 1
  expect(await second.runDue()).toBe(0)
  nowMs += 1
  expect(await second.runDue()).toBe(1)
  slow.letGo()
  await working
})

it('a job that fails is retried for more than four days, with its own backoff, and not for ever', async () => {
  const failing = runnerOf({ run: () => Promise.reject(new Error('away')) })
  const begunMs = nowMs
  await enqueue()
  let job = await onlyJob()
  for (; job.doneAt === null; job = await onlyJob()) {
    nowMs = job.runAt.getTime()
    await failing.runDue()
  }
  expect(job.doneAt.getTime() - begunMs).toBeGreaterThan(4 * DAY_MS)
  expect(job.doneAt.getTime() - begunMs).toBeLessThan(7 * DAY_MS)
})

it('a server that stops finishes the job in flight, and claims no other', async () => {
  const mail = held()
  const runner = runnerOf({ run: mail.run })
  await enqueue()
  runner.start()
  await mail.begun
  await enqueue()
  const stopping = runner.stop()
  mail.letGo()
  await stopping
  const ends = (await database.db.select().from(jobs)).map(({ doneAt }) => doneAt !== null)
  expect(ends.toSorted()).toEqual([false, true])
})

it('a server that stops aborts a job that takes too long, and leaves it for a retry', async () => {
  const mail = held()
  const abort = async () => mail.breakOff()
  const runner = runnerOf({ run: mail.run, abort, isPermanent: () => true }, { stopTimeoutMs: 1 })
  await enqueue()
  runner.start()
  await mail.begun
  await runner.stop()
  expect((await onlyJob()).doneAt).toBeNull()
  nowMs += HOUR_MS
  expect(await runnerOf(done).runDue()).toBe(1)
  expect((await onlyJob()).doneAt).not.toBeNull()
})

import { and, isNotNull, lt, sql } from 'drizzle-orm'
import {
  changeCounter,
  jobs,
  mailTokens,
  registrations,
  removedEvents,
  sessions,
} from '@/server/database/schema'
import type { Database } from '@/server/database/client'
import type { AnswerCache } from '@/server/http/answer-cache'
import { nowSeconds } from '@/server/http/clock'
import type { Clock } from '@/server/http/clock'
import { forgetOldAnswers } from '@/server/http/idempotency'
import type { JobLog } from './job-runner'
import { topUpSchedules } from './top-up-schedules'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const DONE_JOB_DAYS = 30
const REMOVAL_DAYS = 90
/** Who has not confirmed an address in this time registers again. */
const REGISTRATION_DAYS = 30

interface HousekeepingParts {
  db: Database
  clock: Clock
  log: JobLog
  answers: AnswerCache
  photos: { sweep(clock: Clock): Promise<void> }
}

export interface Housekeeping {
  /** All of it once. One chore that fails does not keep the others from being done. */
  run(): Promise<void>
  start(): void
  stop(): Promise<void>
}

/** What is done by the clock: every hour, and at start for what was missed. */
export function createHousekeeping(parts: HousekeepingParts): Housekeeping {
  const { db, clock, log, answers, photos } = parts
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  const chores: Record<string, () => Promise<unknown>> = {
    'top up schedules': async () => {
      if ((await topUpSchedules(db, nowSeconds(clock))) > 0) answers.drop()
    },
    'forget answers': () => forgetOldAnswers(db, clock),
    'forget sessions': () => db.delete(sessions).where(lt(sessions.expiresAt, daysAgo(7))),
    'forget links': () => db.delete(mailTokens).where(lt(mailTokens.expiresAt, daysAgo(7))),
    'forget registrations': () =>
      db.delete(registrations).where(lt(registrations.createdAt, daysAgo(REGISTRATION_DAYS))),
    'forget jobs': () =>
      db.delete(jobs).where(and(isNotNull(jobs.doneAt), lt(jobs.doneAt, daysAgo(DONE_JOB_DAYS)))),
    'forget removals': () => forgetRemovals(db, daysAgo(REMOVAL_DAYS)),
    'sweep photos': () => photos.sweep(clock),
  }
  const daysAgo = (days: number) => new Date(clock.nowMs() - days * DAY_MS)

  async function run(): Promise<void> {
    for (const [chore, work] of Object.entries(chores)) {
      try {
        await work()
      } catch (error) {
        log.error({ err: error, chore }, 'a chore failed')
      }
    }
  }

  function round(): void {
    running ??= run().finally(() => {
      running = undefined
    })
  }

  return {
    run,
    start() {
      round()
      timer = setInterval(round, HOUR_MS).unref()
    },
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

/** A mirror that was away for longer reads everything anew: its cursor is answered with CURSOR_EXPIRED. */
async function forgetRemovals(db: Database, before: Date): Promise<void> {
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

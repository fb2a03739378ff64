import { and, eq, gte, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { REVIEW_DELAY_SECONDS } from '@/domain/events/event'
import { isNews, reminderMoment } from '@/domain/events/reminder'
import { villageDay } from '@/domain/time/local-time'
import { atSeconds, secondsOf } from '@/server/platform/database/client'
import type { Database, Queryable } from '@/server/platform/database/client'
import { readEventDates } from '@/server/platform/database/events/day-states'
import type { EventDates } from '@/server/platform/database/events/day-states'
import { events, reminders } from '@/server/platform/database/schema'
import { enqueueReminders } from './job-queue'
import type { ReminderJob } from './job-queue'

/**
 * Hands every reminder that is due to the queue, once, and lets reminders follow what was edited since: called every minute. Nothing is
 * scheduled before, so that an edit has nothing to schedule anew. Returns whether there was one.
 */
export async function sendDueReminders(db: Database, nowSeconds: number): Promise<boolean> {
  const due = await db
    .selectDistinct({ id: reminders.eventId })
    .from(reminders)
    .innerJoin(events, and(eq(events.id, reminders.eventId), eq(events.status, 'PUBLISHED')))
    .where(or(isUnsentOfThisDay(nowSeconds), isChanged(nowSeconds)))
  const sent: boolean[] = []
  for (const { id } of due) sent.push(await db.transaction((tx) => sendOf(tx, id, nowSeconds)))
  return sent.includes(true)
}

/** Every moment of a reminder is on its day, or on the day before. */
function isUnsentOfThisDay(nowSeconds: number) {
  const today = villageDay(nowSeconds)
  const isOfToday = and(gte(reminders.day, today), lte(reminders.day, sql`${today}::date + 1`))
  return and(ne(reminders.kind, 'change'), isNull(reminders.sentAt), isOfToday)
}

/** A change that can still be taken back is nobody's news. */
function isChanged(nowSeconds: number) {
  return and(ne(reminders.changeSeq, events.changeSeq), lte(events.updatedAt, settledAt(nowSeconds)))
}

const settledAt = (nowSeconds: number) => atSeconds(nowSeconds - REVIEW_DELAY_SECONDS)

async function sendOf(tx: Queryable, eventId: string, nowSeconds: number): Promise<boolean> {
  const isOfEvent = eq(reminders.eventId, eventId)
  // Another server that comes at the same moment has nothing to do here.
  const locked = await tx.select().from(reminders).where(isOfEvent).for('update', { skipLocked: true })
  const dates = await readEventDates(tx, eventId)
  if (locked.length === 0 || dates === undefined) return false
  const isSettled = dates.updatedAt <= settledAt(nowSeconds)
  const hasChanged = isSettled && locked.some(({ changeSeq }) => changeSeq !== dates.changeSeq)
  if (hasChanged) await moveToOnlyDate(tx, eventId, dates, nowSeconds)
  const stored = hasChanged ? await tx.select().from(reminders).where(isOfEvent) : locked
  const jobs = stored
    .filter(({ kind }) => kind !== 'change' || hasChanged)
    .flatMap((reminder) => dueOf(reminder, dates, nowSeconds) ?? [])
  await enqueueReminders(tx, jobs, nowSeconds)
  const now = atSeconds(nowSeconds)
  for (const reminder of stored) {
    const next = {
      ...(jobs.some((job) => isFor(job, reminder)) && { sentAt: now, told: factsFor(reminder, dates) }),
      ...(isToComeAgain(reminder, dates, nowSeconds) && { sentAt: null }),
      changeSeq: dates.changeSeq,
    }
    if (hasChanged || 'sentAt' in next) await tx.update(reminders).set(next).where(isReminder(reminder))
  }
  return jobs.length > 0
}

type StoredReminder = typeof reminders.$inferSelect
type Key = Pick<StoredReminder, 'subscriptionId' | 'eventId' | 'day' | 'kind'>

function isReminder({ subscriptionId, eventId, day, kind }: Key) {
  return and(
    eq(reminders.subscriptionId, subscriptionId),
    eq(reminders.eventId, eventId),
    eq(reminders.day, day),
    eq(reminders.kind, kind),
  )
}

function isFor(job: ReminderJob, { subscriptionId, day, kind }: Key): boolean {
  return job.subscriptionId === subscriptionId && job.day === day && job.kind === kind
}

const factsFor = ({ day, createdAt }: StoredReminder, dates: EventDates) => dates.factsOf(day, createdAt)

/** Undefined for one that is not due, or whose date has begun. */
function dueOf(reminder: StoredReminder, dates: EventDates, nowSeconds: number): ReminderJob | undefined {
  const { subscriptionId, eventId, day, kind, told, sentAt } = reminder
  const facts = factsFor(reminder, dates)
  const { date } = facts
  if (date !== undefined && date.start_time <= nowSeconds) return undefined
  // One that was sent before an edit moved it is due again.
  const isDueBy = (moment: number) => moment <= nowSeconds && (sentAt === null || secondsOf(sentAt) < moment)
  const isDue =
    kind === 'change' ? isNews(told, facts) : date !== undefined && isDueBy(reminderMoment(date, kind))
  return isDue ? { subscriptionId, eventId, day, kind, ...(date && { until: date.start_time }) } : undefined
}

/** It was told of a time that does not hold any more, and is told again. */
function isToComeAgain(reminder: StoredReminder, dates: EventDates, nowSeconds: number): boolean {
  const { kind, sentAt, day, createdAt } = reminder
  const date = dates.on(day, createdAt)
  if (kind === 'change' || sentAt === null || date === undefined) return false
  return reminderMoment(date, kind) > nowSeconds
}

/** An event that has moved with its only date takes its reminders along. */
async function moveToOnlyDate(
  tx: Queryable,
  eventId: string,
  dates: EventDates,
  nowSeconds: number,
): Promise<void> {
  const only = dates.onlyDay(nowSeconds)
  if (only === undefined) return
  const days = await tx
    .selectDistinct({ day: reminders.day })
    .from(reminders)
    .where(eq(reminders.eventId, eventId))
  for (const { day } of days) {
    if (dates.on(day) !== undefined) continue
    const isOfDay = and(eq(reminders.eventId, eventId), eq(reminders.day, day))
    await tx.delete(reminders).where(sql`${isOfDay} and exists (
      select from reminders other where other.event_id = ${reminders.eventId} and other.day = ${only}
        and other.subscription_id = ${reminders.subscriptionId} and other.kind = ${reminders.kind})`)
    await tx.update(reminders).set({ day: only }).where(isOfDay)
  }
}

import { and, between, eq, lte, ne, or, sql } from 'drizzle-orm'
import { REVIEW_DELAY_SECONDS } from '@/domain/events/event'
import { isNews, remindersToCome, type ReminderKind } from '@/domain/events/reminder'
import { villageDay } from '@/domain/time/local-time'
import { atSeconds, type Database, type Queryable } from '@/server/platform/database/client'
import { readEventDates } from '@/server/platform/database/events/event-dates'
import { events, reminders } from '@/server/platform/database/schema'
import { enqueueReminders } from './job-queue'

/**
 * Hands every reminder that is due to the queue, once, and lets reminders follow what was edited since: called every minute. Nothing is
 * scheduled before, so that an edit has nothing to schedule anew.
 */
export async function sendDueReminders(db: Database, nowSeconds: number): Promise<void> {
  const today = villageDay(nowSeconds)
  // Every moment of a reminder is on its day, or on the day before.
  const isOfToday = between(reminders.day, today, sql`${today}::date + 1`)
  const isChanged = and(
    ne(reminders.changeSeq, events.changeSeq),
    lte(events.updatedAt, settledAt(nowSeconds)),
  )
  const due = await db
    .selectDistinct({ id: reminders.eventId })
    .from(reminders)
    .innerJoin(events, and(eq(events.id, reminders.eventId), eq(events.status, 'PUBLISHED')))
    .where(or(and(isOfToday, ne(reminders.pending, [])), isChanged))
  for (const { id } of due) await db.transaction((tx) => sendOf(tx, id, nowSeconds))
}

/** A change that can still be taken back is nobody's news. */
const settledAt = (nowSeconds: number) => atSeconds(nowSeconds - REVIEW_DELAY_SECONDS)

/** Of one event, a browser has one reminder a day. */
const keyOf = ({ subscriptionId, day }: { subscriptionId: string; day: string }) => subscriptionId + day

async function sendOf(tx: Queryable, eventId: string, nowSeconds: number): Promise<void> {
  const isOfEvent = eq(reminders.eventId, eventId)
  // Another server that comes at the same moment has nothing to do here.
  const locked = await tx.select().from(reminders).where(isOfEvent).for('update', { skipLocked: true })
  const dates = await readEventDates(tx, eventId)
  if (dates === undefined) return
  const isSettled = dates.updatedAt <= settledAt(nowSeconds)
  const only = dates.onlyDay(nowSeconds)
  const taken = new Set(locked.map(keyOf))
  const jobs: Parameters<typeof enqueueReminders>[1][number][] = []
  for (const reminder of locked) {
    const { subscriptionId, kinds, pending, told, createdAt } = reminder
    const isEdited = isSettled && reminder.changeSeq !== dates.changeSeq
    const isRow = and(
      isOfEvent,
      eq(reminders.subscriptionId, subscriptionId),
      eq(reminders.day, reminder.day),
    )
    // An event that has moved with its only date takes its reminders along.
    const hasMoved = isEdited && only !== undefined && dates.on(reminder.day) === undefined
    const day = hasMoved ? only : reminder.day
    if (hasMoved && taken.has(keyOf({ subscriptionId, day }))) {
      await tx.delete(reminders).where(isRow)
      continue
    }
    taken.add(keyOf({ subscriptionId, day }))
    const facts = dates.factsOf(day, createdAt)
    const { date } = facts
    const toCome = date === undefined ? [] : remindersToCome(date, kinds, nowSeconds)
    const due: ReminderKind[] = date === undefined ? [] : pending.filter((kind) => !toCome.includes(kind))
    if (isEdited && kinds.includes('change') && isNews(told, facts)) due.push('change')
    // Nobody needs to hear of a date that has begun.
    const isOver = date !== undefined && date.start_time <= nowSeconds
    if (!isOver)
      for (const kind of due)
        jobs.push({ subscriptionId, eventId, reminder: { day, kind, until: date?.start_time } })
    if (isEdited || String(toCome) !== String(pending))
      await tx
        .update(reminders)
        .set({
          day,
          pending: toCome,
          ...(isEdited && { changeSeq: dates.changeSeq }),
          ...(due.includes('change') && { told: facts }),
        })
        .where(isRow)
  }
  await enqueueReminders(tx, jobs, nowSeconds)
}

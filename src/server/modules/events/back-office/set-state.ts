import { and, eq } from 'drizzle-orm'
import type { AnnouncementWrite } from '@/contract/back-office/back-office-states'
import type { Announcement } from '@/domain/events/event-state'
import type { ActivityDetails } from '@/domain/staff/activity'
import { nextChange } from '@/server/platform/database/events/change-log'
import { atSeconds } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { isDateOf } from '@/server/platform/database/events/day-states'
import { eventDayStates, events } from '@/server/platform/database/schema'
import { followReminders } from '@/server/platform/queue/reminder-jobs'
import { ApiError, validationFailed } from '@/server/http/errors/api-error'
import { announcement } from '@/server/platform/database/events/state-columns'

/** The new state, for the activity log; undefined when it was set already. */
export type StateChange = { label: string; details: ActivityDetails } | undefined

/**
 * Says of an event, as a whole or of one of its village days, what `write` says; a published one goes to all replicas again. Throws
 * NOT_FOUND, CONFLICT when somebody has changed the event since `revision`, and VALIDATION_FAILED for a day on which it
 * has no date. The same again changes nothing, so that a call can be repeated.
 */
export async function setState(
  tx: Queryable,
  { id, day }: { id: string; day?: string },
  write: AnnouncementWrite,
  nowSeconds: number,
): Promise<StateChange> {
  const [event] = await tx.select().from(events).where(eq(events.id, id)).for('update')
  if (event === undefined) throw new ApiError('NOT_FOUND')
  const known = await knownState(tx, event, day)
  const wanted = wantedState(write)
  if (isSame(known, wanted)) return undefined
  if (event.revision !== write.revision) throw new ApiError('CONFLICT')
  // The state of a day that is no longer one of its days can be removed.
  if (day !== undefined && wanted !== undefined && !(await isDateOf(tx, event, day)))
    throw validationFailed([{ path: 'day', code: 'not_a_date' }])
  if (day !== undefined) await storeDayState(tx, { id, day }, wanted)
  await tx
    .update(events)
    .set({
      ...(day === undefined && { state: wanted?.state ?? null, stateNote: wanted?.note ?? null }),
      revision: event.revision + 1,
      updatedAt: atSeconds(nowSeconds),
      ...(event.status === 'PUBLISHED' && { changeSeq: await nextChange(tx) }),
    })
    .where(eq(events.id, id))
  await followReminders(tx, [id], nowSeconds)
  return {
    label: event.title,
    details: { state: write.state, ...(wanted?.note && { note: wanted.note }), ...(day && { day }) },
  }
}

function wantedState({ state, note }: AnnouncementWrite): Announcement | undefined {
  return state === null ? undefined : { state, ...(note && { note }) }
}

function isSame(a: Announcement | undefined, b: Announcement | undefined): boolean {
  return a?.state === b?.state && a?.note === b?.note
}

/** The state that is said of an event, or of one of its village days. */
export async function knownState(
  tx: Queryable,
  event: Pick<typeof events.$inferSelect, 'id' | 'state' | 'stateNote'>,
  day: string | undefined,
): Promise<Announcement | undefined> {
  if (day !== undefined) return stateOfDay(tx, event.id, day)
  return event.state === null ? undefined : announcement({ state: event.state, note: event.stateNote })
}

async function stateOfDay(tx: Queryable, id: string, day: string): Promise<Announcement | undefined> {
  const [found] = await tx
    .select({ state: eventDayStates.state, note: eventDayStates.note })
    .from(eventDayStates)
    .where(and(eq(eventDayStates.eventId, id), eq(eventDayStates.day, day)))
  return found && announcement(found)
}

async function storeDayState(
  tx: Queryable,
  { id, day }: { id: string; day: string },
  wanted: Announcement | undefined,
): Promise<void> {
  await tx.delete(eventDayStates).where(and(eq(eventDayStates.eventId, id), eq(eventDayStates.day, day)))
  if (wanted === undefined) return
  const { state, note = null } = wanted
  await tx.insert(eventDayStates).values({ eventId: id, day, state, note })
}

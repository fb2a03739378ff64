import { and, asc, count, desc, eq, gte, isNull, notExists, sql } from 'drizzle-orm'
import type { Overview } from '@/contract/back-office/back-office-overview'
import { weekStarts } from '@/domain/time/village-weeks'
import { atSeconds, secondsOf } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { activities, events, proposals } from '@/server/platform/database/schema'

const WAITING = 5
const WEEKS = 12

/** The events that wait longest for a review, or for a decision on a proposed change, the oldest first. */
export async function longestWaiting(db: Queryable): Promise<Overview['waiting']> {
  const submitted = await db
    .select({ id: events.id, title: events.title, createdAt: events.createdAt })
    .from(events)
    .where(eq(events.status, 'ON_REVIEW'))
    // This order is that of the index, backwards.
    .orderBy(asc(events.createdAt), desc(events.id))
    .limit(WAITING)
  const proposed = await db
    .select({ id: events.id, title: events.title, createdAt: proposals.createdAt })
    .from(proposals)
    .innerJoin(events, eq(events.id, proposals.eventId))
    .orderBy(asc(proposals.createdAt))
    .limit(WAITING)
  return [
    ...submitted.map((event) => waitingEvent(event)),
    ...proposed.map((event) => ({ ...waitingEvent(event), is_proposal: true })),
  ]
    .toSorted((a, b) => a.created_at - b.created_at)
    .slice(0, WAITING)
}

function waitingEvent({ id, title, createdAt }: { id: string; title: string; createdAt: Date }) {
  return { id, title, created_at: secondsOf(createdAt) }
}

/** How many of the stored events were submitted in each of the last weeks: what was imported, or added by staff, was not. */
export async function submissionsByWeek(db: Queryable, nowSeconds: number): Promise<Overview['weeks']> {
  const starts = weekStarts(nowSeconds, WEEKS)
  const dates = sql.join(
    starts.map((start) => sql`${atSeconds(start).toISOString()}`),
    sql`, `,
  )
  const week = sql<number>`width_bucket(${events.createdAt}, array[${dates}]::timestamptz[])`
  const added = db
    .select({ id: activities.id })
    .from(activities)
    .where(and(eq(activities.subjectId, events.id), eq(activities.action, 'event.created')))
  const rows = await db
    .select({ week, count: count() })
    .from(events)
    .where(
      and(
        gte(events.createdAt, atSeconds(starts[0] ?? nowSeconds)),
        isNull(events.importUid),
        notExists(added),
      ),
    )
    .groupBy(sql`1`)
  const counts = new Map(rows.map((row) => [row.week, row.count]))
  return starts.map((start, index) => ({ starts_at: start, submissions: counts.get(index + 1) ?? 0 }))
}

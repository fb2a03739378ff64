import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import { readPage } from '@/server/http/routing/send-response'
import type { Activity, Actor } from '@/contract/back-office/back-office-overview'
import type { ActivityAction } from '@/domain/staff/activity'
import { secondsOf, type Queryable } from '@/server/platform/database/client'
import { activities, contactForms, events, tags, users } from '@/server/platform/database/schema'

export function activityHandlers({ db }: AppDeps) {
  return {
    listActivities: ({ query }) => readPage(query, (slice) => listActivities(db, query, slice)),
    listActors: async () => ({ items: await listActors(db) }),
  } satisfies Partial<Handlers>
}

interface ActivityFilter {
  subject_id?: string | undefined
  user_id?: string | undefined
  action?: ActivityAction | undefined
}

const actor = alias(users, 'actor')
const person = alias(users, 'person')

/** Entries of the log, the newest first. */
async function listActivities(
  db: Queryable,
  filter: ActivityFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<Activity[]> {
  // The page is read first: who and what are looked up for its entries alone.
  const page = db
    .select()
    .from(activities)
    .where(
      and(
        filter.subject_id === undefined ? undefined : eq(activities.subjectId, filter.subject_id),
        filter.user_id === undefined ? undefined : eq(activities.userId, filter.user_id),
        filter.action === undefined ? undefined : eq(activities.action, filter.action),
      ),
    )
    .orderBy(desc(activities.createdAt), desc(activities.id))
    .limit(limit)
    .offset(offset)
    .as('page')
  const rows = await db
    .select({
      activity: {
        id: page.id,
        action: page.action,
        subjectId: page.subjectId,
        subjectLabel: page.subjectLabel,
        details: page.details,
        createdAt: page.createdAt,
      },
      actor: { id: actor.id, name: actor.name, email: actor.email },
      personName: person.name,
      // Ids are random: whichever table has it, it is the subject.
      exists: sql<boolean>`coalesce(${events.id}, ${tags.id}, ${contactForms.id}, ${person.id}) is not null`,
    })
    .from(page)
    .leftJoin(actor, eq(actor.id, page.userId))
    .leftJoin(person, eq(person.id, page.subjectId))
    .leftJoin(events, eq(events.id, page.subjectId))
    .leftJoin(tags, eq(tags.id, page.subjectId))
    .leftJoin(contactForms, eq(contactForms.id, page.subjectId))
    .orderBy(desc(page.createdAt), desc(page.id))
  return rows.map(({ activity, actor: user, personName, exists }) => {
    const label = personName ?? activity.subjectLabel
    return {
      id: activity.id,
      action: activity.action,
      ...(user === null ? {} : { user }),
      subject: { id: activity.subjectId, exists, ...(label === '' ? {} : { label }) },
      details: activity.details,
      created_at: secondsOf(activity.createdAt),
    }
  })
}

async function listActors(db: Queryable): Promise<Actor[]> {
  const known = db.selectDistinct({ id: activities.userId }).from(activities)
  return db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(inArray(users.id, known))
    .orderBy(asc(users.name), asc(users.email))
}

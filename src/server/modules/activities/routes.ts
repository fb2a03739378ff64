import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import { readPage } from '@/server/http/routing/send-response'
import type { Activity, Actor } from '@/contract/back-office/back-office-overview'
import type { Queryable } from '@/server/platform/database/client'
import { activities, users } from '@/server/platform/database/schema'
import { seconds, withoutNull } from '@/server/platform/database/schema/columns'

export function activityHandlers({ db }: AppDeps) {
  return {
    listActivities: ({ query }) => readPage(query, (slice) => listActivities(db, query, slice)),
    listActors: async () => ({ items: await listActors(db) }),
  } satisfies Partial<Handlers>
}

type Row = Omit<Activity, 'user'> & { user: Actor | null }

/** Entries of the log, the newest first. */
async function listActivities(
  db: Queryable,
  { subject_id: subject, user_id: user, action }: Parameters<Handlers['listActivities']>[0]['query'],
  { offset, limit }: { offset: number; limit: number },
): Promise<Activity[]> {
  const { subjectId, userId } = activities
  const isShown = and(
    subject === undefined ? undefined : eq(subjectId, subject),
    user === undefined ? undefined : eq(userId, user),
    action === undefined ? undefined : eq(activities.action, action),
  )
  // The page is read first: who and what are looked up for its entries alone. Ids are random: whichever table has it, it is the subject.
  const { rows } = await db.execute<Row>(sql`
    select a.id, a.action, a.details, ${seconds('a.created_at')} as created_at,
      case when u.id is not null then json_build_object('id', u.id, 'name', u.name, 'email', u.email) end as user,
      json_strip_nulls(json_build_object('id', a.subject_id, 'label', coalesce(p.name, nullif(a.subject_label, '')),
        'exists', coalesce(e.id, t.id, c.id, p.id) is not null)) as subject
    from (
      select * from activities where ${isShown ?? sql`true`}
      order by created_at desc, id desc limit ${limit} offset ${offset}
    ) a
    left join users u on u.id = a.user_id
    left join users p on p.id = a.subject_id
    left join events e on e.id = a.subject_id
    left join tags t on t.id = a.subject_id
    left join contact_forms c on c.id = a.subject_id
    order by a.created_at desc, a.id desc`)
  return rows.map(withoutNull)
}

async function listActors(db: Queryable): Promise<Actor[]> {
  const known = db.selectDistinct({ id: activities.userId }).from(activities)
  return db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(inArray(users.id, known))
    .orderBy(asc(users.name), asc(users.email))
}

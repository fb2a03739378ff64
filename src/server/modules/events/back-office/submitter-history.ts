import { sql } from 'drizzle-orm'
import type { EventStatus } from '@/domain/events/event'
import type { Queryable } from '@/server/platform/database/client'
import { ApiError } from '@/server/http/errors/api-error'
import { seconds } from '../event-columns'

const LATEST = 5

interface Entry {
  id: string
  title: string
  status: EventStatus
  created_at: number
}

interface History {
  on_review: number
  published: number
  rejected: number
  latest: Entry[]
}

/** Other events of the same user or the same contact address, by status, and the latest. Throws NOT_FOUND. */
export async function submitterHistory(db: Queryable, id: string): Promise<History> {
  const { rows } = await db.execute<History & Record<string, unknown>>(sql`
    with theirs as (
      select o.id, o.title, o.status, o.created_at
      from events e join events o on o.id <> e.id
        and (o.user_id = e.user_id or (e.email <> '' and lower(o.email) = lower(e.email)))
      where e.id = ${id}
    )
    select
      (select count(*) from theirs where status = 'ON_REVIEW')::int as on_review,
      (select count(*) from theirs where status = 'PUBLISHED')::int as published,
      (select count(*) from theirs where status = 'REJECTED')::int as rejected,
      (select coalesce(json_agg(json_build_object('id', id, 'title', title, 'status', status,
          'created_at', ${seconds('created_at')}) order by created_at desc, id), '[]'::json)
        from (select * from theirs order by created_at desc, id limit ${LATEST}) newest) as latest
    from events e where e.id = ${id}`)
  const [found] = rows
  if (found === undefined) throw new ApiError('NOT_FOUND')
  return found
}

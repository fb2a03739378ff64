import { sql } from 'drizzle-orm'
import type { OwnEvent } from '@/contract/events/events'
import type { EventStatus } from '@/domain/events/event'
import { may } from '@/domain/accounts/permission'
import { upcomingOccurrences } from '@/domain/events/programme'
import type { Queryable } from '@/server/platform/database/client'
import { ApiError } from '@/server/http/errors/api-error'
import type { PhotoAccess } from '@/server/http/photos/photo-access'
import type { CurrentUser } from '@/server/http/auth/session'
import { scheduleObjects } from './event-columns'
import type { EventRow, Occurrence, Reader } from './event-shape'
import { programmeEvent, timedEvent, wholeColumns } from './programme'
import type { TimetableColumns } from './programme'

type Row = EventRow &
  TimetableColumns & {
    status: EventStatus
    user_id: string | null
    review_reason: string | null
    schedules: (Occurrence & { id: string })[] | null
  }

/**
 * One event with its occurrences from now on; of one that is over, with its last. Published ones for everyone, others for
 * their owner, admins (rules 6) and, without photo and links, who has the link of its mail: that link may be passed on,
 * and the app shows the world nothing that nobody has looked at. Throws NOT_FOUND for what the caller may not see.
 */
export async function readEvent(
  db: Queryable,
  id: string,
  {
    currentUser,
    hasLink,
    nowSeconds,
    photoAccess,
    ...reader
  }: Reader & {
    currentUser: CurrentUser | undefined
    hasLink: boolean
    nowSeconds: number
    photoAccess: PhotoAccess
  },
): Promise<OwnEvent> {
  const row = await findEvent(db, id)
  if (row === undefined) throw new ApiError('NOT_FOUND')
  const owns = currentUser !== undefined && row.user_id === currentUser.id
  const mayRead = may({ role: undefined, ...currentUser, owns }, 'event.read-unpublished')
  // A reader who has the mail to the contact address is most likely the submitter, without an account.
  const readsAll = mayRead || hasLink
  if (row.status !== 'PUBLISHED' && !readsAll) throw new ApiError('NOT_FOUND')
  const showsAll = row.status === 'PUBLISHED' || mayRead
  const shownRow = showsAll ? row : withoutPhotoAndLinks(row)
  const schedules = upcomingOccurrences(timedEvent(row, row.schedules ?? []), nowSeconds)
  const photoQuery = photoAccess.query(shownRow.photo_hash, row.status === 'PUBLISHED')
  return {
    ...programmeEvent(shownRow, schedules, { ...reader, nowSeconds }, photoQuery),
    ...(readsAll && { status: row.status }),
    ...(owns && { is_own: true }),
    ...(!showsAll && row.photo_hash !== null && { is_photo_withheld: true }),
    ...(readsAll && row.review_reason !== null && { review_reason: row.review_reason }),
  }
}

function withoutPhotoAndLinks(row: Row): Row {
  return { ...row, photo_hash: null, info_url: null, info_links: [], organiser: null }
}

/** Finds an event in any status; undefined when there is none. */
export async function findEvent(db: Queryable, id: string): Promise<Row | undefined> {
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    select ${wholeColumns}, e.status, e.user_id, e.review_reason, ${scheduleObjects()} as schedules
    from events e where e.id = ${id}`)
  return rows[0]
}

import { randomUUID } from 'node:crypto'
import { fillTimeProblems, type Submission } from '@/domain/submissions/submission'
import { timetableProblems } from '@/domain/timetables/timetable-problems'
import { lockedAccountState } from '@/server/platform/database/accounts/account-access'
import { atSeconds, type Queryable } from '@/server/platform/database/client'
import { currentPlaces } from '@/server/platform/database/events/starting-tags'
import { enqueueMail } from '@/server/platform/queue/job-queue'
import { photoColumns, type PhotoColumn } from '@/server/platform/database/events/photo-references'
import { events, schedules } from '@/server/platform/database/schema'
import { countReceived, isOwnAddress } from '@/server/jobs/mails/mail-limits'
import { ApiError, validationFailed } from '@/server/http/errors/errors'
import type { CurrentUser } from '@/server/http/auth/session'
import type { PhotoUploads } from '@/server/http/photos/photo-uploads'
import type { StoredPhoto } from '@/server/platform/photos/stores/store'
import { storeEventDays, materialise, scheduleRows } from '@/server/platform/database/events/stored-schedules'
import { storeSearch } from '@/server/platform/database/events/search-index'
import { lockTags, unknownTags, linkTags, uploadPhoto } from './event-shape'
import { contentColumns, type EventContent } from '@/server/platform/database/events/event-content'

/** Validates what only the server can: pace, times against the clock, tags, photo, and all of it at once. */
export async function validateSubmission(
  db: Queryable,
  photos: PhotoUploads,
  submission: Pick<Submission, 'timetable' | 'tag_keys' | 'photo' | 'filled_in_ms'>,
  rules: { nowSeconds: number; minFillMs: number },
): Promise<StoredPhoto | undefined> {
  const { nowSeconds, minFillMs } = rules
  const problems = [
    ...fillTimeProblems(submission, minFillMs),
    ...timetableProblems(submission.timetable, nowSeconds),
    ...(await unknownTags(db, submission.tag_keys)),
  ]
  if (problems.length > 0) throw validationFailed(problems)
  return uploadPhoto(photos, submission.photo)
}

/**
 * Stores a validated submission: the event on review, its tags and schedules, and the mail that it has arrived. Throws
 * UNAUTHENTICATED for somebody who was suspended meanwhile.
 */
export async function storeSubmission(
  tx: Queryable,
  submission: Submission,
  extras: {
    photo: StoredPhoto | undefined
    currentUser: CurrentUser | undefined
    locale: string
    nowSeconds: number
    /** The key of the hash that stands for a mailbox. */
    countKey: Buffer
  },
) {
  const { photo, currentUser, locale, nowSeconds, countKey } = extras
  const tagIds = await lockTags(tx, submission.tag_keys)
  const currentPlace = await currentPlaces(tx)
  // The account is locked after the event, as its deletion locks them.
  if (currentUser !== undefined && (await lockedAccountState(tx, currentUser.id)).state !== 'active')
    throw new ApiError('UNAUTHENTICATED')
  const id = await storeEvent(tx, submission, {
    tagIds,
    currentPlace,
    nowSeconds,
    email: submission.email,
    locale,
    userId: currentUser?.id,
    ...(photo && photoColumns(photo)),
  })
  const event = { id, email: submission.email, userId: currentUser?.id ?? null }
  const isNotified = await enqueueReceived(tx, event, { countKey, now: atSeconds(nowSeconds) })
  return { id, title: submission.title, status: 'ON_REVIEW' as const, notified_by_mail: isNotified }
}

/**
 * Enqueues the mail that a submission has arrived, if it is due, which is returned: each of who owns the address, as far as that is
 * known; of those that anybody may have sent with somebody else's address some a day.
 */
export async function enqueueReceived(
  tx: Queryable,
  { id, email, userId }: { id: string; email: string; userId: string | null },
  { countKey, now }: { countKey: Buffer; now: Date },
): Promise<boolean> {
  const isDue =
    (await isOwnAddress(tx, { userId, email })) ||
    (await countReceived(tx, { to: email, now, key: countKey, isByAccount: userId !== null }))
  if (isDue) await enqueueMail(tx, { template: 'submission-received', id }, { now })
  return isDue
}

/** The part of an event that the server adds. */
type EventMetadata = Pick<typeof events.$inferInsert, 'email' | 'locale'> &
  Partial<
    Pick<
      typeof events.$inferInsert,
      | 'userId'
      | PhotoColumn
      | 'status'
      | 'reviewedAt'
      | 'reviewReason'
      | 'changeSeq'
      | 'createdAt'
      | 'updatedAt'
    >
  >

/**
 * Stores a new event with its tags, schedules and days. The caller has locked the tags, and then the places, before anything else.
 * Returns its id.
 */
export async function storeEvent(
  tx: Queryable,
  content: EventContent,
  metadata: EventMetadata & {
    tagIds: readonly string[]
    currentPlace: Awaited<ReturnType<typeof currentPlaces>>
    nowSeconds: number
  },
): Promise<string> {
  const { tagIds, currentPlace, nowSeconds, ...columns } = metadata
  const id = randomUUID()
  const now = atSeconds(nowSeconds)
  const stored = materialise(content.timetable, nowSeconds)
  await tx.insert(events).values({
    id,
    ...contentColumns(content, currentPlace(content)),
    materialisedUntil: stored.until === null ? null : atSeconds(stored.until),
    createdAt: now,
    updatedAt: now,
    ...columns,
  })
  await linkTags(tx, id, tagIds)
  await tx.insert(schedules).values(scheduleRows(id, stored.schedules))
  await storeEventDays(tx, [id])
  await storeSearch(tx, [id])
  return id
}

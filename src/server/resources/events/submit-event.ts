import { randomUUID } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import type { Problem } from '@/domain/problem'
import { toCents } from '@/domain/submission'
import type { Submission } from '@/domain/submission'
import { timetableProblems } from '@/domain/timetable'
import { atSeconds } from '@/server/database/client'
import type { Queryable } from '@/server/database/client'
import { enqueueMail } from '@/server/database/job-queue'
import { eventTags, events, schedules, tags } from '@/server/database/schema'
import { materialise, scheduleRows } from '@/server/database/stored-schedules'
import { validationFailed } from '@/server/http/api-error'
import type { Caller } from '@/server/http/session'
import type { KeptPhoto, PhotoKeeper } from '@/server/http/photo-keeper'

export interface StoredSubmission {
  id: string
  title: string
  status: 'ON_REVIEW'
}

/** What only the server can judge of a submission: its times against the clock, its tags, its photo. All of it at once. */
export async function judgeSubmission(
  db: Queryable,
  photos: PhotoKeeper,
  submission: Submission,
  nowSeconds: number,
): Promise<{ tagIds: string[]; photo: KeptPhoto | undefined }> {
  const { tagIds, unknown } = await resolveTags(db, submission.tag_keys)
  const problems = [...timetableProblems(submission.timetable, nowSeconds), ...unknown]
  if (problems.length > 0) throw validationFailed(problems)
  // Last, because it is the dear one: a photo is drawn only for what will be stored.
  if (!submission.photo) return { tagIds, photo: undefined }
  const kept = await photos.keep(submission.photo)
  if (!kept.ok) throw validationFailed([{ path: 'photo', code: kept.code }])
  return { tagIds, photo: kept.photo }
}

/** Stores a judged submission: the event on review, its tags and schedules, and the mail that it has arrived. */
export async function storeSubmission(
  tx: Queryable,
  submission: Submission,
  extras: {
    tagIds: readonly string[]
    photo: KeptPhoto | undefined
    caller: Caller | undefined
    locale: string
    nowSeconds: number
  },
): Promise<StoredSubmission> {
  const { tagIds, photo, caller, locale, nowSeconds } = extras
  const now = atSeconds(nowSeconds)
  const id = randomUUID()
  const stored = materialise(submission.timetable, nowSeconds)
  await tx.insert(events).values({
    id,
    title: submission.title,
    description: submission.description,
    email: submission.email,
    locale,
    userId: caller?.id,
    locationName: submission.location_name,
    latitude: submission.latitude,
    longitude: submission.longitude,
    priceCents: toCents(submission.price),
    infoUrl: submission.info_url === '' ? undefined : submission.info_url,
    infoLinks: submission.info_links ?? [],
    timetable: submission.timetable,
    materialisedUntil: stored.until === null ? null : atSeconds(stored.until),
    photoHash: photo?.name,
    photoWidth: photo?.width,
    photoHeight: photo?.height,
    createdAt: now,
    updatedAt: now,
  })
  await tx.insert(eventTags).values(tagIds.map((tagId) => ({ eventId: id, tagId })))
  await tx.insert(schedules).values(scheduleRows(id, stored.schedules))
  await enqueueMail(tx, { template: 'submission-received', id }, { now })
  return { id, title: submission.title, status: 'ON_REVIEW' }
}

async function resolveTags(
  db: Queryable,
  keys: readonly string[],
): Promise<{ tagIds: string[]; unknown: Problem[] }> {
  const found = await db
    .select({ id: tags.id, key: tags.key })
    .from(tags)
    .where(inArray(tags.key, [...keys]))
  const ids = new Map(found.map(({ id, key }) => [key, id]))
  return {
    tagIds: [...ids.values()],
    unknown: keys.flatMap((key, index) =>
      ids.has(key) ? [] : [{ path: `tag_keys.${index}`, code: 'tag_unknown' }],
    ),
  }
}

import { randomUUID } from 'node:crypto'
import { asc, count, eq } from 'drizzle-orm'
import type { ReviewPhrase } from '@/contract/back-office/back-office-reviews'
import { PHRASES_MAX } from '@/domain/events/event'
import { atSeconds } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { reviewPhrases } from '@/server/platform/database/schema'
import { ApiError } from '@/server/http/errors/api-error'

const columns = { id: reviewPhrases.id, text: reviewPhrases.text }

/** Saved sentences for rejections, the oldest first: a sentence stays where one has learnt to find it. */
export async function listReviewPhrases(db: Queryable): Promise<ReviewPhrase[]> {
  return db.select(columns).from(reviewPhrases).orderBy(asc(reviewPhrases.createdAt), asc(reviewPhrases.id))
}

/** Saves a sentence; gives the one that is there already. Throws CONFLICT when there are as many as can be read. */
export async function createReviewPhrase(
  tx: Queryable,
  text: string,
  nowSeconds: number,
): Promise<ReviewPhrase> {
  const [known] = await tx.select(columns).from(reviewPhrases).where(eq(reviewPhrases.text, text))
  if (known !== undefined) return known
  const [total] = await tx.select({ phrases: count() }).from(reviewPhrases)
  if ((total?.phrases ?? 0) >= PHRASES_MAX) throw new ApiError('CONFLICT')
  const [saved] = await tx
    .insert(reviewPhrases)
    .values({ id: randomUUID(), text, createdAt: atSeconds(nowSeconds) })
    // Somebody else may have saved the same just now.
    .onConflictDoUpdate({ target: reviewPhrases.text, set: { text } })
    .returning(columns)
  if (saved === undefined) throw new Error('the sentence was not stored')
  return saved
}

/** Throws NOT_FOUND. */
export async function deleteReviewPhrase(db: Queryable, id: string): Promise<void> {
  const deleted = await db.delete(reviewPhrases).where(eq(reviewPhrases.id, id)).returning(columns)
  if (deleted.length === 0) throw new ApiError('NOT_FOUND')
}

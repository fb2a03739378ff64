import { arrayOverlaps, inArray, or } from 'drizzle-orm'
import { allKeys } from '@/domain/tags/tag-keys'
import type { Problem } from '@/domain/validation/problem'
import type { Queryable } from '@/server/platform/database/client'
import { eventTags, tags } from '@/server/platform/database/schema'
import { validationFailed } from '@/server/http/errors/api-error'

const KEYS = { key: tags.key, merged_keys: tags.mergedKeys }

/** A merged tag counts as the one that it was merged into: somebody may have chosen it before. */
const bearsKey = (keys: readonly string[]) =>
  or(inArray(tags.key, [...keys]), arrayOverlaps(tags.mergedKeys, [...keys]))

/** The keys of a comma-joined filter (rules 7). */
export function tagKeysOf(text: string | undefined): string[] {
  const keys = (text ?? '').split(',').map((key) => key.trim())
  return [...new Set(keys)].filter((key) => key !== '')
}

/** The keys that are no tag's, as problems of the field `tag_keys`. */
export async function unknownTags(db: Queryable, keys: readonly string[]): Promise<Problem[]> {
  return problemsOf(keys, new Set((await db.select(KEYS).from(tags).where(bearsKey(keys))).flatMap(allKeys)))
}

/**
 * The ids of the tags with these keys, locked until the commit: a tag that was deleted since it was validated is a 422 and
 * not a broken reference. Everybody locks tags before events before the change counter, so that there is no deadlock.
 * Throws VALIDATION_FAILED.
 */
export async function lockTags(tx: Queryable, keys: readonly string[]): Promise<string[]> {
  const found = await tx
    .select({ id: tags.id, ...KEYS })
    .from(tags)
    .where(bearsKey(keys))
    .orderBy(tags.id)
    .for('key share')
  const problems = problemsOf(keys, new Set(found.flatMap(allKeys)))
  if (problems.length > 0) throw validationFailed(problems)
  return found.map(({ id }) => id)
}

/** Gives an event its tags. */
export async function linkTags(tx: Queryable, eventId: string, tagIds: readonly string[]): Promise<void> {
  await tx.insert(eventTags).values(tagIds.map((tagId) => ({ eventId, tagId })))
}

function problemsOf(keys: readonly string[], known: ReadonlySet<string>): Problem[] {
  return keys.flatMap((key, index) =>
    known.has(key) ? [] : [{ path: `tag_keys.${index}`, code: 'tag_unknown' as const }],
  )
}

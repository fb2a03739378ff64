import { randomUUID } from 'node:crypto'
import { and, arrayContains, asc, count, eq, inArray, or, sql } from 'drizzle-orm'
import type { Tag } from '@/contract/events/events'
import { inLanguage, byUse, allNames, type NamedTag } from '@/domain/tags/tag'
import { foldText } from '@/domain/text/plain-text'
import { locales, type Locale } from '@/messages/compiled/runtime.js'
import { recordActivity } from '@/server/platform/database/accounts/activities'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import type { CountedTag } from '@/contract/back-office/back-office-tags'
import { atSeconds, type Queryable } from '@/server/platform/database/client'
import { eventTags, tags, events } from '@/server/platform/database/schema'
import { isUpcoming, type Programme } from '@/server/platform/database/events/programme-in-memory'
import { firstOf, orNotFound, validationFailed } from '@/server/http/errors/errors'
import { announceEvents } from '@/server/platform/database/events/change-log'
import type { TagName } from '@/domain/tags/tag-schemas'

export function tagHandlers({ db, programme, securityLog }: AppDeps) {
  return {
    listTags: async ({ locale }) => ({ items: byName((await programme.current()).tags, locale) }),
    listUsedTags: async (call) => ({ items: usedTags(await programme.current(), call) }),

    listBackOfficeTags: async ({ locale }) => ({ items: await countedTags(db, locale) }),

    createTag: (request) =>
      db.transaction(async (tx) => {
        const { key, name, names = {} } = request.body
        await lockTags(tx)
        await refuseTakenNames(tx, { name, names })
        // Links with the key of a tag that was merged find the other one.
        if ((await tx.$count(tags, or(eq(tags.key, key), arrayContains(tags.mergedKeys, [key])))) > 0)
          throw validationFailed([{ path: 'key', code: 'tag_key_taken' }])
        const tag = { id: randomUUID(), key, name, names }
        await tx.insert(tags).values({ ...tag, createdAt: atSeconds(request.nowSeconds) })
        await recordActivity(tx, request, 'tag.created', [{ id: tag.id, label: labelOf(tag) }])
        return inLanguage(tag, request.locale)
      }),

    renameTag: (request) =>
      db.transaction(async (tx) => {
        const { id } = request.params
        const { renamed, before } = await renameTag(tx, id, request.body, request.locale)
        const details = { name: labelOf(before) }
        await recordActivity(tx, request, 'tag.renamed', [{ id, label: labelOf(renamed), details }])
        return inLanguage(renamed, request.locale)
      }),

    mergeTag: async (request) => {
      const { id } = request.params
      const into = await db.transaction(async (tx) => {
        const done = await mergeTag(tx, id, request.body.into_id)
        const details = { name: done.into.name }
        await recordActivity(tx, request, 'tag.merged', [{ id, label: done.merged.name, details }])
        return done.into
      })
      securityLog.record('tag.deleted', request.source, { accountId: request.currentUser.id, ids: [id] })
      return inLanguage(into, request.locale)
    },

    deleteTag: async (request) => {
      const { id } = request.params
      await db.transaction(async (tx) => {
        const { name } = firstOf(await lockTags(tx, id))
        await markBearers(tx, id)
        // An event must have a tag: the only one of an event is merged into what replaces it.
        if ((await tx.$count(eventTags, and(eq(eventTags.tagId, id), isOnlyTag))) > 0)
          throw validationFailed([{ path: 'id', code: 'tag_is_only_one' }])
        await tx.delete(tags).where(eq(tags.id, id))
        await recordActivity(tx, request, 'tag.deleted', [{ id, label: name }])
      })
      securityLog.record('tag.deleted', request.source, { accountId: request.currentUser.id, ids: [id] })
      return {}
    },
  } satisfies Partial<Handlers>
}

/** All names of a stored tag, each once: a change of any of them is to be seen in the log. */
function labelOf(tag: Tag): string {
  return [...new Set(allNames(tag))].join(' / ')
}

/** The only tag of its event, which must have one (rules 5). */
const isOnlyTag = sql`not exists (select 1 from event_tags other
  where other.event_id = ${eventTags.eventId} and other.tag_id <> ${eventTags.tagId})`

/** All tags, by name, with the number of events that bear them, in any status, and of those that bear no other. */
async function countedTags(db: Queryable, locale: string): Promise<CountedTag[]> {
  const only_count = count(sql`case when ${isOnlyTag} then ${eventTags.eventId} end`)
  const counted = await db
    .select({ ...TAG, count: count(eventTags.eventId), only_count })
    .from(tags)
    .leftJoin(eventTags, eq(eventTags.tagId, tags.id))
    .groupBy(tags.id)
  return byName(counted, locale)
}

/** Sorts by name, in a language of the app and in its alphabet. */
function byName<T extends Tag>(found: readonly T[], locale: string): T[] {
  return found
    .map((tag) => inLanguage(tag, locale))
    .toSorted((a, b) => a.name.localeCompare(b.name, locale) || (a.key < b.key ? -1 : 1))
}

/** Tags of published events that are not over, the most used first. */
function usedTags(
  { events: published, tags: all }: Programme,
  { nowSeconds, locale }: { nowSeconds: number; locale: string },
): (Tag & { count: number })[] {
  const upcoming = [...published.values()].filter((event) => isUpcoming(event, nowSeconds))
  const counts = new Map<string, number>()
  for (const { id } of upcoming.flatMap((event) => event.tags)) counts.set(id, (counts.get(id) ?? 0) + 1)
  return all
    .map((tag) => ({ ...inLanguage(tag, locale), count: counts.get(tag.id) ?? 0 }))
    .filter(({ count: used }) => used > 0)
    .toSorted(byUse)
}

/**
 * Gives the events of one tag another in its place, also in replicas, and deletes the first. Its key
 * finds the other from then on, since links with it are in the world. Throws NOT_FOUND; VALIDATION_FAILED when the other is the same, or is gone.
 */
async function mergeTag(
  tx: Queryable,
  id: string,
  intoId: string,
): Promise<{ merged: Tag; into: CountedTag }> {
  if (id === intoId) throw validationFailed([{ path: 'into_id', code: 'invalid' }])
  const found = await lockTags(tx, id, intoId)
  const merged = orNotFound(found.find((tag) => tag.id === id))
  const into = found.find((tag) => tag.id === intoId)
  if (into === undefined) throw validationFailed([{ path: 'into_id', code: 'tag_unknown' }])
  // Those that bear the other already are found by the key from now on, too.
  await markBearers(tx, id, intoId)
  await tx.execute(sql`
    update event_tags moved set tag_id = ${intoId}::uuid where tag_id = ${id}::uuid and not exists (
      select 1 from event_tags other where other.event_id = moved.event_id and other.tag_id = ${intoId}::uuid)`)
  await tx.delete(tags).where(eq(tags.id, id))
  const merged_keys = [...into.merged_keys, merged.key, ...merged.merged_keys]
  await tx.update(tags).set({ mergedKeys: merged_keys }).where(eq(tags.id, intoId))
  const counts = await tx
    .select({ count: count(), only_count: count(sql`case when ${isOnlyTag} then 1 end`) })
    .from(eventTags)
    .where(eq(eventTags.tagId, intoId))
  return { merged, into: { ...into, merged_keys, count: 0, only_count: 0, ...counts[0] } }
}

const TAG = {
  id: tags.id,
  key: tags.key,
  name: tags.name,
  names: tags.names,
  merged_keys: tags.mergedKeys,
}

/**
 * Changes the names of a tag, also in the replicas of the events that bear it. A name without `names` is the one that is read in
 * `locale`: a client that knows of one name reads what it has written. Throws NOT_FOUND, VALIDATION_FAILED for a taken name.
 */
async function renameTag(
  tx: Queryable,
  id: string,
  { name, names }: TagName,
  locale: Locale,
): Promise<{ renamed: Tag; before: Tag }> {
  const before = firstOf(await lockTags(tx, id))
  const isOther = names === undefined && before.names[locale] !== undefined
  const change = isOther ? { names: { ...before.names, [locale]: name } } : { name, ...(names && { names }) }
  await refuseTakenNames(tx, { ...before, ...change }, isOther ? locale : undefined)
  await markBearers(tx, id)
  return { renamed: firstOf(await tx.update(tags).set(change).where(eq(tags.id, id)).returning(TAG)), before }
}

/**
 * Locks tags before all else: a submission that is about to use one is waited for, and then seen. Whoever writes tags waits for who does
 * already, so that two deletions together leave no event without a tag, and two tags never get one name.
 */
async function lockTags(tx: Queryable, ...ids: readonly string[]) {
  await tx.execute(sql`lock table tags in share row exclusive mode`)
  return tx
    .select(TAG)
    .from(tags)
    .where(inArray(tags.id, [...ids]))
    .orderBy(asc(tags.id))
    .for('update')
}

/**
 * Throws VALIDATION_FAILED where another tag has the same name in a language, whatever the case and the accents.
 * `only` is the language of a caller who knows of one name.
 */
async function refuseTakenNames(
  tx: Queryable,
  tag: NamedTag & { id?: string },
  only?: Locale,
): Promise<void> {
  const others = (await tx.select(TAG).from(tags)).filter(({ id }) => id !== tag.id)
  const isTaken = (locale: Locale) => {
    const nameOf = (one: NamedTag) => foldText(inLanguage(one, locale).name)
    return others.some((other) => nameOf(other) === nameOf(tag))
  }
  const taken = locales.find(isTaken)
  if (taken === undefined) return
  const isOfItsOwn = taken !== only && tag.names?.[taken] !== undefined
  throw validationFailed([{ path: isOfItsOwn ? `names.${taken}` : 'name', code: 'tag_name_taken' }])
}

/** Replicas sync the published events that bear one of the tags again. */
async function markBearers(tx: Queryable, ...tagIds: readonly string[]): Promise<void> {
  const bearers = tx
    .select({ id: eventTags.eventId })
    .from(eventTags)
    .where(inArray(eventTags.tagId, [...tagIds]))
  await announceEvents(tx, inArray(events.id, bearers))
}

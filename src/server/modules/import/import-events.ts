import { hash, randomUUID } from 'node:crypto'
import { and, arrayOverlaps, asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { ImportedEvent } from '@/domain/staff/import'
import { allKeys } from '@/domain/tags/tag'
import { baseLocale } from '@/messages/compiled/runtime.js'
import { recordActivity } from '@/server/platform/database/accounts/activities'
import { atSeconds, IMPORT_LOCK, type Database, type Queryable } from '@/server/platform/database/client'
import { nextChange } from '@/server/platform/database/events/change-log'
import { dropStatesWithoutDate } from '@/server/platform/database/events/day-states'
import { contentColumns } from '@/server/platform/database/events/event-content'
import { storeSearch } from '@/server/platform/database/events/search-index'
import { currentPlaces } from '@/server/platform/database/events/starting-tags'
import {
  materialise,
  replaceSchedules,
  scheduleRows,
  storeEventDays,
} from '@/server/platform/database/events/stored-schedules'
import { events, eventTags, importSources, schedules, tags } from '@/server/platform/database/schema'
import { readSource, type ReadSource, type SourceAccess } from './read-source'
import type { ReadRow } from './reading'

interface ImportRun {
  isChosen: (row: ReadRow) => boolean
  locale: string
  /** Absent at night. */
  currentUser?: { id: string; sessionId: string } | undefined
  nowSeconds: number
}

/**
 * Stores the chosen rows of a reading. New events are ON_REVIEW, and nobody is mailed that they have arrived. Those that the source has brought before are
 * updated in whatever status they are, but for tags, photo and contact address; one that somebody has written since it was read is left alone. Call it while no
 * other import runs, so that two at once never double an event.
 */
export async function importRows(
  tx: Queryable,
  sourceId: string,
  { reading, mapping }: Pick<ReadSource, 'reading' | 'mapping'>,
  run: ImportRun,
) {
  const { currentUser, nowSeconds } = run
  const chosen = reading.rows.filter((row) => row.content !== undefined && run.isChosen(row))
  // Tags before events before the change counter, as everybody locks them.
  const keys = chosen.flatMap(({ content }) => content?.tag_keys ?? [])
  const tagIds = await lockTags(tx, [...new Set(keys)])
  const currentPlace = await currentPlaces(tx)
  const stored = await lockImported(tx, sourceId, chosen)
  const added: Added[] = []
  const updated: (typeof events.$inferSelect)[] = []
  for (const row of chosen) {
    const { uid, digest, content, revision } = row
    if (content === undefined) continue
    const event = { ...content, ...currentPlace(content) }
    const before = stored.get(uid)
    const ofTags = [...new Set(content.tag_keys.flatMap((key) => tagIds.get(key) ?? []))]
    if (before === undefined && revision === undefined && ofTags.length > 0)
      added.push({ id: randomUUID(), uid, digest, event, tagIds: ofTags })
    if (before === undefined || before.revision !== revision) continue
    await updateEvent(tx, before, { digest, event, isCancelled: row.is_cancelled === true, nowSeconds })
    updated.push(before)
  }
  await insertEvents(tx, added, { sourceId, email: mapping.defaults.email, locale: run.locale, nowSeconds })
  const written = [
    ...added.map(({ id, event }) => ({ id, label: event.title })),
    ...updated.map(({ id, title }) => ({ id, label: title })),
  ]
  if (written.length > 0) {
    const ids = written.map(({ id }) => id)
    await storeEventDays(tx, ids)
    await storeSearch(tx, ids)
    await recordActivity(tx, { currentUser, nowSeconds }, 'event.imported', written)
  }
  const published = updated.filter(({ status }) => status === 'PUBLISHED').map(({ id }) => id)
  if (published.length > 0)
    await tx
      .update(events)
      .set({ changeSeq: await nextChange(tx) })
      .where(inArray(events.id, published))
  await noteReading(tx, sourceId, reading, run, { added: added.length, changed: updated.length })
  return {
    source_id: sourceId,
    created: added.length,
    updated: updated.length,
    unchanged: chosen.length - written.length,
  }
}

interface Added {
  id: string
  uid: string
  digest: string
  event: ImportedEvent
  tagIds: readonly string[]
}

const BATCH = 200

async function insertEvents(
  tx: Queryable,
  added: readonly Added[],
  {
    sourceId,
    email,
    locale,
    nowSeconds,
  }: { sourceId: string; email: string; locale: string; nowSeconds: number },
): Promise<void> {
  const now = atSeconds(nowSeconds)
  for (let from = 0; from < added.length; from += BATCH) {
    const batch = added
      .slice(from, from + BATCH)
      .map((one) => ({ ...one, ...materialise(one.event.timetable, nowSeconds) }))
    await tx.insert(events).values(
      batch.map(({ id, uid, digest, event, until }) => ({
        id,
        ...contentColumns(event),
        email,
        locale,
        materialisedUntil: until === null ? null : atSeconds(until),
        importSourceId: sourceId,
        importUid: uid,
        importDigest: digest,
        createdAt: now,
        updatedAt: now,
      })),
    )
    await tx.insert(schedules).values(batch.flatMap((one) => scheduleRows(one.id, one.schedules)))
    await tx
      .insert(eventTags)
      .values(batch.flatMap(({ id, tagIds }) => tagIds.map((tagId) => ({ eventId: id, tagId }))))
  }
}

interface Update {
  digest: string
  event: ImportedEvent
  isCancelled: boolean
  nowSeconds: number
}

async function updateEvent(
  tx: Queryable,
  stored: typeof events.$inferSelect,
  { digest, event, isCancelled, nowSeconds }: Update,
): Promise<void> {
  const revision = stored.revision + 1
  await tx
    .update(events)
    .set({
      ...contentColumns(event),
      ...(isCancelled && { state: 'cancelled' as const }),
      materialisedUntil: await replaceSchedules(tx, stored, event.timetable, nowSeconds),
      importDigest: digest,
      importRevision: revision,
      revision,
      editedRevision: revision,
      updatedAt: atSeconds(nowSeconds),
    })
    .where(eq(events.id, stored.id))
  await dropStatesWithoutDate(tx, stored.id, event.timetable)
}

/** The ids of tags by each of their keys: one that was merged meanwhile is the tag that it was merged into. */
async function lockTags(tx: Queryable, keys: string[]): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0) return new Map()
  const found = await tx
    .select({ id: tags.id, key: tags.key, merged_keys: tags.mergedKeys })
    .from(tags)
    .where(or(inArray(tags.key, keys), arrayOverlaps(tags.mergedKeys, keys)))
    .orderBy(tags.id)
    .for('key share')
  return new Map(found.flatMap((tag) => allKeys(tag).map((key) => [key, tag.id])))
}

/** The stored events of rows, by UID. */
async function lockImported(tx: Queryable, sourceId: string, rows: readonly ReadRow[]) {
  const uids = sql.param(rows.map(({ uid }) => uid))
  const found = await tx
    .select()
    .from(events)
    .where(sql`${events.importSourceId} = ${sourceId} and ${events.importUid} = any(${uids}::text[])`)
    .orderBy(asc(events.id))
    .for('update')
  return new Map(found.map((event) => [event.importUid, event]))
}

/** Stores what a reading has found. A person who has imported has seen it, and has declined what is left. */
async function noteReading(
  tx: Queryable,
  sourceId: string,
  { rows, vanished }: ReadSource['reading'],
  { isChosen, currentUser, nowSeconds }: ImportRun,
  stored: { added: number; changed: number },
): Promise<void> {
  const unsure = rows.filter((row) => ['new', 'changed', 'edited'].includes(row.state) && !isChosen(row))
  // One that was never in the app and is cancelled concerns nobody.
  const unreadable = rows.filter(({ state, reason }) => state === 'unreadable' && reason !== 'cancelled')
  const news = newsOf([
    ...[...unsure, ...unreadable].map(({ uid, digest }) => uid + digest),
    ...vanished.map(({ id }) => id),
  ])
  const findings = {
    ...stored,
    unsure: unsure.length,
    unreadable: unreadable.length,
    vanished: vanished.length,
  }
  await tx
    .update(importSources)
    .set({
      readAt: atSeconds(nowSeconds),
      findings,
      news,
      ...(currentUser && { seenNews: news, declined: unsure.map(({ uid }) => uid) }),
    })
    .where(eq(importSources.id, sourceId))
}

/** Names what needs a person, so that the same again is no news; a hash, since a UID may have five hundred letters. */
function newsOf(parts: readonly string[]): string | null {
  return parts.length === 0 ? null : hash('sha256', parts.toSorted().join('\n'), 'hex')
}

/**
 * Reads a source as its night does: what is ticked is stored, and the rest is counted. Nothing for one that is forgotten or read no more. Throws UNAVAILABLE
 * as `readSource` does.
 */
export async function readAgain(
  db: Database,
  id: string,
  access: SourceAccess & { nowSeconds: number },
): Promise<void> {
  const isIt = and(eq(importSources.id, id), eq(importSources.isNightly, true))
  const [source] = await db.select().from(importSources).where(isIt)
  if (source?.mapping.defaults === undefined) return
  const read = await readSource(db, { source: { id } }, access)
  const { nowSeconds } = access
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`)
    const [still] = await tx.select({ id: importSources.id }).from(importSources).where(isIt)
    if (still === undefined) return
    const run = { isChosen: (row: ReadRow) => row.is_ticked, locale: baseLocale, nowSeconds }
    if (!('trouble' in read)) await importRows(tx, id, read, run)
    else {
      const findings = { added: 0, changed: 0, unsure: 0, unreadable: 0, vanished: 0, trouble: read.trouble }
      const news = newsOf([read.trouble])
      await tx
        .update(importSources)
        .set({ readAt: atSeconds(nowSeconds), findings, news })
        .where(isIt)
    }
  })
}

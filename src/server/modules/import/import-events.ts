import { randomUUID } from 'node:crypto'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { ImportedEvent } from '@/domain/staff/import'
import { allKeys } from '@/domain/tags/tag'
import { baseLocale } from '@/messages/compiled/runtime.js'
import { recordActivity } from '@/server/platform/database/accounts/activities'
import { atSeconds, IMPORT_LOCK, type Database, type Queryable } from '@/server/platform/database/client'
import { nextChange } from '@/server/platform/database/events/change-log'
import {
  dropStatesWithoutDate,
  materialise,
  replaceSchedules,
  scheduleRows,
} from '@/server/platform/database/events/event-dates'
import { contentColumns } from '@/server/platform/database/events/event-content'
import { events, eventTags, importSources, schedules, tags } from '@/server/platform/database/schema'
import { readSource, type ReadSource, type SourceAccess } from './read-source'
import type { ReadRow } from './reading'
import { digestOf } from './map-event'

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
  const chosen = reading.rows.flatMap((row) =>
    row.content !== undefined && run.isChosen(row) ? [{ ...row, content: row.content }] : [],
  )
  // Tags before events before the change counter, as everybody locks them.
  const tagIds = await lockTags(tx)
  const stored = await lockImported(tx, sourceId, chosen)
  const circumstances = { ...run, sourceId, email: mapping.defaults.email, tagIds }
  const added: { id: string; label: string }[] = []
  const updated: { id: string; label: string }[] = []
  for (const row of chosen) {
    const before = stored.get(row.uid)
    const label = row.content.title
    if (before === undefined && row.revision === undefined)
      added.push({ id: await insertEvent(tx, row, circumstances), label })
    if (before === undefined || before.revision !== row.revision) continue
    await updateEvent(tx, before, row, nowSeconds)
    updated.push({ id: before.id, label })
  }
  const written = [...added, ...updated]
  await recordActivity(tx, { currentUser, nowSeconds }, 'event.imported', written)
  await noteReading(tx, sourceId, reading, run, { added: added.length, changed: updated.length })
  return {
    source_id: sourceId,
    created: added.length,
    updated: updated.length,
    unchanged: chosen.length - written.length,
  }
}

type StorableRow = ReadRow & { content: ImportedEvent }

interface Circumstances extends ImportRun {
  sourceId: string
  email: string
  tagIds: ReadonlyMap<string, string>
}

/** Returns its id. */
async function insertEvent(
  tx: Queryable,
  { uid, digest, content }: StorableRow,
  { sourceId, email, locale, nowSeconds, tagIds }: Circumstances,
): Promise<string> {
  const [id, now] = [randomUUID(), atSeconds(nowSeconds)]
  await tx.insert(events).values({
    id,
    ...contentColumns(content),
    email,
    locale,
    importSourceId: sourceId,
    importUid: uid,
    importDigest: digest,
    createdAt: now,
    updatedAt: now,
  })
  await tx.insert(schedules).values(scheduleRows(id, materialise(content.timetable, nowSeconds).schedules))
  const ofTags = new Set(content.tag_keys.flatMap((key) => tagIds.get(key) ?? []))
  if (ofTags.size > 0) await tx.insert(eventTags).values([...ofTags].map((tagId) => ({ eventId: id, tagId })))
  return id
}

async function updateEvent(
  tx: Queryable,
  before: typeof events.$inferSelect,
  { digest, content, is_cancelled: isCancelled }: StorableRow,
  nowSeconds: number,
): Promise<void> {
  const revision = before.revision + 1
  await tx
    .update(events)
    .set({
      ...contentColumns(content),
      ...(isCancelled && { state: 'cancelled' as const }),
      materialisedUntil: await replaceSchedules(tx, before, content.timetable, nowSeconds),
      importDigest: digest,
      importRevision: revision,
      revision,
      editedRevision: revision,
      updatedAt: atSeconds(nowSeconds),
      ...(before.status === 'PUBLISHED' && { changeSeq: await nextChange(tx) }),
    })
    .where(eq(events.id, before.id))
  await dropStatesWithoutDate(tx, before.id, content.timetable)
}

/** The ids of tags by each of their keys: one that was merged meanwhile is the tag that it was merged into. */
async function lockTags(tx: Queryable): Promise<ReadonlyMap<string, string>> {
  const found = await tx
    .select({ id: tags.id, key: tags.key, merged_keys: tags.mergedKeys })
    .from(tags)
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
  return parts.length === 0 ? null : digestOf(parts.toSorted())
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

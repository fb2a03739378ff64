import { hash, randomUUID } from 'node:crypto'
import { and, arrayOverlaps, asc, eq, inArray, or, sql } from 'drizzle-orm'
import { FACT_NAMES, storedFacts } from '@/domain/events/event-fields'
import type { ImportField } from '@/domain/staff/import'
import { storedPrice } from '@/domain/submissions/submission'
import { allKeys } from '@/domain/tags/tag'
import { baseLocale } from '@/messages/compiled/runtime.js'
import { atSeconds, IMPORT_LOCK, type Database, type Queryable } from '@/server/platform/database/client'
import { recordActivity } from '@/server/platform/database/accounts/activities'
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
import type { ReadRow, SourceContent } from './reading'
import { findSource, settingsOf, storeSource } from './sources'

interface ImportRun extends ReadSource {
  /** The rows that a person chose; at night those that are ticked. */
  uids: ReadonlySet<string> | 'ticked'
  /** What a person has set for the source; nothing at night. */
  settings: { name: string; url: string | undefined; isNightly: boolean | undefined } | undefined
  locale: string
  currentUser: { id: string; sessionId: string } | undefined
  nowSeconds: number
}

/**
 * Stores chosen rows. New events are ON_REVIEW, and nobody is mailed that they have arrived. Those that the source has brought before are updated in whatever
 * status they are, but for fields that staff has edited, tags, photo and contact address; one that somebody has written since it was read is left alone.
 * Imports run one after the other, so that two at once never double an event. Throws NOT_FOUND for a source that is forgotten.
 */
export async function importRows(tx: Queryable, run: ImportRun) {
  const { reading, known, defaults, columns, settings, nowSeconds, currentUser } = run
  await tx.execute(sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`)
  // An address may have become a source since it was read, or be none any more.
  const source = await findSource(tx, settings?.url === undefined ? { id: known?.id } : { url: settings.url })
  const sourceId =
    settings === undefined && source !== undefined
      ? source.id
      : await storeSource(tx, source, {
          name: '',
          url: undefined,
          isNightly: undefined,
          ...settings,
          format: reading.format,
          defaults,
          columns,
        })
  const isChosen = (row: ReadRow) => (run.uids === 'ticked' ? row.is_ticked : run.uids.has(row.uid))
  const chosen = reading.rows.filter(isChosen)
  // Tags before events before the change counter, as everybody locks them.
  const tagIds = await lockTags(
    tx,
    chosen.flatMap(({ content }) => content?.tag_keys ?? []),
  )
  const stored = await lockImported(tx, sourceId, chosen)
  const added: Added[] = []
  const updated: { id: string; label: string }[] = []
  const published: string[] = []
  for (const row of chosen) {
    const { uid, content, event_id: eventId } = row
    const before = stored.get(eventId ?? '') ?? stored.get(uid)
    if (content === undefined) continue
    const ofTags = [...new Set(content.tag_keys.flatMap((key) => tagIds.get(key) ?? []))]
    if (before === undefined && eventId === undefined && ofTags.length > 0)
      added.push({ id: randomUUID(), uid, content, tagIds: ofTags })
    const fields = row.changes.filter(({ is_kept }) => !is_kept).map(({ field }) => field)
    if (before === undefined || before.revision !== row.revision || fields.length === 0) continue
    await updateEvent(tx, before, { uid, content, fields, nowSeconds })
    updated.push({ id: before.id, label: fields.includes('title') ? content.title : before.title })
    if (before.status === 'PUBLISHED') published.push(before.id)
  }
  await insertEvents(tx, added, { sourceId, email: defaults.email, locale: run.locale, nowSeconds })
  const written = [...added.map(({ id, content }) => ({ id, label: content.title })), ...updated]
  await recordActivity(tx, { currentUser, nowSeconds }, 'event.imported', written)
  if (published.length > 0)
    await tx
      .update(events)
      .set({ changeSeq: await nextChange(tx) })
      .where(inArray(events.id, published))
  await noteReading(tx, sourceId, run, { added: added.length, changed: updated.length })
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
  content: SourceContent
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
      .map((one) => ({ ...one, ...materialise(one.content.timetable, nowSeconds) }))
    await tx.insert(events).values(
      batch.map(({ id, uid, content, until }) => ({
        id,
        ...contentColumns(content),
        email,
        locale,
        materialisedUntil: until === null ? null : atSeconds(until),
        importSourceId: sourceId,
        importUid: uid,
        importValues: content,
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
  uid: string
  content: SourceContent
  fields: readonly ImportField[]
  nowSeconds: number
}

async function updateEvent(
  tx: Queryable,
  stored: typeof events.$inferSelect,
  { uid, content, fields, nowSeconds }: Update,
): Promise<void> {
  const isUpdated = (field: ImportField) => fields.includes(field)
  const facts = FACT_NAMES.filter(isUpdated).map((name) => [name, content[name]])
  const { locationName, placeSlug, latitude, longitude, title, description, infoUrl } =
    contentColumns(content)
  await tx
    .update(events)
    .set({
      ...(isUpdated('title') && { title }),
      ...(isUpdated('description') && { description }),
      ...(isUpdated('price') && storedPrice(content)),
      ...(isUpdated('info_url') && { infoUrl }),
      ...(isUpdated('location_name') && { locationName, placeSlug, latitude, longitude }),
      ...storedFacts(Object.fromEntries(facts)),
      ...(isUpdated('state') && { state: content.state === 'cancelled' ? ('cancelled' as const) : null }),
      ...(isUpdated('timetable') && {
        timetable: content.timetable,
        materialisedUntil: await replaceSchedules(tx, stored, content.timetable, nowSeconds),
      }),
      importUid: uid,
      importValues: content,
      revision: sql`${events.revision} + 1`,
      editedRevision: sql`${events.revision} + 1`,
      updatedAt: atSeconds(nowSeconds),
    })
    .where(eq(events.id, stored.id))
  if (isUpdated('timetable')) await dropStatesWithoutDate(tx, stored.id, content.timetable)
}

/** The ids of tags by each of their keys: one that was merged meanwhile is the tag that it was merged into. */
async function lockTags(tx: Queryable, named: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const keys = [...new Set(named)]
  if (keys.length === 0) return new Map()
  const found = await tx
    .select({ id: tags.id, key: tags.key, merged_keys: tags.mergedKeys })
    .from(tags)
    .where(or(inArray(tags.key, keys), arrayOverlaps(tags.mergedKeys, keys)))
    .orderBy(tags.id)
    .for('key share')
  return new Map(found.flatMap((tag) => allKeys(tag).map((key) => [key, tag.id])))
}

/** The stored events of rows, by id and by UID. */
async function lockImported(tx: Queryable, sourceId: string, rows: readonly ReadRow[]) {
  const uids = sql.param(rows.map(({ uid }) => uid))
  const ids = sql.param(rows.flatMap((row) => row.event_id ?? []))
  const found = await tx
    .select()
    .from(events)
    .where(
      sql`${events.importSourceId} = ${sourceId}
        and (${events.importUid} = any(${uids}::text[]) or ${events.id} = any(${ids}::uuid[]))`,
    )
    .orderBy(asc(events.id))
    .for('update')
  return new Map(found.flatMap((event) => [event.id, event.importUid ?? event.id].map((key) => [key, event])))
}

/** Stores what a reading has found. A person who has imported has seen it, and has declined what is left. */
async function noteReading(
  tx: Queryable,
  sourceId: string,
  { reading, uids, nowSeconds }: ImportRun,
  stored: { added: number; changed: number },
): Promise<void> {
  const { rows, vanished, warning } = reading
  const isDone = (row: ReadRow) => (uids === 'ticked' ? row.is_ticked : uids.has(row.uid))
  const unsure = rows.filter((row) => (row.state === 'new' || row.state === 'changed') && !isDone(row))
  // One that was never in the app and is cancelled concerns nobody.
  const unreadable = rows.filter(({ state, reason }) => state === 'unreadable' && reason !== 'cancelled')
  const news = newsOf([
    ...[...unsure, ...unreadable].map(({ uid }) => uid),
    ...vanished.map(({ id }) => id),
    ...(warning === undefined ? [] : [warning.code]),
  ])
  const findings = {
    ...stored,
    unsure: unsure.length,
    unreadable: unreadable.length,
    vanished: warning?.events ?? vanished.length,
  }
  await tx
    .update(importSources)
    .set({
      readAt: atSeconds(nowSeconds),
      findings,
      news,
      ...(uids !== 'ticked' && { seenNews: news, declined: unsure.map(({ uid }) => uid) }),
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
  if (source === undefined || settingsOf(source).defaults === undefined) return
  const read = await readSource(db, { source: { id } }, access)
  const { nowSeconds } = access
  if (!('trouble' in read)) {
    const run = { ...read, uids: 'ticked' as const, settings: undefined, currentUser: undefined }
    await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`)
      const [still] = await tx.select({ id: importSources.id }).from(importSources).where(isIt)
      if (still !== undefined) await importRows(tx, { ...run, locale: baseLocale, nowSeconds })
    })
    return
  }
  const nothing = { added: 0, changed: 0, unsure: 0, unreadable: 0, vanished: 0 }
  const isNews = read.trouble !== 'not_modified'
  await db
    .update(importSources)
    .set({
      readAt: atSeconds(nowSeconds),
      ...(isNews && { findings: { ...nothing, trouble: read.trouble }, news: newsOf([read.trouble]) }),
    })
    .where(isIt)
}

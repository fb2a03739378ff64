import { randomUUID } from 'node:crypto'
import { and, eq, sql, asc } from 'drizzle-orm'
import type { ImportSource } from '@/contract/back-office/import'
import { firstOf, orNotFound, validationFailed } from '@/server/http/errors/errors'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import { atSeconds, IMPORT_LOCK, type Queryable, type Database } from '@/server/platform/database/client'
import { importSources, events, tags } from '@/server/platform/database/schema'
import type { ReadRow } from './reading'
import { findSource, readSource, type SourceAccess, type ReadSource } from './read-source'
import type { ImportDefaults, ImportedEvent } from '@/domain/staff/import'
import { seconds, withoutNull } from '@/server/platform/database/schema/columns'
import { allKeys } from '@/domain/tags/tag'
import { baseLocale } from '@/messages/compiled/runtime.js'
import { recordActivity } from '@/server/platform/database/accounts/activities'
import { changeMarks } from '@/server/platform/database/events/change-log'
import {
  dropStatesWithoutDate,
  replaceSchedules,
  storeEvent,
} from '@/server/platform/database/events/event-dates'
import { contentColumns } from '@/server/platform/database/events/event-content'
import { digestOf } from './map-event'

/** Calendars of others, read by hand (rules 2.12); `server/app` has them read at night by the same functions. */
export function importHandlers({ db }: AppDeps, access: SourceAccess) {
  return {
    previewImport: async ({ body, nowSeconds }) => {
      const read = await readSource(db, body, { ...access, nowSeconds })
      if ('trouble' in read) return read
      const { reading, known, bytes } = read
      const { rows, name: ownName, ...shown } = reading
      const { source } = body
      const address = source.url?.replace(/^webcals?:/i, 'https:') ?? ''
      const host = URL.canParse(address) ? new URL(address).hostname : address
      return {
        ...shown,
        source_id: known?.id ?? randomUUID(),
        is_new: known === undefined,
        name: known?.name ?? source.name ?? ownName ?? host,
        file: Buffer.from(bytes).toString('base64'),
        // The reply's schema leaves out what only the server needs.
        items: rows,
      }
    },

    runImport: async ({ body, currentUser, nowSeconds, locale }) => {
      const read = await readSource(db, body, { ...access, nowSeconds })
      if ('trouble' in read) return read
      const { source, uids, is_nightly: isNightly } = body
      const chosen = new Set(uids)
      const run = { isChosen: ({ uid }: ReadRow) => chosen.has(uid), locale, currentUser, nowSeconds }
      return db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`)
        // An address may have become a source meanwhile.
        const known = await findSource(tx, source)
        const { id, name, url = null } = known ?? source
        const nightly = isNightly !== undefined && { isNightly: isNightly && url !== null }
        const values = { mapping: read.mapping, ...nightly }
        if (known === undefined) await tx.insert(importSources).values({ id, name, url, ...values })
        else await tx.update(importSources).set(values).where(eq(importSources.id, id))
        return importRows(tx, id, read, run)
      })
    },

    listImportSources: async () => ({ items: await listSources(db) }),

    updateImportSource: async ({ params: { id }, body }) => {
      const { name, url, defaults, is_nightly: isNightly } = body
      await db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`)
        const known = orNotFound(await findSource(tx, { id }))
        if (isNightly && url === undefined) throw validationFailed([{ path: 'is_nightly', code: 'invalid' }])
        const other = await findSource(tx, { url })
        if (other !== undefined && other.id !== id) throw validationFailed([{ path: 'url', code: 'invalid' }])
        const values = { name, url: url ?? null, isNightly, mapping: { ...known.mapping, defaults } }
        await tx.update(importSources).set(values).where(eq(importSources.id, id))
      })
      return {}
    },

    // Findings of a later reading stay.
    dismissImportFindings: async ({ params: { id }, body }) => {
      orNotFound(await findSource(db, { id }))
      await db
        .update(importSources)
        .set({ seenNews: sql`${importSources.news}` })
        .where(and(eq(importSources.id, id), eq(importSources.readAt, atSeconds(body.read_at))))
      return {}
    },

    // An import that runs is waited for: its events are of a source that is there.
    deleteImportSource: async ({ params: { id } }) => {
      await db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`)
        firstOf(await tx.delete(importSources).where(eq(importSources.id, id)).returning())
      })
      return {}
    },
  } satisfies Partial<Handlers>
}

function eventsOf(more = sql``) {
  return sql<number>`(select count(*)::int from events e where e.import_source_id = import_sources.id ${more})`
}

async function listSources(db: Queryable): Promise<ImportSource[]> {
  const isNews = sql<boolean>`(news is not null and news is distinct from seen_news)`
  const { id, name, url, isNightly, readAt, findings } = importSources
  const rows = await db
    .select({
      id,
      name,
      url,
      findings,
      is_nightly: isNightly,
      is_news: isNews,
      read_at: seconds<number | null>(readAt),
      events: eventsOf(),
      on_review: eventsOf(sql`and e.status = 'ON_REVIEW'`),
      defaults: sql<ImportDefaults | null>`mapping -> 'defaults'`,
    })
    .from(importSources)
    .orderBy(sql`${isNews} desc, ${readAt} desc nulls last`, id)
    .limit(200)
  return rows.map(withoutNull)
}

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
async function importRows(
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
  const written: { id: string; label: string }[] = []
  let changed = 0
  for (const row of chosen) {
    const before = stored.get(row.uid)
    // Written by somebody since it was read, or imported or deleted meanwhile.
    if (before?.revision !== row.revision) continue
    const { uid, digest, content } = row
    if (before !== undefined) {
      changed += 1
      await updateEvent(tx, before, row, nowSeconds)
    }
    const id =
      before?.id ??
      (await storeEvent(tx, content, {
        tagIds: [...new Set(content.tag_keys.flatMap((key) => tagIds.get(key) ?? []))],
        nowSeconds,
        email: mapping.defaults.email,
        locale: run.locale,
        importSourceId: sourceId,
        importUid: uid,
        importDigest: digest,
      }))
    written.push({ id, label: content.title })
  }
  const added = written.length - changed
  await recordActivity(tx, { currentUser, nowSeconds }, 'event.imported', written)
  await noteReading(tx, sourceId, reading, run, { added, changed })
  return { source_id: sourceId, created: added, updated: changed, unchanged: chosen.length - written.length }
}

type StorableRow = ReadRow & { content: ImportedEvent }

async function updateEvent(
  tx: Queryable,
  before: typeof events.$inferSelect,
  { digest, content, is_cancelled: isCancelled }: StorableRow,
  nowSeconds: number,
): Promise<void> {
  const { id } = before
  const materialisedUntil = await replaceSchedules(tx, before, content.timetable, nowSeconds)
  const marks = await changeMarks(tx, before, nowSeconds)
  const { revision } = marks
  await tx
    .update(events)
    .set({
      ...contentColumns(content),
      ...(isCancelled && { state: 'cancelled' as const }),
      materialisedUntil,
      ...marks,
      importDigest: digest,
      importRevision: revision,
      editedRevision: revision,
    })
    .where(eq(events.id, id))
  await dropStatesWithoutDate(tx, id, content.timetable)
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
    if ((await tx.$count(importSources, isIt)) === 0) return
    const run = { isChosen: (row: ReadRow) => row.is_ticked, locale: baseLocale, nowSeconds }
    if (!('trouble' in read)) return importRows(tx, id, read, run)
    const { trouble } = read
    const findings = { added: 0, changed: 0, unsure: 0, unreadable: 0, vanished: 0, trouble }
    const readAt = atSeconds(nowSeconds)
    await tx
      .update(importSources)
      .set({ readAt, findings, news: newsOf([trouble]) })
      .where(isIt)
  })
}

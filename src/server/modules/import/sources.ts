import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { ImportSource } from '@/contract/back-office/import-sources'
import { importDefaultsSchema } from '@/domain/staff/import'
import type { CsvColumns, ImportDefaults, ImportFormat } from '@/domain/staff/import'
import { secondsOf } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { IMPORT_LOCK } from '@/server/platform/database/locks'
import { events, importSources } from '@/server/platform/database/schema'
import { ApiError, validationFailed } from '@/server/http/errors/api-error'
import { SEEN } from './findings'

/** The key of a source: its address, or the name of its file, unless an administrator gave it another. */
export interface SourceKey {
  name: string
  url?: string | undefined
}

export interface SourceSettings extends SourceKey {
  format: ImportFormat
  defaults: ImportDefaults
  columns?: CsvColumns | undefined
}

export async function findSource(db: Queryable, { name, url }: SourceKey) {
  const isIt =
    url === undefined
      ? and(isNull(importSources.url), eq(importSources.name, name))
      : eq(importSources.url, url)
  const [found] = await db
    .select({
      id: importSources.id,
      name: importSources.name,
      lastRunAt: importSources.lastRunAt,
      readAt: importSources.readAt,
      previewedAt: importSources.previewedAt,
    })
    .from(importSources)
    .where(isIt)
    .orderBy(importSources.createdAt)
    .limit(1)
  return found
}

/** The id of the source, which is stored with what was chosen for it. Call it while no other import runs. */
export async function storeSource(tx: Queryable, settings: SourceSettings, now: Date): Promise<string> {
  const { name, url, format, defaults, columns } = settings
  const mapping = { defaults, ...(columns && { columns }) }
  const known = await findSource(tx, settings)
  if (known === undefined) {
    const id = randomUUID()
    await tx
      .insert(importSources)
      .values({ id, name, format, url: url ?? null, mapping, lastRunAt: now, createdAt: now })
    return id
  }
  // A person who imports has seen what the preview showed; what a night found after that preview is still to be seen.
  const wasShown = known.readAt === null || (known.previewedAt !== null && known.previewedAt >= known.readAt)
  await tx
    .update(importSources)
    .set({ format, mapping, lastRunAt: now, ...(wasShown && SEEN) })
    .where(eq(importSources.id, known.id))
  return known.id
}

export async function listSources(db: Queryable): Promise<ImportSource[]> {
  const rows = await db
    .select({
      id: importSources.id,
      name: importSources.name,
      format: importSources.format,
      url: importSources.url,
      mapping: importSources.mapping,
      lastRunAt: importSources.lastRunAt,
      is_nightly: importSources.isNightly,
      readAt: importSources.readAt,
      findings: importSources.findings,
      on_review: sql<number>`(select count(*)::int from events e
        where e.import_source_id = import_sources.id and e.status = 'ON_REVIEW')`,
      events: sql<number>`(select count(*)::int from events e where e.import_source_id = import_sources.id)`,
    })
    .from(importSources)
    .orderBy(sql`${importSources.lastRunAt} desc nulls last`, importSources.id)
    .limit(200)
  return rows.map(({ url, lastRunAt, readAt, findings, mapping, ...source }) => {
    const defaults = importDefaultsSchema.safeParse(mapping['defaults'])
    return {
      ...source,
      ...(url !== null && { url }),
      ...(lastRunAt !== null && { last_run_at: secondsOf(lastRunAt) }),
      ...(readAt !== null && { read_at: secondsOf(readAt) }),
      ...(findings !== null && { findings }),
      ...(defaults.success && { defaults: defaults.data }),
      ...(mapping['columns'] !== undefined && { columns: mapping['columns'] as CsvColumns }),
    }
  })
}

/**
 * Reads a calendar again each night from now on, or no longer. Throws NOT_FOUND; VALIDATION_FAILED for a file, which is nowhere to be
 * read again.
 */
export async function setNightly(tx: Queryable, id: string, isNightly: boolean): Promise<void> {
  const [source] = await tx
    .select({ url: importSources.url })
    .from(importSources)
    .where(eq(importSources.id, id))
    .for('update')
  if (source === undefined) throw new ApiError('NOT_FOUND')
  if (source.url === null && isNightly) throw validationFailed([{ path: 'is_nightly', code: 'invalid' }])
  await tx
    .update(importSources)
    .set({ isNightly, ...(!isNightly && { findings: null }) })
    .where(eq(importSources.id, id))
}

/** The events of a calendar that wait for a review, the oldest first. Throws NOT_FOUND. */
export async function importedOnReview(db: Queryable, id: string): Promise<string[]> {
  const [source] = await db
    .select({ id: importSources.id })
    .from(importSources)
    .where(eq(importSources.id, id))
  if (source === undefined) throw new ApiError('NOT_FOUND')
  const rows = await db
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.importSourceId, id), eq(events.status, 'ON_REVIEW')))
    .orderBy(asc(events.createdAt), desc(events.id))
  return rows.map((row) => row.id)
}

/** Whether there was one. An import that runs is waited for: its events are of a source that is there. */
export async function deleteSource(tx: Queryable, id: string): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`)
  const deleted = await tx
    .delete(importSources)
    .where(eq(importSources.id, id))
    .returning({ id: importSources.id })
  return deleted.length > 0
}

import { and, eq, ne, or, sql } from 'drizzle-orm'
import type { CallInput } from '@/contract/endpoint'
import type { ImportSource, updateImportSource } from '@/contract/back-office/import'
import { importDefaultsSchema, type CsvColumns, type ImportDefaults } from '@/domain/staff/import'
import { atSeconds, IMPORT_LOCK, secondsOf, type Queryable } from '@/server/platform/database/client'
import { importSources } from '@/server/platform/database/schema'
import { ApiError, validationFailed } from '@/server/http/errors/errors'

/** How a source is named in a request: by its id, or by its address. */
export interface SourceKey {
  id?: string | undefined
  url?: string | undefined
}

export type StoredSource = typeof importSources.$inferSelect

export async function findSource(db: Queryable, { id, url }: SourceKey): Promise<StoredSource | undefined> {
  const named = [
    ...(id === undefined ? [] : [eq(importSources.id, id)]),
    ...(url === undefined ? [] : [eq(importSources.url, url)]),
  ]
  const [found] =
    named.length === 0
      ? []
      : await db
          .select()
          .from(importSources)
          .where(or(...named))
  return found
}

/** What a person chose for the events of a source. */
export function settingsOf({ mapping }: StoredSource): {
  defaults: ImportDefaults | undefined
  columns: CsvColumns | undefined
} {
  const defaults = importDefaultsSchema.safeParse(mapping['defaults'])
  return { defaults: defaults.data, columns: mapping['columns'] as CsvColumns | undefined }
}

function eventsOf(more = sql``) {
  return sql<number>`(select count(*)::int from events e where e.import_source_id = import_sources.id ${more})`
}

interface SourceValues extends Pick<StoredSource, 'id' | 'name' | 'format'> {
  url: string | undefined
  defaults: ImportDefaults
  columns: CsvColumns | undefined
  isNightly: boolean | undefined
}

/** Stores a source as it is imported. Returns its id: an address may have become a source meanwhile. Call it while no other import runs. */
export async function storeSource(
  tx: Queryable,
  { id, name, url, format, defaults, columns, isNightly }: SourceValues,
): Promise<string> {
  const known = await findSource(tx, { id, url })
  const values = {
    format,
    mapping: { defaults, ...(columns && { columns }) },
    ...(isNightly !== undefined && { isNightly: isNightly && (known?.url ?? url) !== undefined }),
  }
  if (known === undefined) await tx.insert(importSources).values({ id, name, url: url ?? null, ...values })
  else await tx.update(importSources).set(values).where(eq(importSources.id, known.id))
  return known?.id ?? id
}

export async function listSources(db: Queryable): Promise<ImportSource[]> {
  const isNews = sql<boolean>`(news is not null and news is distinct from seen_news)`
  const rows = await db
    .select({
      source: importSources,
      isNews,
      events: eventsOf(),
      on_review: eventsOf(sql`and e.status = 'ON_REVIEW'`),
    })
    .from(importSources)
    .orderBy(sql`${isNews} desc, ${importSources.readAt} desc nulls last`, importSources.id)
    .limit(200)
  return rows.map(({ source, isNews: is_news, events, on_review }) => {
    const { id, name, format, url, isNightly, readAt, findings } = source
    const { defaults, columns } = settingsOf(source)
    return {
      id,
      name,
      format,
      is_nightly: isNightly,
      is_news,
      events,
      on_review,
      ...(url !== null && { url }),
      ...(readAt !== null && { read_at: secondsOf(readAt) }),
      ...(findings !== null && { findings }),
      ...(defaults && { defaults }),
      ...(columns && { columns }),
    }
  })
}

/** Throws NOT_FOUND, and VALIDATION_FAILED for the address of another source, or none to read each night. */
export async function updateSource(
  tx: Queryable,
  id: string,
  { name, url, defaults, columns, is_nightly: isNightly }: CallInput<typeof updateImportSource>['body'],
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`)
  if (isNightly && url === undefined) throw validationFailed([{ path: 'is_nightly', code: 'invalid' }])
  const [other] = await tx
    .select({ id: importSources.id })
    .from(importSources)
    .where(and(eq(importSources.url, url ?? ''), ne(importSources.id, id)))
  if (other !== undefined) throw validationFailed([{ path: 'url', code: 'invalid' }])
  const changed = await tx
    .update(importSources)
    .set({ name, url: url ?? null, isNightly, mapping: { defaults, ...(columns && { columns }) } })
    .where(eq(importSources.id, id))
    .returning({ id: importSources.id })
  if (changed.length === 0) throw new ApiError('NOT_FOUND')
}

/** Dismisses what the reading at `readAt`, in epoch seconds, has found; what a later one found stays. Throws NOT_FOUND. */
export async function dismissFindings(tx: Queryable, id: string, readAt: number): Promise<void> {
  if ((await findSource(tx, { id })) === undefined) throw new ApiError('NOT_FOUND')
  await tx
    .update(importSources)
    .set({ seenNews: sql`${importSources.news}` })
    .where(and(eq(importSources.id, id), eq(importSources.readAt, atSeconds(readAt))))
}

/** An import that runs is waited for: its events are of a source that is there. Throws NOT_FOUND. */
export async function deleteSource(tx: Queryable, id: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`)
  const deleted = await tx
    .delete(importSources)
    .where(eq(importSources.id, id))
    .returning({ id: importSources.id })
  if (deleted.length === 0) throw new ApiError('NOT_FOUND')
}

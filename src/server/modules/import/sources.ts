import { randomUUID } from 'node:crypto'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { CallInput } from '@/contract/endpoint'
import type { ImportSource, updateImportSource } from '@/contract/back-office/import'
import {
  importDefaultsSchema,
  type CsvColumns,
  type ImportDefaults,
  type ImportFormat,
} from '@/domain/staff/import'
import { atSeconds, IMPORT_LOCK, secondsOf, type Queryable } from '@/server/platform/database/client'
import { importSources } from '@/server/platform/database/schema'
import { ApiError, validationFailed } from '@/server/http/errors/errors'

/** How a source is named in a request: by its id, or as it is new, when an address may be known all the same. */
export interface SourceKey {
  id?: string | undefined
  url?: string | undefined
}

export type StoredSource = typeof importSources.$inferSelect

/** Throws NOT_FOUND for an id of none. */
export async function findSource(db: Queryable, { id, url }: SourceKey): Promise<StoredSource | undefined> {
  if (id === undefined && url === undefined) return undefined
  const [found] = await db
    .select()
    .from(importSources)
    .where(id === undefined ? eq(importSources.url, url ?? '') : eq(importSources.id, id))
  if (found === undefined && id !== undefined) throw new ApiError('NOT_FOUND')
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

interface SourceValues {
  name: string
  url: string | undefined
  format: ImportFormat
  defaults: ImportDefaults
  columns: CsvColumns | undefined
  isNightly: boolean | undefined
}

/** An earlier source of a file of this name: whether it is the same calendar, a person says. */
export async function earlierSource(db: Queryable, name: string) {
  const [known] = await db
    .select({ id: importSources.id, readAt: importSources.readAt, events: eventsOf() })
    .from(importSources)
    .where(and(isNull(importSources.url), eq(importSources.name, name)))
    .orderBy(sql`${importSources.readAt} desc nulls last`)
    .limit(1)
  if (known === undefined) return {}
  const { readAt, ...rest } = known
  return { known: { ...rest, ...(readAt !== null && { read_at: secondsOf(readAt) }) } }
}

function eventsOf(more = sql``) {
  return sql<number>`(select count(*)::int from events e where e.import_source_id = import_sources.id ${more})`
}

/** Stores a source as it is imported. Returns its id. Call it while no other import runs. */
export async function storeSource(
  tx: Queryable,
  known: StoredSource | undefined,
  { name, url, format, defaults, columns, isNightly }: SourceValues,
): Promise<string> {
  const values = {
    format,
    mapping: { defaults, ...(columns && { columns }) },
    ...(isNightly !== undefined && { isNightly: isNightly && (known?.url ?? url) !== undefined }),
  }
  const id = known?.id ?? randomUUID()
  if (known === undefined) await tx.insert(importSources).values({ id, name, url: url ?? null, ...values })
  else await tx.update(importSources).set(values).where(eq(importSources.id, id))
  return id
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

/**
 * Dismisses what the last reading has found. `readAt`: of the reading that was looked at, epoch seconds; another's news stay. Throws NOT_FOUND.
 */
export async function dismissFindings(tx: Queryable, id: string, readAt: number): Promise<void> {
  await findSource(tx, { id })
  await tx
    .update(importSources)
    .set({ seenNews: sql`${importSources.news}` })
    .where(and(eq(importSources.id, id), eq(importSources.readAt, atSeconds(readAt))))
}

/** An import that runs is waited for: its events are of a source that is there. Throws NOT_FOUND. */
export async function deleteSource(tx: Queryable, id: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`)
  await findSource(tx, { id })
  await tx.delete(importSources).where(eq(importSources.id, id))
}

import { and, eq, or, sql } from 'drizzle-orm'
import type { CallInput } from '@/contract/endpoint'
import type { ImportSource, updateImportSource } from '@/contract/back-office/import'
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
  const isId = id === undefined ? undefined : eq(importSources.id, id)
  const isUrl = url === undefined ? undefined : eq(importSources.url, url)
  const isIt = or(isId, isUrl)
  const [found] = isIt === undefined ? [] : await db.select().from(importSources).where(isIt)
  return found
}

function eventsOf(more = sql``) {
  return sql<number>`(select count(*)::int from events e where e.import_source_id = import_sources.id ${more})`
}

interface SourceValues extends Pick<StoredSource, 'id' | 'name' | 'mapping'> {
  url?: string | undefined
  isNightly: boolean | undefined
}

/** Stores a source as it is imported. Returns its id: an address may have become a source meanwhile. Call it while no other import runs. */
export async function storeSource(
  tx: Queryable,
  { id, name, url, mapping, isNightly }: SourceValues,
): Promise<string> {
  const known = await findSource(tx, { id, url })
  const hasUrl = (known?.url ?? url) !== undefined
  const values = { mapping, ...(isNightly !== undefined && { isNightly: isNightly && hasUrl }) }
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
    const { id, name, url, isNightly, readAt, findings, mapping } = source
    return {
      id,
      name,
      is_nightly: isNightly,
      is_news,
      events,
      on_review,
      ...(url !== null && { url }),
      ...(readAt !== null && { read_at: secondsOf(readAt) }),
      ...(findings !== null && { findings }),
      ...(mapping.defaults && { defaults: mapping.defaults }),
    }
  })
}

/** Throws NOT_FOUND, and VALIDATION_FAILED for the address of another source, or none to read each night. */
export async function updateSource(
  tx: Queryable,
  id: string,
  { name, url, defaults, is_nightly: isNightly }: CallInput<typeof updateImportSource>['body'],
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`)
  const known = await findSource(tx, { id })
  if (known === undefined) throw new ApiError('NOT_FOUND')
  if (isNightly && url === undefined) throw validationFailed([{ path: 'is_nightly', code: 'invalid' }])
  const other = await findSource(tx, { url })
  if (other !== undefined && other.id !== id) throw validationFailed([{ path: 'url', code: 'invalid' }])
  await tx
    .update(importSources)
    .set({ name, url: url ?? null, isNightly, mapping: { ...known.mapping, defaults } })
    .where(eq(importSources.id, id))
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

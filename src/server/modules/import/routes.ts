import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { CallInput } from '@/contract/endpoint'
import type { ImportSource, updateImportSource } from '@/contract/back-office/import'
import { ApiError, validationFailed } from '@/server/http/errors/errors'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import { atSeconds, IMPORT_LOCK, secondsOf, type Queryable } from '@/server/platform/database/client'
import { importSources } from '@/server/platform/database/schema'
import { importRows } from './import-events'
import { findSource, readSource, type SourceAccess, type StoredSource } from './read-source'

/** Calendars of others, read by hand (rules 2.12); `server/app` has them read at night by the same functions. */
export function importHandlers({ db, responses }: AppDeps, access: SourceAccess) {
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
      const outcome = await db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`)
        const sourceId = await storeSource(tx, { ...source, mapping: read.mapping, isNightly })
        return importRows(tx, sourceId, read, {
          isChosen: ({ uid }) => chosen.has(uid),
          locale,
          currentUser,
          nowSeconds,
        })
      })
      responses.clear()
      return outcome
    },

    listImportSources: async () => ({ items: await listSources(db) }),

    updateImportSource: async ({ params: { id }, body }) => {
      await db.transaction((tx) => updateSource(tx, id, body))
      return {}
    },

    // What a later reading has found stays.
    dismissImportFindings: async ({ params: { id }, body }) => {
      if ((await findSource(db, { id })) === undefined) throw new ApiError('NOT_FOUND')
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
        if ((await findSource(tx, { id })) === undefined) throw new ApiError('NOT_FOUND')
        await tx.delete(importSources).where(eq(importSources.id, id))
      })
      return {}
    },
  } satisfies Partial<Handlers>
}

interface SourceValues extends Pick<StoredSource, 'id' | 'name' | 'mapping'> {
  url?: string | undefined
  isNightly: boolean | undefined
}

/** Stores a source as it is imported. Returns its id: an address may have become a source meanwhile. Call it while no other import runs. */
async function storeSource(
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

function eventsOf(more = sql``) {
  return sql<number>`(select count(*)::int from events e where e.import_source_id = import_sources.id ${more})`
}

async function listSources(db: Queryable): Promise<ImportSource[]> {
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
async function updateSource(
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

import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import { IMPORT_LOCK } from '@/server/platform/database/client'
import { importRows } from './import-events'
import { readSource, type SourceAccess } from './read-source'
import type { ReadRow } from './reading'
import { deleteSource, dismissFindings, listSources, storeSource, updateSource } from './sources'

/** Calendars of others, read by hand (rules 2.12); `job-kinds` reads them at night by the same functions. */
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
        const isChosen = ({ uid }: ReadRow) => chosen.has(uid)
        return importRows(tx, sourceId, read, { isChosen, locale, currentUser, nowSeconds })
      })
      responses.clear()
      return outcome
    },

    listImportSources: async () => ({ items: await listSources(db) }),

    updateImportSource: async ({ params: { id }, body }) => {
      await db.transaction((tx) => updateSource(tx, id, body))
      return {}
    },

    dismissImportFindings: async ({ params: { id }, body }) => {
      await dismissFindings(db, id, body.read_at)
      return {}
    },

    deleteImportSource: async ({ params: { id } }) => {
      await db.transaction((tx) => deleteSource(tx, id))
      return {}
    },
  } satisfies Partial<Handlers>
}

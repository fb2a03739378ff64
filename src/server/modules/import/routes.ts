import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import { importRows } from './import-events'
import { readSource, type SourceAccess } from './read-source'
import { deleteSource, dismissFindings, earlierSource, listSources, updateSource } from './sources'

/** Calendars of others, read by hand (rules 2.12); `server/app` has them read at night by the same functions. */
export function importHandlers({ db, responses }: AppDeps, access: SourceAccess) {
  return {
    previewImport: async ({ body, nowSeconds }) => {
      const read = await readSource(db, body, { ...access, nowSeconds })
      if ('trouble' in read) return read
      const { reading, known, bytes } = read
      const { rows, name: ownName, ...shown } = reading
      const { source } = body
      const address = 'url' in source ? source.url.replace(/^webcals?:/i, 'https:') : ''
      const fallback = URL.canParse(address) ? new URL(address).hostname : address
      const name = 'name' in source ? source.name : (known?.name ?? ownName ?? fallback)
      return {
        ...shown,
        ...(known && { source_id: known.id }),
        ...('name' in source && known === undefined && (await earlierSource(db, source.name))),
        name,
        file: Buffer.from(bytes).toString('base64'),
        // The reply's schema leaves out what only the server needs.
        items: rows,
      }
    },

    runImport: async ({ body, currentUser, nowSeconds, locale }) => {
      const read = await readSource(db, body, { ...access, nowSeconds })
      if ('trouble' in read) return read
      const { name, url } = body.source
      const outcome = await db.transaction((tx) =>
        importRows(tx, {
          ...read,
          uids: new Set(body.uids),
          settings: { name, url, isNightly: body.is_nightly },
          locale,
          currentUser,
          nowSeconds,
        }),
      )
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

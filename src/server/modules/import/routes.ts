import { ApiError } from '@/server/http/errors/api-error'
import type { AppDeps, Handlers } from '@/server/http/routing/handlers'
import { atSeconds } from '@/server/platform/database/client'
import { dismissFindings, findingsOf, rememberPreviewed } from './findings'
import { previewImport } from './preview-import'
import type { SourceAccess } from './preview-import'
import { runImport } from './run-import'
import { deleteSource, importedOnReview, listSources, setNightly } from './sources'

type ImportHandlers = Pick<
  Handlers,
  | 'previewImport'
  | 'runImport'
  | 'listImportSources'
  | 'deleteImportSource'
  | 'setImportNightly'
  | 'dismissImportFindings'
  | 'listImportedOnReview'
>

/** The calendars of others. */
export function importHandlers({ db, responses }: AppDeps, sources: SourceAccess): ImportHandlers {
  return {
    previewImport: async ({ body, nowSeconds }) => {
      const previewed = await previewImport(db, body, { ...sources, nowSeconds })
      if ('url' in body.source && !('trouble' in previewed))
        await rememberPreviewed(db, body.source.url, findingsOf(previewed), atSeconds(nowSeconds))
      return previewed
    },

    runImport: async ({ body, currentUser, nowSeconds, locale }) => {
      const outcome = await db.transaction((tx) => runImport(tx, body, { currentUser, nowSeconds, locale }))
      responses.clear()
      return outcome
    },

    listImportSources: async () => ({ items: await listSources(db) }),

    setImportNightly: async ({ params: { id }, body }) => {
      await db.transaction((tx) => setNightly(tx, id, body.is_nightly))
      return {}
    },

    dismissImportFindings: async ({ params: { id }, body }) => {
      await db.transaction((tx) => dismissFindings(tx, id, body.read_at))
      return {}
    },

    listImportedOnReview: async ({ params: { id } }) => ({ event_ids: await importedOnReview(db, id) }),

    deleteImportSource: async ({ params: { id } }) => {
      if (!(await db.transaction((tx) => deleteSource(tx, id)))) throw new ApiError('NOT_FOUND')
      return {}
    },
  }
}

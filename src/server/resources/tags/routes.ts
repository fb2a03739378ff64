import type { AppParts, Handlers } from '@/server/http/handlers'
import { createTag, deleteTag, renameTag } from './edit-tags'
import { allTags, usedTags } from './store'

type TagHandlers = Pick<
  Handlers,
  'listTags' | 'listUsedTags' | 'listBackOfficeTags' | 'createTag' | 'renameTag' | 'deleteTag'
>

export function tagHandlers({ db, responses, securityLog }: AppParts): TagHandlers {
  return {
    listTags: async () => ({ items: await allTags(db) }),
    listUsedTags: async ({ nowSeconds }) => ({ items: await usedTags(db, nowSeconds) }),

    listBackOfficeTags: async () => ({ items: await allTags(db) }),

    createTag: async ({ body, nowSeconds }) => {
      const created = await createTag(db, body, nowSeconds)
      responses.clear()
      return created
    },

    renameTag: async ({ params, body }) => {
      const renamed = await db.transaction((tx) => renameTag(tx, params.id, body.name))
      responses.clear()
      return renamed
    },

    deleteTag: async ({ params, currentUser, source }) => {
      await db.transaction((tx) => deleteTag(tx, params.id))
      responses.clear()
      securityLog.record('tag.deleted', source, { accountId: currentUser.id, ids: [params.id] })
      return {}
    },
  }
}

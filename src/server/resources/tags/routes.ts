import { recordActivity } from '@/server/database/activities'
import type { AppParts, Handlers } from '@/server/http/handlers'
import { createTag, deleteTag, renameTag } from './edit-tags'
import { mergeTag } from './merge-tag'
import { allTags, countedTags, usedTags } from './store'

type TagHandlers = Pick<
  Handlers,
  'listTags' | 'listUsedTags' | 'listBackOfficeTags' | 'createTag' | 'renameTag' | 'mergeTag' | 'deleteTag'
>

export function tagHandlers({ db, responses, securityLog }: AppParts): TagHandlers {
  return {
    listTags: async () => ({ items: await allTags(db) }),
    listUsedTags: async ({ nowSeconds }) => ({ items: await usedTags(db, nowSeconds) }),

    listBackOfficeTags: async () => ({ items: await countedTags(db) }),

    createTag: async (request) => {
      const created = await db.transaction(async (tx) => {
        const tag = await createTag(tx, request.body, request.nowSeconds)
        await recordActivity(tx, request, 'tag.created', [{ id: tag.id, label: tag.name }])
        return tag
      })
      responses.clear()
      return created
    },

    renameTag: async (request) => {
      const { id } = request.params
      const { name } = request.body
      const renamed = await db.transaction(async (tx) => {
        const done = await renameTag(tx, id, name)
        const details = { name: done.nameBefore }
        await recordActivity(tx, request, 'tag.renamed', [{ id, label: name, details }])
        return done.renamed
      })
      responses.clear()
      return renamed
    },

    mergeTag: async (request) => {
      const { id } = request.params
      const into = await db.transaction(async (tx) => {
        const done = await mergeTag(tx, id, request.body.into_id)
        const details = { name: done.into.name }
        await recordActivity(tx, request, 'tag.merged', [{ id, label: done.merged.name, details }])
        return done.into
      })
      responses.clear()
      securityLog.record('tag.deleted', request.source, { accountId: request.currentUser.id, ids: [id] })
      return into
    },

    deleteTag: async (request) => {
      const { id } = request.params
      await db.transaction(async (tx) => {
        const { name } = await deleteTag(tx, id)
        await recordActivity(tx, request, 'tag.deleted', [{ id, label: name }])
      })
      responses.clear()
      securityLog.record('tag.deleted', request.source, { accountId: request.currentUser.id, ids: [id] })
      return {}
    },
  }
}

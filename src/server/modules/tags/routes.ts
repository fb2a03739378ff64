import type { Tag } from '@/contract/events/events'
import { inLanguage } from '@/domain/tags/tag'
import { allNames } from '@/domain/tags/tag-keys'
import { recordActivity } from '@/server/platform/database/accounts/activities'
import type { AppDeps, Handlers } from '@/server/http/routing/handlers'
import { createTag, deleteTag, renameTag } from './edit-tags'
import { mergeTag } from './merge-tag'
import { allTags, countedTags, usedTags } from './store'

type TagHandlers = Pick<
  Handlers,
  'listTags' | 'listUsedTags' | 'listBackOfficeTags' | 'createTag' | 'renameTag' | 'mergeTag' | 'deleteTag'
>

export function tagHandlers({ db, responses, securityLog }: AppDeps): TagHandlers {
  return {
    listTags: async ({ locale }) => ({ items: await allTags(db, locale) }),
    listUsedTags: async (call) => ({ items: await usedTags(db, call) }),

    listBackOfficeTags: async ({ locale }) => ({ items: await countedTags(db, locale) }),

    createTag: async (request) => {
      const created = await db.transaction(async (tx) => {
        const tag = await createTag(tx, request.body, request.nowSeconds)
        await recordActivity(tx, request, 'tag.created', [{ id: tag.id, label: labelOf(tag) }])
        return tag
      })
      responses.clear()
      return inLanguage(created, request.locale)
    },

    renameTag: async (request) => {
      const { id } = request.params
      const renamed = await db.transaction(async (tx) => {
        const done = await renameTag(tx, id, request.body, request.locale)
        const details = { name: labelOf(done.before) }
        await recordActivity(tx, request, 'tag.renamed', [{ id, label: labelOf(done.renamed), details }])
        return done.renamed
      })
      responses.clear()
      return inLanguage(renamed, request.locale)
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
      return inLanguage(into, request.locale)
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

/** All names of a stored tag, each once: a change of any of them is to be seen in the log. */
function labelOf(tag: Tag): string {
  return [...new Set(allNames(tag))].join(' / ')
}

import type { AppParts, Handlers } from '@/server/http/handlers'
import { allTags, usedTags } from './store'

export function tagHandlers({ db }: AppParts): Pick<Handlers, 'listTags' | 'listUsedTags'> {
  return {
    listTags: async () => ({ items: await allTags(db) }),
    listUsedTags: async ({ nowSeconds }) => ({ items: await usedTags(db, nowSeconds) }),
  }
}

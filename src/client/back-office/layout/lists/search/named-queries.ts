import { queryOptions } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { unwrap } from '@/client/shared/offline/client-call'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { getUser } from '@/contract/back-office/back-office-people'
import { listBackOfficeTags } from '@/contract/back-office/back-office-tags'
import { listImportSources } from '@/contract/back-office/import'
import { getSecondFactor } from '@/contract/accounts/second-factor'
import { foldText } from '@/domain/text/fold-text'
import { TAG_KEY_MAX } from '@/domain/tags/tag-schemas'
import { allNames } from '@/domain/tags/tag'
import type { NamedTag } from '@/domain/tags/tag'

// These queries name people, tags and calendars on several pages.

/** A registered person. */
export function userQuery(id: string) {
  return queryOptions({
    queryKey: [...BACK_OFFICE_KEY, 'user', id],
    queryFn: async ({ signal }) => {
      const { api } = await loadOfflineClient()
      return unwrap(await api.call(getUser, { params: { id } }, { signal }))
    },
    networkMode: 'online',
    staleTime: 0,
  })
}

/** The calendars that were imported, the last one first. */
export function importSourcesQuery() {
  return queryOptions({
    queryKey: [...BACK_OFFICE_KEY, 'imports'],
    queryFn: async ({ signal }) => {
      const { api } = await loadOfflineClient()
      return unwrap(await api.call(listImportSources, {}, { signal })).items
    },
    networkMode: 'online',
    staleTime: 0,
  })
}

/** The tags to filter by and to find. */
export function filterTagsQuery() {
  return queryOptions({
    queryKey: [...BACK_OFFICE_KEY, 'filter-tags'],
    queryFn: async ({ signal }) => {
      const { api } = await loadOfflineClient()
      return unwrap(await api.call(listBackOfficeTags, {}, { signal })).items
    },
    networkMode: 'online',
  })
}

/** The current administrator's second factors. */
export function secondFactorQuery() {
  return queryOptions({
    queryKey: [...BACK_OFFICE_KEY, 'second-factor'],
    queryFn: async ({ signal }) => {
      const { api } = await loadOfflineClient()
      return unwrap(await api.call(getSecondFactor, {}, { signal }))
    },
    networkMode: 'online',
    staleTime: 60_000,
  })
}

/** The tags of which a name or the key contains the text, whatever the case and the accents. */
export function findTags<T extends NamedTag & { key: string }>(tags: readonly T[], text: string): T[] {
  const wanted = foldText(text)
  return tags.filter((tag) => [tag.key, ...allNames(tag)].some((name) => foldText(name).includes(wanted)))
}

/** The key that a name suggests: 'Música ao vivo' is 'musica-ao-vivo'. */
export function suggestedKey(name: string): string {
  return foldText(name)
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, TAG_KEY_MAX)
    .replaceAll(/^-+|-+$/g, '')
}

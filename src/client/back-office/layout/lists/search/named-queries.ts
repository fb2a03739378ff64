import { queryOptions } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { unwrap } from '@/client/shared/offline/call-failed'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { getUser } from '@/contract/back-office/back-office-people'
import { listBackOfficeTags } from '@/contract/back-office/back-office-tags'
import { listImportSources } from '@/contract/back-office/import-sources'

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

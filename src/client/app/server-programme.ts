import type { ApiClient } from '@/offline/api-client'
import type { Found, ProgrammeFilter, ProgrammeSource } from '@/offline/programme-source'
import type { Outcome } from '@/offline/outcome'
import { getEvent, listEvents, listUsedTags } from '@/contract/events'
import { ensureTemporal } from '@/domain/temporal'
import { filterQuery } from '@/offline/replica/filter-query'

/** The programme while the server draws a page: through the API, in the same process. Nothing is local. */
export function serverProgramme(api: ApiClient): ProgrammeSource {
  return {
    async list(filter: ProgrammeFilter, page, perPage) {
      await ensureTemporal()
      return found(await api.call(listEvents, { query: { ...filterQuery(filter), page, per_page: perPage } }))
    },
    event: async (id) => found(await api.call(getEvent, { params: { id } })),
    async usedTags() {
      const tags = found(await api.call(listUsedTags, {}))
      return tags.kind === 'found' ? { kind: 'found', shown: { data: tags.shown.data.items } } : tags
    },
    localList: async () => undefined,
    localEvent: async () => undefined,
    localUsedTags: async () => undefined,
    keep: async () => undefined,
  }
}

function found<T>(outcome: Outcome<T>): Found<T> {
  if (outcome.kind === 'ok') return { kind: 'found', shown: { data: outcome.data } }
  return outcome.kind === 'refused' && outcome.status === 404 ? { kind: 'missing' } : { kind: 'unreachable' }
}

import type { ApiClient } from '@/offline/api/api-client'
import { type ProgrammeReader, ProgrammeUnreachable } from '@/offline/programme/programme-reader'
import type { Outcome } from '@/offline/api/next-step'
import { getEvent, listEvents, listUsedTags } from '@/contract/events/events'
import { filterQuery } from '@/offline/programme/local-first-programme'

/** The programme while the server renders a page, by the endpoints' own functions. Nothing is stored. */
export function serverProgramme(api: ApiClient): ProgrammeReader {
  return {
    async list(filter, page, perPage) {
      const query = { ...filterQuery(filter, Math.floor(Date.now() / 1000)), page, per_page: perPage }
      return { data: dataOf(await api.call(listEvents, { query })) }
    },
    async event(id, token) {
      const outcome = await api.call(getEvent, { params: { id }, query: { token } })
      // An id that is wrong in any way is of no event; a limit says nothing about it.
      const isMissing = outcome.kind === 'refused' && outcome.status < 500 && outcome.status !== 429
      return isMissing ? null : { data: dataOf(outcome), isPrivate: token !== undefined }
    },
    usedTags: async () => ({ data: dataOf(await api.call(listUsedTags, {})).items }),
  }
}

function dataOf<T>(outcome: Outcome<T>): T {
  if (outcome.kind === 'ok') return outcome.data
  throw new ProgrammeUnreachable()
}

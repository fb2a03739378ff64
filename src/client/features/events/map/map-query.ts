import { queryOptions } from '@tanstack/react-query'
import { PROGRAMME_KEY } from '@/client/shared/programme/programme-queries'
import type { PublicEvent } from '@/contract/events/events'
import type { Fetched, ProgrammeFilter, ProgrammeReader } from '@/offline/programme/programme-reader'

/** The server gives this many at once. */
const PER_PAGE = 100
/** A map of more events tells nobody where to go. */
export const MAX_MAP_EVENTS = 500

export interface MapEvents {
  events: readonly PublicEvent[]
  /** The programme has later ones. */
  hasMore: boolean
}

/** The events of the filter for the map, from the replica where it is complete: each once, with its next date. */
export function mapQuery(programme: ProgrammeReader, filter: ProgrammeFilter) {
  return queryOptions({
    queryKey: [...PROGRAMME_KEY, 'map', filter],
    networkMode: 'always',
    retry: false,
    staleTime: 60_000,
    queryFn: async (): Promise<Fetched<MapEvents>> => {
      const byId = new Map<string, PublicEvent>()
      let savedAt: number | undefined
      for (let page = 1; page <= MAX_MAP_EVENTS / PER_PAGE; page += 1) {
        const read = await programme.list(filter, page, PER_PAGE)
        for (const event of read.data.items) byId.set(event.id, event)
        savedAt ??= read.savedAt
        if (!read.data.has_more) return { data: { events: [...byId.values()], hasMore: false }, savedAt }
      }
      return { data: { events: [...byId.values()], hasMore: true }, savedAt }
    },
  })
}

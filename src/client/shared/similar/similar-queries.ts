import { queryOptions } from '@tanstack/react-query'
import { PROGRAMME_KEY } from '@/client/shared/programme/programme-queries'
import type { ProgrammeFilter, ProgrammeReader } from '@/offline/programme/programme-reader'

const LOCAL = { networkMode: 'always', retry: false, staleTime: 60_000 } as const
/** All that is coming up on the device; a server gives a hundred. */
const COMPARED = 2000
const SHOWN = 3

/** Finds coming events whose words are like those of a text. */
export function nearestQuery(programme: ProgrammeReader, text: string) {
  return queryOptions({
    ...LOCAL,
    queryKey: [...PROGRAMME_KEY, 'nearest', text],
    queryFn: async () => {
      const { nearestEvents } = await import('./similar-events')
      return nearestEvents((await programme.list({ tags: [] }, 1, COMPARED)).data.items, text, SHOWN)
    },
  })
}

/** The first event that each of these filters finds, where it finds any. */
export function nextMatchesQuery(programme: ProgrammeReader, filters: readonly ProgrammeFilter[]) {
  return queryOptions({
    ...LOCAL,
    queryKey: [...PROGRAMME_KEY, 'next-matches', filters],
    queryFn: async () => {
      const pages = await Promise.all(filters.map((filter) => programme.list(filter, 1, 1)))
      return filters.flatMap((filter, index) => {
        const event = pages[index]?.data.items[0]
        return event ? [{ filter, event }] : []
      })
    },
  })
}

/** The events on a village day that are named like a title. */
export function likeNamedQuery(programme: ProgrammeReader, title: string, day: string) {
  return queryOptions({
    ...LOCAL,
    queryKey: [...PROGRAMME_KEY, 'like-named', title, day],
    queryFn: async () => {
      const { likeNamed } = await import('./similar-events')
      const onDay = { tags: [], startDate: day, endDate: day }
      return likeNamed((await programme.list(onDay, 1, COMPARED)).data.items, title).slice(0, SHOWN)
    },
  })
}

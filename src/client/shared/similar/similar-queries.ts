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

/** Whether a filter that finds nothing would find something if it were `wider`. */
export function widerQuery(programme: ProgrammeReader, wider: ProgrammeFilter, filter: ProgrammeFilter) {
  return queryOptions({
    ...LOCAL,
    queryKey: [...PROGRAMME_KEY, 'wider', wider],
    queryFn: async () => (await programme.list(wider, 1, 1)).data.items.length > 0,
    enabled: JSON.stringify(wider) !== JSON.stringify(filter),
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

import { useRouteContext } from '@tanstack/react-router'
import { infiniteQueryOptions, queryOptions, type InfiniteData } from '@tanstack/react-query'
import { itemsOf } from '@/client/shared/loading/query-client'
import type { PublicEvent } from '@/contract/events/events'
import {
  NO_FILTER,
  type EventPage,
  type Fetched,
  type ProgrammeFilter,
  type ProgrammeReader,
} from '@/offline/programme/programme-reader'

export const PROGRAMME_KEY = ['programme'] as const

export const LIST_PAGE_SIZE = 12
/** Events that the home page chooses from: what is on today, tomorrow, and the ten of its carousel (rules 9). */
const HOME_COUNT = 30

/** The reader chooses between replica and network, so a query also runs offline and is not retried. */
export const LOCAL_FIRST = { networkMode: 'always', retry: false, staleTime: 60_000 } as const

/** Back shows what was there, however long ago. */
const PROGRAMME = { ...LOCAL_FIRST, gcTime: Number.POSITIVE_INFINITY } as const

const EVICTED = { gcTime: 30 * 60_000 } as const

/** The list from `firstPage` on (1 unless a link without script led to a later one). */
export function eventListQuery(programme: ProgrammeReader, filter: ProgrammeFilter, firstPage = 1) {
  const { tags, text, facts, startDate, evening } = filter
  const isFirstView =
    firstPage === 1 &&
    text === undefined &&
    tags.length === 0 &&
    facts === undefined &&
    startDate === undefined &&
    evening === undefined
  return infiniteQueryOptions({
    ...PROGRAMME,
    queryKey: [...PROGRAMME_KEY, 'list', filter, firstPage],
    queryFn: ({ pageParam }) => programme.list(filter, pageParam, LIST_PAGE_SIZE),
    initialPageParam: firstPage,
    getNextPageParam: ({ data }, _, page) => (data.has_more ? page + 1 : undefined),
    meta: { persist: isFirstView },
    // A person types many texts, and comes back to few.
    ...(text !== undefined && EVICTED),
  })
}

export function homeQuery(programme: ProgrammeReader) {
  return queryOptions({
    ...PROGRAMME,
    queryKey: [...PROGRAMME_KEY, 'home'],
    queryFn: () => programme.list(NO_FILTER, 1, HOME_COUNT),
    meta: { persist: true },
  })
}

/** `null`: there is no such event, or it was removed. With the token of a mail's link it is nothing of the programme's. */
export function eventQuery(programme: ProgrammeReader, id: string, token?: string) {
  return queryOptions({
    ...PROGRAMME,
    ...EVICTED,
    queryKey: token === undefined ? [...PROGRAMME_KEY, 'event', id] : ['linked-event', id, token],
    queryFn: () => programme.event(id, token),
  })
}

export function usedTagsQuery(programme: ProgrammeReader) {
  return queryOptions({
    ...PROGRAMME,
    queryKey: [...PROGRAMME_KEY, 'used-tags'],
    queryFn: () => programme.usedTags(),
    meta: { persist: true },
  })
}

export function eventsOf({ pages }: InfiniteData<Fetched<EventPage>>): PublicEvent[] {
  return itemsOf(pages.map(({ data }) => data))
}

/** When the oldest of what is shown was stored in the replica, epoch ms; undefined when it came from the network. */
export function savedAtOf(shown: readonly Fetched<unknown>[]): number | undefined {
  const times = shown.flatMap(({ savedAt }) => (savedAt === undefined ? [] : [savedAt]))
  return times.length === 0 ? undefined : Math.min(...times)
}

export function useProgramme(): ProgrammeReader {
  return useRouteContext({ from: '__root__' }).programme
}

export const PERSISTED_QUERIES = 'ericeira-queries'

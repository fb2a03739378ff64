import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { ProgrammeEvent } from '@/contract/events'
import type {
  EventPage,
  Found,
  ProgrammeFilter,
  ProgrammeSource,
  Shown,
  UsedTag,
} from '@/offline/programme-source'
import { fetchPosterDrawing } from './poster-drawing'

/**
 * The programme as queries. What the device has goes into the cache first, stale, so that a page shows it at once
 * and the network brings it up to date behind it (decisions, local first). What comes back from the device because
 * the network was away is stale as well: it is asked for again on focus and on reconnection.
 */

/** Events on a page of the list (spec 9). */
export const LIST_PAGE_SIZE = 12
/** Events of the home page's carousel (spec 9). */
export const FEATURED_COUNT = 10

/** Neither the network nor the device has it. The only failure of these queries. */
export class ProgrammeUnreachable extends Error {
  override name = 'ProgrammeUnreachable'
}

export type Pages = InfiniteData<Shown<EventPage>, number>
/** `null`: there is no such event, or it went away. */
export type ShownEvent = Shown<ProgrammeEvent> | null

const FRESH_MS = 60_000
const staleTime = ({ state }: { state: { data?: unknown } }) => (isFromDevice(state.data) ? 0 : FRESH_MS)

// `always`: the source answers from the device without a network. TanStack Query then leaves reconnection to us.
const always = { networkMode: 'always', refetchOnReconnect: true, retry: false, staleTime } as const

/** The list from `firstPage` on (1 unless a link without script led to a later one). */
export function listQuery(programme: ProgrammeSource, filter: ProgrammeFilter, firstPage = 1) {
  return infiniteQueryOptions({
    ...always,
    queryKey: ['programme', 'list', filter, firstPage] as const,
    queryFn: async ({ pageParam }) => reached(await programme.list(filter, pageParam, LIST_PAGE_SIZE)),
    initialPageParam: firstPage,
    getNextPageParam: (last: Shown<EventPage>, _pages, page: number) =>
      last.data.has_more ? page + 1 : undefined,
  })
}

/** The next events, for the home page. */
export function featuredQuery(programme: ProgrammeSource) {
  return queryOptions({
    ...always,
    queryKey: ['programme', 'featured'] as const,
    queryFn: async () => reached(await programme.list({ tags: [] }, 1, FEATURED_COUNT)),
  })
}

export function eventQuery(programme: ProgrammeSource, id: string) {
  return queryOptions({
    ...always,
    queryKey: ['programme', 'event', id] as const,
    queryFn: async (): Promise<ShownEvent> => {
      const found = await programme.event(id)
      return found.kind === 'missing' ? null : reached(found)
    },
  })
}

export function usedTagsQuery(programme: ProgrammeSource) {
  return queryOptions({
    ...always,
    queryKey: ['programme', 'tags'] as const,
    queryFn: async () => reached(await programme.usedTags()),
  })
}

export interface Sources {
  queryClient: QueryClient
  programme: ProgrammeSource
}

/**
 * For loaders. The server waits for the list, and throws `ProgrammeUnreachable` so that nobody keeps an empty list
 * under a good status. A browser only reads the device; the page's own query asks the network.
 */
export async function prepareList(
  { queryClient, programme }: Sources,
  filter: ProgrammeFilter,
  firstPage: number,
): Promise<void> {
  const query = listQuery(programme, filter, firstPage)
  if (import.meta.env.SSR)
    return void (await Promise.all([queryClient.fetchInfiniteQuery(query), fetchPosterDrawing()]))
  if (queryClient.getQueryData(query.queryKey) !== undefined) return
  const local = await programme.localList(filter, firstPage, LIST_PAGE_SIZE)
  if (local) seed<Pages>(queryClient, query.queryKey, { pages: [marked(local)], pageParams: [firstPage] })
}

/** The same for the home page's events. */
export async function prepareFeatured({ queryClient, programme }: Sources): Promise<void> {
  const query = featuredQuery(programme)
  if (import.meta.env.SSR)
    return void (await Promise.all([queryClient.fetchQuery(query), fetchPosterDrawing()]))
  if (queryClient.getQueryData(query.queryKey) !== undefined) return
  const local = await programme.localList({ tags: [] }, 1, FEATURED_COUNT)
  if (local) seed<Shown<EventPage>>(queryClient, query.queryKey, marked(local))
}

/** The same for the tags to filter by; a page is drawn without them rather than not at all. */
export async function prepareUsedTags({ queryClient, programme }: Sources): Promise<void> {
  const query = usedTagsQuery(programme)
  if (import.meta.env.SSR) return queryClient.prefetchQuery(query)
  if (queryClient.getQueryData(query.queryKey) !== undefined) return
  const local = await programme.localUsedTags()
  if (local) seed<Shown<UsedTag[]>>(queryClient, query.queryKey, marked(local))
}

/**
 * The event for its page: 'missing' leads to 404. In a browser that has it, without waiting for the network; one
 * that has nothing waits, because the page's address, title and status depend on it.
 */
export async function prepareEvent(
  { queryClient, programme }: Sources,
  id: string,
): Promise<'ready' | 'missing' | 'unreachable'> {
  const query = eventQuery(programme, id)
  if (import.meta.env.SSR) {
    await fetchPosterDrawing()
  } else if (queryClient.getQueryData(query.queryKey) === undefined) {
    const local = await programme.localEvent(id)
    if (local) seed<ShownEvent>(queryClient, query.queryKey, marked(local))
  }
  const known = queryClient.getQueryData(query.queryKey)
  if (known) return 'ready'
  try {
    return (await queryClient.fetchQuery(query)) === null ? 'missing' : 'ready'
  } catch (error) {
    if (error instanceof ProgrammeUnreachable) return 'unreachable'
    throw error
  }
}

/** Since when the device has what is shown, epoch ms; undefined when the server just said so. */
export function savedAtOf(shown: readonly (Shown<unknown> | null | undefined)[]): number | undefined {
  const times = shown.flatMap((one) => (one?.savedAt === undefined ? [] : [one.savedAt]))
  return times.length === 0 ? undefined : Math.min(...times)
}

function reached<T>(found: Found<T>): Shown<T> {
  if (found.kind === 'found') return found.shown
  throw new ProgrammeUnreachable()
}

/** Puts something of the device into the cache; `updatedAt` 0 makes the page's query ask the network. */
function seed<T>(queryClient: QueryClient, queryKey: readonly unknown[], data: T): void {
  queryClient.setQueryData<T>(queryKey, () => data, { updatedAt: 0 })
}

/** What the device gives always carries a time, so that it is known for what it is. */
export function marked<T>(local: Shown<T>): Shown<T> {
  return local.savedAt === undefined ? { ...local, savedAt: Date.now() } : local
}

export function isFromDevice(data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return false
  if ('pages' in data) return (data as Pages).pages.some(isFromDevice)
  return (data as Shown<unknown>).savedAt !== undefined
}

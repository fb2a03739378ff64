import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { unwrap } from '@/client/shared/offline/client-call'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import {
  countBackOfficeEvents,
  getBackOfficeEvent,
  listBackOfficeEventIds,
  listBackOfficeEvents,
  type BackOfficeEvent,
} from '@/contract/back-office/back-office-events'
import type { CallInput, Endpoint, Reply } from '@/contract/endpoint'
import { countContactForms } from '@/contract/contact-forms'
import { getPerson, getUser } from '@/contract/back-office/back-office-people'
import { listBackOfficeTags } from '@/contract/back-office/back-office-tags'
import { listImportSources } from '@/contract/back-office/import'
import { getSecondFactor } from '@/contract/accounts/auth'
import { cutText, foldText, slugOf } from '@/domain/text/plain-text'
import { allNames, type NamedTag } from '@/domain/tags/tag'
import { TAG_KEY_MAX } from '@/domain/tags/tag-schemas'
import type { EventsFilter } from './events-search'

/** The reply of a call; throws `CallFailed`. */
export async function callApi<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options?: { signal: AbortSignal },
): Promise<Reply<E>> {
  const { api } = await loadOfflineClient()
  return unwrap(await api.call(endpoint, input, options))
}

/** rules 9. */
export const PER_PAGE = 20

/** A list that comes page by page, for `PagedList`. */
export function pagedQuery<E extends Endpoint>(key: string, endpoint: E, filter: object = {}) {
  type Page = Reply<E> & { has_more: boolean }
  return infiniteQueryOptions({
    queryKey: [...BACK_OFFICE_KEY, key, filter],
    queryFn: async ({ pageParam: page, signal }) =>
      (await callApi(endpoint, { query: { page, per_page: PER_PAGE, ...filter } } as CallInput<E>, {
        signal,
      })) as Page,
    initialPageParam: 1,
    getNextPageParam: (last, _, page) => (last.has_more ? page + 1 : undefined),
    staleTime: 0,
  })
}

/** A query of the back office, which has the network only. By default it is fetched again whenever something shows it. */
export function backOfficeQuery<E extends Endpoint>(
  key: readonly unknown[],
  endpoint: E,
  input: CallInput<E>,
  staleTime = 0,
) {
  return queryOptions({
    queryKey: [...BACK_OFFICE_KEY, ...key],
    queryFn: ({ signal }) => callApi(endpoint, input, { signal }),
    staleTime,
  })
}

export function eventQuery(id: string) {
  return backOfficeQuery(['event', id], getBackOfficeEvent, { params: { id } })
}

export function contactFormCountsQuery() {
  return backOfficeQuery(['contact-form-counts'], countContactForms, {})
}

export function countsQuery() {
  return backOfficeQuery(['counts'], countBackOfficeEvents, {})
}

const EVENTS = 'events'

export function eventsQuery(filter: EventsFilter) {
  return pagedQuery(EVENTS, listBackOfficeEvents, filter)
}

type EventPages = InfiniteData<{ items: BackOfficeEvent[]; has_more: boolean }>

/** The lists show at once what was written of these events, until they are fetched again; without a change the events are gone. */
export function updateLists(
  client: QueryClient,
  ids: readonly string[],
  change: Partial<BackOfficeEvent> | undefined,
): void {
  const changed = new Set(ids)
  const update = (event: BackOfficeEvent) => {
    if (!changed.has(event.id)) return [event]
    return change === undefined ? [] : [{ ...event, ...change }]
  }
  client.setQueriesData<EventPages>({ queryKey: [...BACK_OFFICE_KEY, EVENTS] }, (data) => {
    if (data === undefined) return data
    return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.flatMap(update) })) }
  })
}

const QUEUE = 'review-queue'

/** The ids of the events of a filter, in the order in which they come up, and how many there are. */
export function queueQuery(filter: EventsFilter) {
  return backOfficeQuery([QUEUE, filter], listBackOfficeEventIds, { query: filter })
}

/** The next event is known before the queue is fetched again. */
export function removeFromQueues(client: QueryClient, id: string): void {
  client.setQueriesData<Reply<typeof listBackOfficeEventIds>>(
    { queryKey: [...BACK_OFFICE_KEY, QUEUE] },
    (queue) => {
      if (queue === undefined) return queue
      const ids = queue.ids.filter((one) => one !== id)
      return { ids, total: queue.total - (queue.ids.length - ids.length) }
    },
  )
}

const MINUTE_MS = 60_000

/** The reply of a list. */
export const itemsIn = <T>({ items }: { items: T[] }): T[] => items

export function userQuery(id: string) {
  return backOfficeQuery(['user', id], getUser, { params: { id } })
}

/** The id of an account, or an address. */
export function personQuery(who: string) {
  return backOfficeQuery(['person', who], getPerson, { query: { who } })
}

export function importSourcesQuery() {
  return queryOptions({ ...backOfficeQuery(['imports'], listImportSources, {}), select: itemsIn })
}

/** The tags, from what was read a short while ago: to filter by. */
export function tagsQuery() {
  return queryOptions({ ...backOfficeQuery(['tags'], listBackOfficeTags, {}, MINUTE_MS), select: itemsIn })
}

export function secondFactorQuery() {
  return backOfficeQuery(['second-factor'], getSecondFactor, {}, MINUTE_MS)
}

/** The tags of which a name or the key contains the text, whatever the case and the accents. */
export function findTags<T extends NamedTag & { key: string }>(tags: readonly T[], text: string): T[] {
  const wanted = foldText(text)
  return tags.filter((tag) => [tag.key, ...allNames(tag)].some((name) => foldText(name).includes(wanted)))
}

/** The key that a name suggests: 'Música ao vivo' is 'musica-ao-vivo'. */
export function suggestedKey(name: string): string {
  return cutText(slugOf(name), TAG_KEY_MAX).replace(/-$/, '')
}

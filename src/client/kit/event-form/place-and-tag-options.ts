import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useMemo } from 'react'
import { knownPlaces } from '@/client/kit/place-field-search'
import type { PlaceOption } from '@/client/kit/place-field-search'
import { usedTagsQuery } from '@/client/kit/programme-queries'
import { orderTags } from '@/client/kit/tag-picker-order'
import type { TagChoice } from '@/client/kit/tag-picker-order'
import { loadOfflineClient } from '@/client/shell/offline-client'
import type { Tag } from '@/contract/events'
import { inLanguage } from '@/domain/tag'
import { getLocale } from '@/messages/compiled/runtime.js'
import { ProgrammeUnreachable } from '@/offline/programme-reader'
import { GAZETTEER } from '@/places'
import { STARTING_TAGS } from '@/starting-tags'

/** What the form offers to choose from. */
export interface PlaceAndTagOptions {
  places: readonly PlaceOption[]
  tags: readonly TagChoice[]
  /** There is nothing to choose yet, but it is being fetched. */
  areTagsLoading: boolean
  retryTags: () => void
}

/** Places and tags to choose from: local-first, so that the form works offline. */
export function usePlaceAndTagOptions(): PlaceAndTagOptions {
  const { tags, isLoading, retry } = useKnownTags()
  return { places: useKnownPlaces(), tags, areTagsLoading: isLoading, retryTags: retry }
}

/** The gazetteer's places and those of the events in the replica: known offline. */
function useKnownPlaces() {
  const { data } = useQuery({ queryKey: ['places'], queryFn: eventsInReplica, networkMode: 'always' })
  return useMemo(() => knownPlaces(GAZETTEER, data ?? []), [data])
}

async function eventsInReplica() {
  const { replica } = await loadOfflineClient()
  return (await replica.snapshot()).events
}

/**
 * Every tag, the most used first: from the replica at once, then from the network. A device that never saw one, and cannot ask,
 * has those that a guide starts with.
 */
function useKnownTags() {
  const { programme } = useRouteContext({ from: '__root__' })
  const used = useQuery(usedTagsQuery(programme))
  const all = useQuery({ queryKey: ['tags'], queryFn: serverTags, networkMode: 'always' })
  const tags = useMemo(
    () => tagsToOffer(used.data?.data ?? [], all.isError ? 'unreachable' : (all.data ?? []), getLocale()),
    [used.data, all.data, all.isError],
  )
  const retry = () => void Promise.all([used.refetch(), all.refetch()])
  return { tags, isLoading: tags.length === 0 && (used.isFetching || all.isFetching), retry }
}

export function tagsToOffer(
  used: readonly Tag[],
  all: readonly Tag[] | 'unreachable',
  locale: string,
): TagChoice[] {
  if (all !== 'unreachable') return orderTags(used, all, locale)
  return used.length > 0 ? orderTags(used, [], locale) : STARTING_TAGS.map((tag) => inLanguage(tag, locale))
}

async function serverTags(): Promise<Tag[]> {
  // With the offline client, not with the form: the contract's schemas are only there.
  const [client, { listTags }] = await Promise.all([loadOfflineClient(), import('@/contract/events')])
  const outcome = await client.api.call(listTags, {})
  if (outcome.kind === 'ok') return outcome.data.items
  throw new ProgrammeUnreachable()
}

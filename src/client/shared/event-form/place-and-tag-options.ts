import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useMemo } from 'react'
import { knownPlaces } from '@/client/shared/places/place-field-search'
import { usedTagsQuery } from '@/client/shared/programme/programme-queries'
import { TAGS_KEY, orderTags, type TagChoice } from '@/client/shared/tags/tag-picker'
import { loadPageProgramme } from '@/client/shared/offline/page-programme'
import type { Tag } from '@/contract/events/events'
import { inLanguage } from '@/domain/tags/tag'
import { getLocale } from '@/messages/compiled/runtime.js'
import { ProgrammeUnreachable } from '@/offline/programme/programme-reader'
import { STARTING_TAGS } from '@/site/starting-tags'

export function usePlaceAndTagOptions() {
  return { places: useKnownPlaces(), ...useKnownTags() }
}

function useKnownPlaces() {
  const { data } = useQuery({ queryKey: ['places'], queryFn: eventsInReplica, networkMode: 'always' })
  return useMemo(() => knownPlaces(data ?? []), [data])
}

async function eventsInReplica() {
  const { replica } = await loadPageProgramme()
  return (await replica.snapshot()).events
}

/** From the replica at once, then from the network. Until a device has seen all, it has the used ones and those of a new installation. */
function useKnownTags() {
  const { programme } = useRouteContext({ from: '__root__' })
  const used = useQuery(usedTagsQuery(programme))
  const stored = useQuery({ queryKey: ['tags', 'stored'], queryFn: storedTags, networkMode: 'always' })
  const all = useQuery({ queryKey: TAGS_KEY, queryFn: serverTags, networkMode: 'always' })
  const known = all.data ?? stored.data ?? STARTING_TAGS
  const tags = useMemo(() => tagsToOffer(used.data?.data ?? [], known, getLocale()), [used.data, known])
  return { tags, areTagsLoading: all.isPending }
}

export function tagsToOffer(
  used: readonly Tag[],
  known: readonly (Tag | (typeof STARTING_TAGS)[number])[],
  locale: string,
): TagChoice[] {
  return orderTags(
    used,
    known.map((tag) => inLanguage(tag, locale)),
    locale,
  )
}

/** Null, which a query may have as its data, when there are none. */
async function storedTags(): Promise<readonly Tag[] | null> {
  const { replica } = await loadPageProgramme()
  return (await replica.tags()) ?? null
}

async function serverTags(): Promise<readonly Tag[]> {
  const tags = await (await loadPageProgramme()).fetchTags()
  if (tags === undefined) throw new ProgrammeUnreachable()
  return tags
}

import { queryOptions } from '@tanstack/react-query'
import { LOCAL_FIRST, PROGRAMME_KEY } from '@/client/shared/programme/programme-queries'
import { NO_FILTER, type ProgrammeFilter, type ProgrammeReader } from '@/offline/programme/programme-reader'
import MiniSearch, { type SearchOptions } from 'minisearch'
import type { PublicEvent } from '@/contract/events/events'
import { wordsOf } from '@/domain/events/search-words'
import { searchedNames } from '@/domain/tags/tag'

/** All that is coming up on the device; a server gives a hundred. */
const COMPARED = 2000
const SHOWN = 3

/** Finds coming events whose words are like those of a text. */
export function nearestQuery(programme: ProgrammeReader, text: string) {
  return queryOptions({
    ...LOCAL_FIRST,
    queryKey: [...PROGRAMME_KEY, 'nearest', text],
    queryFn: async () =>
      nearestEvents((await programme.list(NO_FILTER, 1, COMPARED)).data.items, text, SHOWN),
  })
}

/** The first event that each of these filters finds, where it finds any. */
export function nextMatchesQuery(programme: ProgrammeReader, filters: readonly ProgrammeFilter[]) {
  return queryOptions({
    ...LOCAL_FIRST,
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
    ...LOCAL_FIRST,
    queryKey: [...PROGRAMME_KEY, 'like-named', title, day],
    queryFn: async () => {
      const onDay = { tags: [], startDate: day, endDate: day }
      return likeNamed((await programme.list(onDay, 1, COMPARED)).data.items, title).slice(0, SHOWN)
    },
  })
}

/** A search forgives a wrong letter, in long words two; a title is compared more strictly: a letter in four. */
const nearly = (word: string) => (word.length > 7 ? 2 : word.length > 3 ? 1 : 0)
const ALIKE = 0.25
/** The share of a title that has to be in the other one. */
const LIKE_NAMED = 2 / 3

function indexOf(
  events: readonly PublicEvent[],
  fields: ('title' | 'location_name' | 'tags')[],
  fuzzy: SearchOptions['fuzzy'],
) {
  const index = new MiniSearch<PublicEvent>({
    fields,
    tokenize: wordsOf,
    // They are folded already.
    processTerm: (term) => term,
    extractField: (event, name) => {
      if (name === 'id') return event.id
      if (name === 'tags') return event.tags.flatMap(searchedNames).join(' ')
      return name === 'title' ? event.title : event.location_name
    },
    searchOptions: { prefix: true, ...(fuzzy !== undefined && { fuzzy }), boost: { title: 3 } },
  })
  index.addAll(events)
  return index
}

/** The events that a text nearly means, the nearest first. */
export function nearestEvents(events: readonly PublicEvent[], text: string, count: number): PublicEvent[] {
  const byId = new Map(events.map((event) => [event.id, event]))
  const found = indexOf(events, ['title', 'location_name', 'tags'], nearly).search(text)
  return found.flatMap(({ id }) => byId.get(String(id)) ?? []).slice(0, count)
}

/** The events that are named like a title, the most alike first. */
export function likeNamed(events: readonly PublicEvent[], title: string): PublicEvent[] {
  const words = wordsOf(title)
  const byId = new Map(events.map((event) => [event.id, event]))
  return indexOf(events, ['title'], ALIKE)
    .search(title)
    .filter(({ queryTerms }) => new Set(queryTerms).size >= words.length * LIKE_NAMED)
    .flatMap(({ id }) => byId.get(String(id)) ?? [])
}

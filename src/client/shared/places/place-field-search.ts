import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { foldText, toOneLine } from '@/domain/text/plain-text'
import { splitLocationName, type Place, type StoredPlace } from '@/domain/places/place'
import { GAZETTEER } from '@/site/places'
import { useGoogleMaps } from '@/client/shared/maps/use-google-maps'
import { pause } from '@/client/shared/time/use-now'

const SUGGESTIONS_MAX = 8
/** Google is searched after a pause in typing, and not for a letter or two. */
const GOOGLE_DEBOUNCE_MS = 250
const GOOGLE_MIN_LETTERS = 3

/** A place to choose. Those of Google have no coordinates (0, 0) before they are resolved. */
export interface PlaceOption extends Place {
  id: string
  source: 'gazetteer' | 'event' | 'google'
}

export type PlaceSearch = ReturnType<typeof usePlaceSearch>

/** Searches the places that are known here and, once allowed and online, Google's; when Google fails, the known places are what there is. */
export function usePlaceSearch(text: string, places: readonly PlaceOption[]) {
  const { state, allow } = useGoogleMaps()
  const wanted = toOneLine(text)
  const isGoogleOn = state === 'on' && wanted.length >= GOOGLE_MIN_LETTERS
  const google = useQuery({
    queryKey: ['google-places', wanted],
    queryFn: async ({ signal }) => {
      // Debounce: typing on cancels this one before a request is made.
      await pause(GOOGLE_DEBOUNCE_MS, signal)
      const { suggestPlaces } = await import('./place-field-search-google')
      return suggestPlaces(wanted)
    },
    enabled: isGoogleOn,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  })
  const { data: suggested = NONE, isPlaceholderData } = google
  const options = useMemo(() => {
    const known = searchPlaces(places, text)
    if (!isGoogleOn) return known
    // The suggestions of an earlier response that still match stay, so that the list does not flicker.
    return withGoogle(known, isPlaceholderData ? searchPlaces(suggested, text) : suggested)
  }, [places, text, isGoogleOn, suggested, isPlaceholderData])
  return {
    options,
    isSearching: google.isFetching,
    resolve: resolveOption,
    google: isGoogleOn && google.isError ? ('failed' as const) : state,
    allowGoogle: allow,
  }
}

const NONE: readonly PlaceOption[] = []

function withGoogle(
  known: readonly PlaceOption[],
  suggested: readonly PlaceOption[],
): readonly PlaceOption[] {
  const names = new Set(known.map(({ displayName }) => foldText(displayName)))
  return [...known, ...suggested.filter(({ displayName }) => !names.has(foldText(displayName)))]
}

/** The chosen place with its coordinates. Rejects with MapsError when Google did not return them. */
async function resolveOption(option: PlaceOption): Promise<Place> {
  if (option.source !== 'google') return option
  const { resolvePlace } = await import('./place-field-search-google')
  return resolvePlace(option.id)
}

/** Those of the gazetteer, then those of events, each name once. */
export function knownPlaces(events: readonly StoredPlace[]): PlaceOption[] {
  const places = new Map<string, PlaceOption>()
  const add = (place: Place, source: PlaceOption['source']) => {
    const key = foldText(place.displayName)
    if (key !== '' && !places.has(key)) places.set(key, { ...place, id: `${source} ${key}`, source })
  }
  for (const { name, address, latitude, longitude } of GAZETTEER) {
    add({ name, displayName: name, formattedAddress: address, latitude, longitude }, 'gazetteer')
  }
  for (const { location_name, latitude, longitude } of events) {
    const parts = splitLocationName(location_name)
    add({ name: parts.displayName, ...parts, latitude, longitude }, 'event')
  }
  return [...places.values()]
}

/** The best matches: names that start with the text, then names with it, then addresses; an empty text gives the first. */
export function searchPlaces<P extends Place>(places: readonly P[], text: string): P[] {
  const wanted = foldText(text)
  if (wanted === '') return places.slice(0, SUGGESTIONS_MAX)
  const ranked = places.flatMap((place) => {
    const rank = rankOf(place, wanted)
    return rank === undefined ? [] : [{ place, rank }]
  })
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, SUGGESTIONS_MAX)
    .map(({ place }) => place)
}

function rankOf(place: Place, wanted: string): number | undefined {
  const name = foldText(place.displayName)
  if (name === wanted) return 0
  if (name.startsWith(wanted)) return 1
  if (name.split(/[\s']+/).some((word) => word.startsWith(wanted))) return 2
  if (name.includes(wanted)) return 3
  return foldText(place.formattedAddress).includes(wanted) ? 4 : undefined
}

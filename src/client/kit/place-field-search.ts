import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { PublicEvent } from '@/contract/events'
import { foldText } from '@/domain/fold-text'
import type { Place } from '@/domain/place'
import { GAZETTEER } from '@/places'
import type { GazetteerPlace } from '@/places'
import type { GooglePlaces } from './place-field-search-google'
import { useGoogleMaps } from './use-google-maps'
import type { GoogleMapsState } from './use-google-maps'

/** How many known places are offered at once. */
export const SUGGESTIONS_MAX = 8
/** Google is asked after a pause in typing, and not for a letter or two. */
const GOOGLE_DEBOUNCE_MS = 250
const GOOGLE_MIN_LETTERS = 3
/** A known place this near is where somebody stands. */
const NEARBY_METRES = 150

/** A place to choose. Those of Google have no coordinates (0, 0) before they are resolved. */
export interface PlaceOption extends Place {
  id: string
  source: 'gazetteer' | 'event' | 'google'
}

export interface PlaceSearch {
  /** Known places at once, Google's below them when they come. */
  options: readonly PlaceOption[]
  /** Google has not answered yet. */
  isSearching: boolean
  /** The chosen place with its coordinates. Rejects with MapsError when Google did not tell them. */
  resolve: (option: PlaceOption) => Promise<Place>
  /** What Google adds to the search: `ask` means that it waits for consent or a tap. */
  google: GoogleMapsState | 'failed'
  /** The tap: Google is asked from now on, until the page is left. */
  allowGoogle: () => void
}

/**
 * Searches the places that are known here and, once allowed and online, Google's. A response to a text that has since
 * changed is dropped; when Google fails, the known places are what there is.
 */
export function usePlaceSearch(
  text: string,
  places: readonly PlaceOption[] = GAZETTEER_OPTIONS,
): PlaceSearch {
  const { state, allow } = useGoogleMaps()
  const wanted = text.trim()
  const asks = state === 'on' && wanted.length >= GOOGLE_MIN_LETTERS
  const session = useRef<Promise<GooglePlaces>>(undefined)
  const [response, setResponse] = useState<GoogleResponse>(NO_RESPONSE)

  const open = useCallback(() => {
    session.current ??= import('./place-field-search-google').then(({ openGooglePlaces }) =>
      openGooglePlaces(),
    )
    // A script that did not load is fetched again the next time.
    session.current.catch(() => (session.current = undefined))
    return session.current
  }, [])

  useEffect(() => {
    if (!asks) return
    let isStale = false
    const suggest = async () => {
      const next = await open()
        .then((google) => google.suggest(wanted))
        .then(
          (options): GoogleResponse => ({ text: wanted, options, hasFailed: false }),
          (): GoogleResponse => ({ text: wanted, options: [], hasFailed: true }),
        )
      if (!isStale) setResponse(next)
    }
    const timer = setTimeout(() => void suggest(), GOOGLE_DEBOUNCE_MS)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [asks, wanted, open])

  const resolve = useCallback(
    async (option: PlaceOption) =>
      option.source === 'google' ? (await open()).resolve(option.id) : toPlace(option),
    [open],
  )
  const options = useMemo(
    () => withGoogle(searchPlaces(places, text), asks ? response : NO_RESPONSE, wanted),
    [places, text, asks, response, wanted],
  )
  return {
    options,
    isSearching: asks && response.text !== wanted,
    resolve,
    google: asks && response.hasFailed ? 'failed' : state,
    allowGoogle: allow,
  }
}

interface GoogleResponse {
  /** What was searched for. */
  text: string
  options: readonly PlaceOption[]
  hasFailed: boolean
}

const NO_RESPONSE: GoogleResponse = { text: '', options: [], hasFailed: false }

/** Known places first; of an earlier response only what still matches, so that the list does not flicker. */
function withGoogle(
  known: readonly PlaceOption[],
  response: GoogleResponse,
  wanted: string,
): readonly PlaceOption[] {
  const names = new Set(known.map(({ displayName }) => foldText(displayName)))
  const isCurrent = response.text === wanted
  const added = response.options.filter(
    (option) =>
      !names.has(foldText(option.displayName)) &&
      (isCurrent || rankOf(option, foldText(wanted)) !== undefined),
  )
  return [...known, ...added]
}

/** What is stored of an option. */
export function toPlace({ name, displayName, formattedAddress, latitude, longitude }: Place): Place {
  return { name, displayName, formattedAddress, latitude, longitude }
}

/** The places of the gazetteer, then those of the given events that it does not have; each name once. */
export function knownPlaces(
  gazetteer: readonly GazetteerPlace[],
  events: readonly Pick<PublicEvent, 'location_name' | 'latitude' | 'longitude'>[],
): PlaceOption[] {
  const places = new Map<string, PlaceOption>()
  const add = (place: Place, source: PlaceOption['source']) => {
    const key = foldText(place.displayName)
    if (key !== '' && !places.has(key)) places.set(key, { ...place, id: `${source} ${key}`, source })
  }
  for (const { name, address, latitude, longitude } of gazetteer) {
    add({ name, displayName: name, formattedAddress: address, latitude, longitude }, 'gazetteer')
  }
  for (const { location_name, latitude, longitude } of events) {
    const [displayName = '', ...address] = location_name.split(' - ')
    add(
      { name: displayName, displayName, formattedAddress: address.join(' - '), latitude, longitude },
      'event',
    )
  }
  return [...places.values()]
}

const GAZETTEER_OPTIONS: readonly PlaceOption[] = knownPlaces(GAZETTEER, [])

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

/** The place for a position of the device: named as typed, else after the known place one stands at, else the village. */
export function placeAt(
  position: { latitude: number; longitude: number },
  typed: string,
  places: readonly Place[],
  village: string,
): Place {
  const near = places
    .map((place) => ({ place, metres: metresBetween(position, place) }))
    .filter(({ metres }) => metres <= NEARBY_METRES)
    .toSorted((a, b) => a.metres - b.metres)[0]?.place
  const displayName = typed.trim() || near?.displayName || village
  return {
    name: displayName,
    displayName,
    formattedAddress: near?.formattedAddress || village,
    // Five decimals are about a metre.
    latitude: Math.round(position.latitude * 1e5) / 1e5,
    longitude: Math.round(position.longitude * 1e5) / 1e5,
  }
}

interface Position {
  latitude: number
  longitude: number
}

/** Flat-earth distance, good enough within a village. */
function metresBetween(a: Position, b: Position): number {
  const metresPerDegree = 111_320
  const north = (a.latitude - b.latitude) * metresPerDegree
  const east = (a.longitude - b.longitude) * metresPerDegree * Math.cos((a.latitude * Math.PI) / 180)
  return Math.hypot(north, east)
}

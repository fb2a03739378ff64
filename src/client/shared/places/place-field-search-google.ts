import type { Place } from '@/domain/places/place'
import { getLocale } from '@/messages/compiled/runtime.js'
import { SITE } from '@/site/site'
import { loadMapsLibrary, within } from '@/client/shared/maps/google-maps'
import type { PlaceOption } from './place-field-search'

/** A list of suggestions that comes later than this is of no use to somebody who types. */
const RESPONSE_TIMEOUT_MS = 5_000
const UNLOCATED_YET = { latitude: 0, longitude: 0 }
const FIELDS = ['displayName', 'formattedAddress', 'location']

/** Suggestions and the choice of one are a session, which Google bills as one; the next text begins another. */
let sessionToken: google.maps.places.AutocompleteSessionToken | undefined
const predictions = new Map<string, google.maps.places.PlacePrediction>()

/** Google's suggestions around the village. It rejects when Google does not respond. */
export async function suggestPlaces(text: string): Promise<PlaceOption[]> {
  const { AutocompleteSuggestion, AutocompleteSessionToken } = await loadMapsLibrary('places')
  const { latitude: lat, longitude: lng } = SITE.centre
  sessionToken ??= new AutocompleteSessionToken()
  const { suggestions } = await within(
    RESPONSE_TIMEOUT_MS,
    AutocompleteSuggestion.fetchAutocompleteSuggestions({
      input: text,
      sessionToken,
      locationBias: { center: { lat, lng }, radius: SITE.placeSearchRadiusMetres },
      language: getLocale(),
      region: SITE.country,
    }),
  )
  return suggestions.flatMap(({ placePrediction }) => {
    if (placePrediction === null) return []
    const id = `google ${placePrediction.placeId}`
    predictions.set(id, placePrediction)
    const { mainText, secondaryText, text: whole } = placePrediction
    const displayName = mainText?.text ?? whole.text
    const formattedAddress = secondaryText?.text ?? ''
    return [{ id, source: 'google', name: displayName, displayName, formattedAddress, ...UNLOCATED_YET }]
  })
}

/** The place behind a suggestion, by its option's id; ends the session. It rejects when Google does not respond. */
export async function resolvePlace(id: string): Promise<Place> {
  const place = predictions.get(id)?.toPlace()
  if (place === undefined) throw new Error('A suggestion of another session')
  await within(RESPONSE_TIMEOUT_MS, place.fetchFields({ fields: FIELDS }))
  sessionToken = undefined
  if (!place.location) throw new Error('A place without a position')
  const displayName = place.displayName ?? ''
  return {
    name: displayName,
    displayName,
    formattedAddress: place.formattedAddress ?? '',
    latitude: place.location.lat(),
    longitude: place.location.lng(),
  }
}

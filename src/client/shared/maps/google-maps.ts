/// <reference types="google.maps" />
import { importLibrary, setOptions } from '@googlemaps/js-api-loader'
import { settings } from '@/contract/settings'
import { getLocale } from '@/messages/compiled/runtime.js'
import { SITE } from '@/site/site'

/** Import this file lazily, and only after `useGoogleMaps()` said `on`: the first map fetches Google's script. */

const LOAD_TIMEOUT_MS = 10_000
const EVENT_ZOOM = 15

setOptions({
  key: settings().googleMapsKey ?? '',
  v: 'weekly',
  language: getLocale(),
  region: SITE.country,
})

/** One of Google's libraries; its script comes with the first. */
export async function loadMapsLibrary<Name extends keyof google.maps.ImportLibraryMap>(
  name: Name,
): Promise<google.maps.ImportLibraryMap[Name]> {
  return within(LOAD_TIMEOUT_MS, importLibrary(name))
}

/** Rejects when the promise takes too long. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const silence = new Promise<never>((_, reject) => {
    setTimeout(reject, ms, new Error('Google does not respond'))
  })
  return Promise.race([promise, silence])
}

interface MapOptions {
  latitude: number
  longitude: number
  title: string
  signal: AbortSignal
}

/** Renders the map of one place (rules 2.6: zoom 15) into the element. Rejects when Google's script fails or takes too long. */
export async function showMap(element: HTMLElement, options: MapOptions): Promise<void> {
  const { latitude, longitude, title, signal } = options
  const [{ Map }, { AdvancedMarkerElement }] = await Promise.all([
    loadMapsLibrary('maps'),
    loadMapsLibrary('marker'),
  ])
  if (signal.aborted) return
  const position = { lat: latitude, lng: longitude }
  const map = new Map(element, {
    center: position,
    zoom: EVENT_ZOOM,
    mapId: SITE.googleMapId,
    colorScheme: 'FOLLOW_SYSTEM',
    // One finger scrolls the page, two move the map.
    gestureHandling: 'cooperative',
    mapTypeControl: false,
    streetViewControl: false,
  })
  const marker = new AdvancedMarkerElement({ position, title })
  marker.map = map
}

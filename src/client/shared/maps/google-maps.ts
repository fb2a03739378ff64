/// <reference types="google.maps" />
import { importLibrary, setOptions } from '@googlemaps/js-api-loader'
import { settings } from '@/contract/settings'
import { getLocale } from '@/messages/compiled/runtime.js'
import { SITE } from '@/site/site'

/** Import this file lazily, and only after `useGoogleMaps()` said `on`: the first call fetches Google's script. */

export class MapsError extends Error {
  override name = 'MapsError'
  /** `key`: Google refuses it, whoever tries again. */
  constructor(
    readonly failure: 'script' | 'key',
    options?: ErrorOptions,
  ) {
    super(`Google Maps: ${failure}`, options)
  }
}

const LOAD_TIMEOUT_MS = 10_000
const EVENT_ZOOM = 15

declare global {
  interface Window {
    /** Google calls this when it refuses the key, also long after the script has loaded. */
    gm_authFailure?: () => void
  }
}

const keyRefused = new EventTarget()
let isKeyRefused = false
let areOptionsSet = false

/** Loads one of Google's libraries; the script with the first. Throws MapsError. */
export async function loadMapsLibrary<Name extends keyof google.maps.ImportLibraryMap>(
  name: Name,
): Promise<google.maps.ImportLibraryMap[Name]> {
  configure()
  if (isKeyRefused) throw new MapsError('key')
  return within(LOAD_TIMEOUT_MS, importLibrary(name))
}

/** Rejects with MapsError when the promise fails or takes too long. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no response')), ms)
  })
  try {
    return await Promise.race([promise, timeout])
  } catch (cause) {
    throw new MapsError('script', { cause })
  } finally {
    clearTimeout(timer)
  }
}

function configure(): void {
  if (areOptionsSet) return
  areOptionsSet = true
  window.gm_authFailure = () => {
    isKeyRefused = true
    keyRefused.dispatchEvent(new Event('refused'))
  }
  setOptions({
    key: settings().googleMapsKey ?? '',
    v: 'weekly',
    language: getLocale(),
    region: SITE.country,
  })
}

interface MapOptions {
  latitude: number
  longitude: number
  title: string
  /** Google may refuse the key only after it began to render. */
  onKeyRefused: () => void
  signal: AbortSignal
}

/** Renders the map of one place (rules 2.6: zoom 15) into the element. Throws MapsError. */
export async function showMap(element: HTMLElement, options: MapOptions): Promise<void> {
  const { latitude, longitude, title, onKeyRefused, signal } = options
  keyRefused.addEventListener('refused', onKeyRefused, { signal })
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

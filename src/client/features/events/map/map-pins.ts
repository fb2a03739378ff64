import { isWithin, pointOf } from '@/client/shared/maps/coast-extent'
import type { MapExtent, MapPoint } from '@/client/shared/maps/coast-extent'
import type { PublicEvent } from '@/contract/events/events'
import { splitLocationName } from '@/domain/places/location-name'
import { isLocated } from '@/domain/places/place'

/** One button of the map: a place, or several that a finger could not tell apart. */
export interface MapPin {
  /** Percent of the extent's width from its left, and of its height from its top. */
  left: number
  top: number
  /** The place with the most events comes first. */
  places: readonly string[]
  /** Events by time. */
  events: readonly PublicEvent[]
}

export interface PinnedEvents {
  /** The pins from north to south, the order in which the keyboard meets them. */
  pins: readonly MapPin[]
  /** Events whose place lies outside the extent, or is known by its name only. */
  elsewhere: readonly PublicEvent[]
}

/** Pins are at least this far apart, in parts of the map's width: 36 px on a phone of 320. */
const PIN_GAP = 0.125
/** Two spellings of one place are seldom farther apart: five decimals are a metre, four are ten. */
const SAME_PLACE_DECIMALS = 4
interface PlaceOnMap extends MapPoint {
  name: string
  events: PublicEvent[]
}

/** The pins of these events. The busiest places have theirs where they are; a place too near to a pin joins it. */
export function pinsOf(events: readonly PublicEvent[], extent: MapExtent): PinnedEvents {
  const { places, elsewhere } = placesOn(extent, events)
  const gap = PIN_GAP * extent.width
  const groups: PlaceOnMap[][] = []
  for (const place of places.toSorted((a, b) => b.events.length - a.events.length)) {
    const near = groups
      .map((group) => ({ group, away: distance(group[0] ?? place, place) }))
      .filter(({ away }) => away < gap)
      .toSorted((a, b) => a.away - b.away)[0]
    if (near === undefined) groups.push([place])
    else near.group.push(place)
  }
  const pins = groups.flatMap((group) => {
    const [first] = group
    return first === undefined ? [] : [pinOf(first, group, extent)]
  })
  return { pins: pins.toSorted((a, b) => a.top - b.top || a.left - b.left), elsewhere }
}

function placesOn(extent: MapExtent, events: readonly PublicEvent[]) {
  const byPosition = new Map<string, PlaceOnMap>()
  const elsewhere: PublicEvent[] = []
  for (const event of events) {
    const point = pointOf(event)
    if (!isLocated(event) || !isWithin(extent, point)) {
      elsewhere.push(event)
      continue
    }
    const key = [event.latitude, event.longitude].map((one) => one.toFixed(SAME_PLACE_DECIMALS)).join()
    const known = byPosition.get(key)
    if (known) known.events.push(event)
    else
      byPosition.set(key, {
        ...point,
        name: splitLocationName(event.location_name).displayName,
        events: [event],
      })
  }
  return { places: [...byPosition.values()], elsewhere }
}

function pinOf({ x, y }: PlaceOnMap, group: readonly PlaceOnMap[], extent: MapExtent): MapPin {
  return {
    left: (100 * (x - extent.x)) / extent.width,
    top: (100 * (y - extent.y)) / extent.height,
    places: group.map(({ name }) => name),
    events: group.flatMap(({ events }) => events).toSorted((a, b) => a.start_time - b.start_time),
  }
}

function distance(a: MapPoint, b: MapPoint): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

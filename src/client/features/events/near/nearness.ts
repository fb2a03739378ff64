import type { DayGroup } from '@/client/shared/agenda/agenda-rows'
import { findPosition, metresBetween } from '@/client/shared/places/place-at-position'
import type { PublicEvent } from '@/contract/events/events'
import { isLocated, type Position } from '@/domain/places/place'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { SITE } from '@/site/site'

/** Places farther away than this are about equally far. */
const FAR_METRES = 50_000
/** A position that may be wrong by more sorts no village; one that may be wrong by less is called rough from here on. */
const INACCURATE_METRES = 5_000
const ROUGH_METRES = 500
/** The network's position is enough to sort by; a minute-old one is still where one stands. */
const POSITION_OPTIONS: PositionOptions = { timeout: 15_000, maximumAge: 60_000 }

/** The outcome of a tap on 'Nearest' has a sentence, and a position where one was found. The memory of the page alone holds it. */
export interface Nearness {
  note: string
  /** The position; undefined where the order stays that of time. */
  position?: Position
  /** '1.2 km'; undefined without a position, and for an event whose place is known by its name only. */
  distanceOf?: (event: PublicEvent) => string | undefined
  /** The same days, each with the nearest first; what lies nowhere comes last, and equals keep their order. */
  sorted?: (groups: readonly DayGroup[]) => DayGroup[]
}

export async function findNearness(): Promise<Nearness> {
  const found = await findPosition(POSITION_OPTIONS)
  if (typeof found !== 'string') return nearnessOf(found)
  return { note: found === 'denied' ? m.near_denied() : m.near_failed() }
}

/** `accuracy` is the radius in metres that the position is in, as the browser estimates it. */
export function nearnessOf({ latitude, longitude, accuracy }: Position & { accuracy: number }): Nearness {
  const position = { latitude, longitude }
  if (!(accuracy <= INACCURATE_METRES))
    return { note: m.near_inaccurate({ distance: distanceText(accuracy) }) }
  const fromVillage = metresBetween(position, SITE.centre)
  if (fromVillage > FAR_METRES)
    return { note: m.near_far({ distance: distanceText(fromVillage), village: SITE.village }) }
  const metresTo = (event: PublicEvent) =>
    isLocated(event) ? metresBetween(position, event) : Number.POSITIVE_INFINITY
  const byDistance = (events: readonly PublicEvent[]) =>
    events
      .map((event) => ({ event, metres: metresTo(event) }))
      .toSorted((a, b) => (a.metres === b.metres ? 0 : a.metres - b.metres))
      .map(({ event }) => event)
  return {
    note:
      accuracy > ROUGH_METRES ? m.near_sorted_roughly({ distance: distanceText(accuracy) }) : m.near_sorted(),
    position,
    distanceOf: (event) => (isLocated(event) ? distanceText(metresTo(event)) : undefined),
    sorted: (groups) =>
      groups.map((group) => ({ ...group, own: byDistance(group.own), alsoOn: byDistance(group.alsoOn) })),
  }
}

const METRES_STEP = 50

/** '350 m', '1.2 km', '87 km': as exactly as it helps to choose by. */
export function distanceText(metres: number): string {
  const steps = Math.max(1, Math.round(metres / METRES_STEP)) * METRES_STEP
  if (steps < 1000) return m.near_m({ n: steps })
  const format = new Intl.NumberFormat(getLocale() === 'pt' ? 'pt-PT' : 'en-GB', {
    maximumFractionDigits: metres < 9950 ? 1 : 0,
  })
  return m.near_km({ n: format.format(metres / 1000) })
}

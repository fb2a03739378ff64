import { lazyPart } from '@/client/shared/loading/lazy-part'
import { splitLocationName } from '@/domain/places/place'
import { foldText } from '@/domain/text/plain-text'
import { isOfOneDay } from '@/domain/timetables/recurrence'
import type { PublicEvent } from '@/contract/events/events'
import { GAZETTEER } from '@/site/places'
import { TIDE_STATION } from '@/site/site'
import { css } from 'styled-system/css'
import type { TideLineProps } from './tide-line'

const TideLine = lazyPart(async () => (await import('./tide-line')).TideLine, { isOptional: true })

/** High and low water and sunset of a village day `YYYY-MM-DD`; the line has its room before the tide table is loaded. */
export function DayTides(props: TideLineProps) {
  return (
    <span className={line}>
      <TideLine {...props} />
      {/* A space without width gives the line its height. */}
      {'\u200B'}
    </span>
  )
}

const line = css({ display: 'block', textStyle: 'small', color: 'fg.muted' })

/** Places that nobody has listed say it themselves, in either language. */
const BEACH = /\b(?:praia|beach)\b/

type Times = Pick<PublicEvent, 'start_time' | 'end_time' | 'is_all_day' | 'location_name'>

/**
 * Whether the tides of its day belong to an event: it is at a beach, by the name of its place (what is nearby may stand on the cliff
 * above it), at hours of one day.
 */
export function hasTides({ location_name, ...times }: Times): boolean {
  if (TIDE_STATION === undefined || times.is_all_day || !isOfOneDay(times)) return false
  const name = foldText(splitLocationName(location_name).displayName)
  return (
    BEACH.test(name) || GAZETTEER.some((place) => place.isBeach === true && foldText(place.name) === name)
  )
}

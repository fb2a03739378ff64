import { dayGroups, type DayGroup } from '@/client/shared/agenda/agenda-rows'
import { dayAfter, weekdayOf } from '@/client/shared/time/village-days'
import type { PublicEvent } from '@/contract/events/events'
import { villageDay } from '@/domain/time/local-time'

/** Rows of both days together, so that the first screen has room for them. */
export const ROWS = 5
const ROWS_OF_SECOND_DAY = 2
/** Rules 9. */
const HIGHLIGHTS = 10

interface HomeEvents {
  /** The first two days that have something of their own, today first. */
  days: readonly { day: string; shown: readonly PublicEvent[]; moreCount: number }[]
  /** The events of the carousel: the weekend first. None of them has a row. */
  highlights: readonly PublicEvent[]
  hasWeekend: boolean
}

/** Chooses from the next events, in the order of the list, as of `nowSeconds`. */
export function homeEvents(events: readonly PublicEvent[], nowSeconds: number): HomeEvents {
  const today = villageDay(nowSeconds)
  const groups = dayGroups(events, { now: nowSeconds })
  const [first, second] = groups.filter(({ own }) => own.length > 0)
  const rowsOfFirst = ROWS - Math.min(second?.own.length ?? 0, ROWS_OF_SECOND_DAY)
  const firstRows = first?.own.slice(0, rowsOfFirst) ?? []
  const secondRows = second?.own.slice(0, ROWS - firstRows.length) ?? []
  const listed = new Set([...firstRows, ...secondRows])
  const saturday = dayAfter(today, 6 - weekdayOf(today))
  const isWeekend = ({ day }: DayGroup) => day > today && (day === saturday || day === dayAfter(saturday, 1))
  const unlisted = (of: readonly DayGroup[]) =>
    of.flatMap(({ own }) => own).filter((event) => !listed.has(event))
  const weekend = unlisted(groups.filter(isWeekend))
  const others = unlisted(groups.filter((group) => !isWeekend(group)))
  return {
    days: [...(first ? [shownDay(first, firstRows)] : []), ...(second ? [shownDay(second, secondRows)] : [])],
    highlights: [...weekend, ...others, ...groups.flatMap(({ alsoOn }) => alsoOn)].slice(0, HIGHLIGHTS),
    hasWeekend: weekend.length > 0,
  }
}

const shownDay = ({ day, own, alsoOn }: DayGroup, shown: readonly PublicEvent[]) => ({
  day,
  shown,
  moreCount: own.length + alsoOn.length - shown.length,
})

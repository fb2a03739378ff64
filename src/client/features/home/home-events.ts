import { villageDay } from '@/domain/time/local-time'
import { dayAfter, weekdayOf } from '@/client/shared/time/village-days'
import { dayGroups } from '@/client/shared/agenda/day-groups'
import type { DayGroup } from '@/client/shared/agenda/day-groups'
import type { PublicEvent } from '@/contract/events/events'

/** The parts of the home page, made of the next events. */
export interface HomeEvents {
  today: DayGroup
  /** The day of tomorrow; where there is nothing today, the next day that has something of its own. */
  next: DayGroup | undefined
  /** The events of the carousel: ten, or as many as there are. */
  highlights: readonly PublicEvent[]
}

/** Events of the home page's carousel (rules 9). */
const HIGHLIGHTS = 10

/** Chooses from the next events, in the order of the list, as of `nowSeconds`. */
export function homeEvents(events: readonly PublicEvent[], nowSeconds: number): HomeEvents {
  const day = villageDay(nowSeconds)
  const groups = dayGroups(events, day)
  const today = groups.find((group) => group.day === day) ?? { day, own: [], alsoOn: [] }
  const tomorrow = dayAfter(day, 1)
  const later = groups.filter((group) => group.day > day && group.own.length > 0)
  const next = later.find((group) => today.own.length === 0 || group.day === tomorrow)
  return { today, next, highlights: highlightsOf(groups, day) }
}

/** First what is on at the weekend, then what else is to come; today's last, because it is listed already. */
function highlightsOf(groups: readonly DayGroup[], today: string): PublicEvent[] {
  const saturday = dayAfter(today, 6 - weekdayOf(today))
  const sunday = dayAfter(saturday, 1)
  const isWeekend = ({ day }: DayGroup) => day > today && (day === saturday || day === sunday)
  const isOther = (group: DayGroup) => group.day > today && !isWeekend(group)
  const own = (isOfThese: (group: DayGroup) => boolean) =>
    groups.filter(isOfThese).flatMap((group) => group.own)
  return [
    ...own(isWeekend),
    ...own(isOther),
    ...own(({ day }) => day === today),
    ...groups.flatMap(({ alsoOn }) => alsoOn),
  ].slice(0, HIGHLIGHTS)
}

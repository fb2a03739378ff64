import { dayNames } from '@/client/shared/time/event-dates'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import type { DayRange } from './day-ranges'

/** The label of a range, 'Tonight'; a single day has its weekday and date, 'Tuesday, November 24'. */
export function rangeLabel({ name, first }: DayRange, today: string): string {
  if (name === 'day') {
    const { weekday, date } = dayNames(first, today, getLocale())
    return `${weekday}, ${date}`
  }
  return NAMES[name]()
}

const NAMES = {
  today: m.events_today,
  tonight: m.events_tonight,
  tomorrow: m.events_tomorrow,
  weekend: m.events_weekend,
  nextWeekend: m.events_next_weekend,
  week: m.events_next_days,
}

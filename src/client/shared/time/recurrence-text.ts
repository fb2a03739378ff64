import type { Recurrence } from '@/domain/timetables/timetable'
import { villageMidnight } from '@/domain/time/local-time'
import * as m from '@/messages/compiled/messages.js'
import { dayText, weekdayText } from './event-dates'

type Locale = 'en' | 'pt'

/** A period that ends within two months is worth saying. */
const NEAR_SECONDS = 62 * 86_400

/** The days of a recurring event: 'Every Tuesday and Thursday', 'Todas as terças e quintas'. */
export function everyText({ days }: Pick<Recurrence, 'days'>, locale: Locale): string {
  // A week begins on Monday.
  const week = [...new Set(days)].toSorted((a, b) => ((a + 6) % 7) - ((b + 6) % 7))
  if (week.length === 7) return m.event_every_day({}, { locale })
  if (week.join('') === '12345') return m.event_every_workday({}, { locale })
  const names = week.map((day) => repeatedName(day, locale))
  const last = names.pop() ?? ''
  const list = names.length === 0 ? last : m.event_every_and({ list: names.join(', '), last }, { locale })
  // Portuguese says 'todas as segundas', but 'todos os sábados'; the first of several days decides.
  const isWeekend = week[0] === 6 || week[0] === 0
  return isWeekend ? m.event_every_weekend_days({ list }, { locale }) : m.event_every({ list }, { locale })
}

/** The same with the last day of its period, when that is near; `now` in epoch seconds. */
export function everyUntilText(rule: Recurrence, now: number, locale: Locale): string {
  const every = everyText(rule, locale)
  const end = rule.period_end_date
  return villageMidnight(end) - now > NEAR_SECONDS
    ? every
    : m.event_every_until({ every, date: dayText(end, locale) }, { locale })
}

/** The name of a repeated day: Portuguese has the plural, and leaves out its '-feira'. */
function repeatedName(day: number, locale: Locale): string {
  const name = weekdayText(day, locale)
  return locale === 'en' ? name : `${name.replace('-feira', '')}s`
}

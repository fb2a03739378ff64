import { dayNames } from '@/client/shared/time/event-dates'
import * as m from '@/messages/compiled/messages.js'
import type { Locale } from '@/messages/compiled/runtime.js'
import { SITE } from '@/site/site'

/** The title of the week of which these village days are to come: 'This week in Ericeira', or the dates of a later one. */
export function weekTitle(days: readonly string[], today: string, locale: Locale): string {
  const { village } = SITE
  if (days[0] === today) return m.week_title({ village }, { locale })
  return m.week_title_later({ village, dates: rangeText(days, locale) }, { locale })
}

/** 'December 28, 2026 – January 3, 2027'. */
export function rangeText(days: readonly string[], locale: Locale): string {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const end = dayNames(last, '', locale).date
  return first === last ? end : `${dayNames(first, last, locale).date} – ${end}`
}

import type { Schedule } from '@/domain/timetables/schedule'
import type { Locale } from '@/messages/compiled/runtime.js'
import { SITE } from '@/site/site'

/** When something takes place, in village time: `Saturday, June 20, 2026 at 9:00 PM`; all-day ones without a time. */
export function occurrenceText({ start_time, is_all_day }: Schedule, locale: Locale): string {
  const timeStyle = is_all_day ? {} : { timeStyle: 'short' as const }
  return formatOf(locale, { dateStyle: 'full', ...timeStyle }).format(start_time * 1000)
}

/** The village's day of an instant: `June 20, 2026`. */
export function dayText(instant: Date, locale: Locale): string {
  return formatOf(locale, { dateStyle: 'long' }).format(instant)
}

function formatOf(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale === 'pt' ? 'pt-PT' : 'en-US', { timeZone: SITE.timeZone, ...options })
}

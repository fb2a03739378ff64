import type { Locale } from '@/messages/compiled/runtime.js'
import { SITE } from '@/site'

/** When something takes place, in village time: `Saturday, June 20, 2026 at 9:00 PM`; all-day ones without a time. */
export function occurrenceText(occurrence: { startAt: Date; isAllDay: boolean }, locale: Locale): string {
  return new Intl.DateTimeFormat(locale === 'pt' ? 'pt-PT' : 'en-US', {
    timeZone: SITE.timeZone,
    dateStyle: 'full',
    ...(occurrence.isAllDay ? {} : { timeStyle: 'short' as const }),
  }).format(occurrence.startAt)
}

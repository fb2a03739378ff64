import type { Schedule } from '@/domain/schedule'
import type { Locale } from '@/messages/compiled/runtime.js'
import { SITE } from '@/site'

/** When something takes place, in village time: `Saturday, June 20, 2026 at 9:00 PM`; all-day ones without a time. */
export function occurrenceText({ start_time, is_all_day }: Schedule, locale: Locale): string {
  return new Intl.DateTimeFormat(locale === 'pt' ? 'pt-PT' : 'en-US', {
    timeZone: SITE.timeZone,
    dateStyle: 'full',
    ...(is_all_day ? {} : { timeStyle: 'short' as const }),
  }).format(start_time * 1000)
}

import type { PublicEvent } from '@/contract/events/events'
import { lastDay } from '@/domain/events/event-state'
import { villageDay } from '@/domain/time/local-time'
import { stateLabels } from '@/messages/calendar-labels'
import * as m from '@/messages/compiled/messages.js'
import type { Locale } from '@/messages/compiled/runtime.js'
import { SITE } from '@/site/site'

// The texts of an event's row outside the app: in the frame of another site, and in a mail.

/** '9:00 PM', or that it is on all day. */
export function timeText({ start_time, is_all_day }: PublicEvent, locale: Locale): string {
  if (is_all_day) return m.events_all_day({}, { locale })
  return formatOf(locale, { timeStyle: 'short' }).format(start_time * 1000)
}

/** The time under the heading of a village day: '9:00 PM', '6:00 PM until Nov 29', and 'until Nov 29' where it began before that day. */
export function timeOnDay(event: PublicEvent, day: string, locale: Locale): string {
  const [begins, last] = [villageDay(event.start_time), lastDay(event)]
  if (begins === last && begins >= day) return timeText(event, locale)
  const date =
    begins === last
      ? formatOf(locale, { timeStyle: 'short' }).format(event.end_time * 1000)
      : formatOf(locale, { month: 'short', day: 'numeric' }).format(new Date(`${last}T12:00:00Z`))
  const until = m.week_until({ date }, { locale })
  return begins < day ? until : `${timeText(event, locale)} ${until}`
}

/** 'Saturday, June 20' of a village day `YYYY-MM-DD`. */
export function dayText(day: string, locale: Locale): string {
  const format = formatOf(locale, { weekday: 'long', day: 'numeric', month: 'long' })
  return format.format(new Date(`${day}T12:00:00Z`))
}

/** 'Cancelled: ' before the title of what is not as it was planned; empty before others. */
export function statePrefix({ state }: PublicEvent, locale: Locale): string {
  return state === undefined || state === 'on' ? '' : `${stateLabels(locale)[state]}: `
}

function formatOf(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale === 'pt' ? 'pt-PT' : 'en-US', { timeZone: SITE.timeZone, ...options })
}

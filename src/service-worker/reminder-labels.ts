import type { ReminderPayload } from '@/contract/accounts/reminders'
import type { ProgrammeEvent } from '@/contract/events/events'
import { announcementOn, isOff } from '@/domain/events/event-state'
import type { Occurrence } from '@/domain/timetables/occurrence'
import { occurrenceOfDay } from '@/domain/timetables/shown-occurrence'
import { villageDay, villageMidnight } from '@/domain/time/local-time'
import { stateLabels } from '@/messages/calendar-labels'
import * as m from '@/messages/compiled/messages.js'
import type { Locale } from '@/messages/compiled/runtime.js'
import { SITE } from '@/site/site'

/** Title and body of the notification about a date of an event that the replica has not; `title` as it had it before. */
export function removedLabels(
  { reminder, locale }: ReminderPayload,
  title: string | undefined,
): { title: string; body: string } {
  if (title !== undefined) return { title, body: m.reminder_removed({}, { locale }) }
  return {
    title: m.reminder_unknown_title({}, { locale }),
    body:
      reminder === 'change'
        ? m.reminder_unknown_change({}, { locale })
        : m.reminder_unknown_body({}, { locale }),
  }
}

/** Title and body of the notification about a date; `nowSeconds` are epoch seconds. */
export function reminderLabels(
  { reminder, day, locale }: ReminderPayload,
  event: ProgrammeEvent,
  nowSeconds: number,
): { title: string; body: string } {
  const { state, note } = (event.states && announcementOn(event.states, day)) ?? {}
  const date = occurrenceOfDay({ schedules: event.schedules, rule: event.rule }, day, nowSeconds)
  const isNews = reminder === 'change' && (state === undefined || state === 'on')
  const label =
    state !== undefined && (isOff(state) || reminder === 'change')
      ? stateLabels(locale)[state]
      : isNews
        ? m.reminder_changed({}, { locale })
        : undefined
  const when =
    date === undefined
      ? m.reminder_no_date({ day: dayText(villageMidnight(day), locale) }, { locale })
      : whenText(date, nowSeconds, locale)
  const [place] = event.location_name.split(' - ')
  return {
    title: label === undefined ? event.title : `${label}: ${event.title}`,
    body: [note, when, place].filter((part) => part !== undefined && part !== '').join(' · '),
  }
}

/** The push service may bring it late: the day is compared with the present one. */
function whenText({ start_time, is_all_day }: Occurrence, nowSeconds: number, locale: Locale): string {
  const start = villageDay(start_time)
  const today = villageDay(nowSeconds)
  const tomorrow = villageDay(villageMidnight(today, 1))
  const time = timeText(start_time, locale)
  // Portuguese writes weekdays small, and this begins with a capital.
  const name = dayText(start_time, locale)
  const day = name.charAt(0).toUpperCase() + name.slice(1)
  if (start === today)
    return is_all_day ? m.reminder_today_all_day({}, { locale }) : m.reminder_today({ time }, { locale })
  if (start === tomorrow)
    return is_all_day
      ? m.reminder_tomorrow_all_day({}, { locale })
      : m.reminder_tomorrow({ time }, { locale })
  return is_all_day
    ? m.reminder_on_day_all_day({ day }, { locale })
    : m.reminder_on_day({ day, time }, { locale })
}

/** '7:00 PM', '19:00'. */
function timeText(epochSeconds: number, locale: Locale): string {
  return inVillage(locale, locale === 'en' ? EN_TIME : PT_TIME, epochSeconds)
}

/** 'Saturday, June 20', 'sábado, 20 de junho'. */
function dayText(epochSeconds: number, locale: Locale): string {
  return inVillage(locale, { weekday: 'long', day: 'numeric', month: 'long' }, epochSeconds)
}

const EN_TIME = { hour: 'numeric', minute: '2-digit' } as const
const PT_TIME = { hour: '2-digit', minute: '2-digit' } as const

function inVillage(locale: Locale, options: Intl.DateTimeFormatOptions, epochSeconds: number): string {
  const tag = locale === 'en' ? 'en-US' : 'pt-PT'
  return new Intl.DateTimeFormat(tag, { timeZone: SITE.timeZone, ...options }).format(epochSeconds * 1000)
}

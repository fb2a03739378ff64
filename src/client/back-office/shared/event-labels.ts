import { dateText, dateTimeText, dayText, timeText, weekdayDate } from '@/client/shared/time/event-dates'
import { noonOf } from '@/domain/time/local-time'
import { isOfOneDay, type Occurrence } from '@/domain/timetables/recurrence'
import { getLocale } from '@/messages/compiled/runtime.js'
import type { EventStatus } from '@/domain/events/event'
import * as m from '@/messages/compiled/messages.js'

export const STATUS_LABELS: Record<EventStatus, () => string> = {
  ON_REVIEW: () => m.admin_status_on_review(),
  PUBLISHED: () => m.admin_status_published(),
  REJECTED: () => m.admin_status_rejected(),
}

export const STATUS_TONES: Record<EventStatus, 'warning' | 'success' | 'danger'> = {
  ON_REVIEW: 'warning',
  PUBLISHED: 'success',
  REJECTED: 'danger',
}

/** 'Sat, Dec 5, 2026 7:00 PM – 9:00 PM': with the weekday, so that nobody looks up whether every Saturday is one. */
export function eventDate(times: Occurrence): string {
  const { start_time: start, end_time: end, is_all_day: isAllDay } = times
  const locale = getLocale()
  const moment = (at: number) =>
    weekdayDate(at, isAllDay ? dateText(at, locale) : dateTimeText(at, locale), locale)
  if (!isOfOneDay(times)) return `${moment(start)} – ${moment(isAllDay ? end - 1 : end)}`
  return isAllDay ? moment(start) : `${moment(start)} – ${timeText(end, locale)}`
}

/** A village day with its weekday. */
export function dayWithWeekday(day: string): string {
  const locale = getLocale()
  return weekdayDate(noonOf(day), dayText(day, locale), locale)
}

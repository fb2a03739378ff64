import { calendarOfDates } from '@/domain/calendar/calendar-file'
import type { CalendarContext } from '@/domain/calendar/calendar-event'
import { currentStates } from '@/domain/events/event-state'
import { inLanguage } from '@/domain/tags/tag'
import { type PlannedEvent, plannedTimes } from './saved-plan'

interface SavedCalendarContext extends CalendarContext {
  /** Epoch seconds. */
  nowSeconds: number
  locale: string
}

/** The calendar file of the saved events that are to come, each at the date that it was saved for; undefined without any. */
export function savedCalendar(
  plan: readonly PlannedEvent[],
  context: SavedCalendarContext,
): string | undefined {
  const { nowSeconds, locale } = context
  const dates = plan
    .filter(({ hasLeft }) => !hasLeft)
    .map((one) => plannedTimes(one, nowSeconds))
    .filter(({ end_time }) => end_time > nowSeconds)
    .map((event) => ({
      event: {
        ...event,
        tags: event.tags.map((tag) => inLanguage(tag, locale)),
        states: event.states && currentStates(event.states, nowSeconds),
      },
      occurrence: { start_time: event.start_time, end_time: event.end_time, is_all_day: event.is_all_day },
    }))
  return dates.length === 0 ? undefined : calendarOfDates(dates, context)
}

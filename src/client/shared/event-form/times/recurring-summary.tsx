import { clockText, dayText } from '@/client/shared/time/event-dates'
import { everyText } from '@/client/shared/time/recurrence-text'
import { datesOf, endsOnNextDay } from '@/domain/timetables/recurrence'
import type { Recurrence } from '@/domain/timetables/timetable'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css, cx } from 'styled-system/css'
import { field } from 'styled-system/recipes'
import { RecurringCalendar } from './recurring-calendar'
import type { RecurringValues } from '../form-values'
import { toRecurrence } from '../to-submission'

/** The note under the end that an earlier hour than the start is one of the next day. */
export function NextDayNote({ values }: { values: RecurringValues }) {
  const rule = toRecurrence(values)
  const { end_hour: hour, end_minute: minute } = rule
  const isNextDay = hour !== undefined && minute !== undefined && endsOnNextDay(rule)
  return (
    <p className={cx(field().hint, note)} aria-live="polite">
      {isNextDay ? m.form_ends_next_day({ time: clockText(hour, minute, getLocale()) }) : null}
    </p>
  )
}

/** The entered rule in one sentence with the number of dates, and in a calendar, as soon as it is complete. */
export function RecurringSummary({ values }: { values: RecurringValues }) {
  const rule = toRecurrence(values)
  return (
    <>
      <p className={field().hint} aria-live="polite">
        {summaryText(rule)}
      </p>
      <RecurringCalendar rule={rule} />
    </>
  )
}

function summaryText(rule: Recurrence): string | null {
  const n = datesOf(rule).length
  if (n === 0) return null
  const locale = getLocale()
  const { start_hour, start_minute = 0, end_hour, end_minute = 0 } = rule
  const hasTimes = start_hour !== undefined && end_hour !== undefined
  if (!rule.is_all_day && !hasTimes) return null
  const period = { every: everyText(rule, locale), ...daysOf(rule), n }
  if (!hasTimes) return m.form_recurring_summary_all_day(period)
  const times = `${clockText(start_hour, start_minute, locale)} – ${clockText(end_hour, end_minute, locale)}`
  return m.form_recurring_summary({ ...period, times })
}

function daysOf({ period_start_date, period_end_date }: Recurrence) {
  const locale = getLocale()
  return { start: dayText(period_start_date, locale), end: dayText(period_end_date, locale) }
}

// The last column is the one of the end.
const note = css({ gridColumn: '[-2 / -1]' })

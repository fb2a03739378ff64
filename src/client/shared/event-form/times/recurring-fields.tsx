import { useId } from 'react'
import { Checkbox } from '@/client/design-system/forms/checkbox'
import { FieldError } from '@/client/design-system/forms/field'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { fieldId } from '@/client/shared/event-form/problems/form-problems'
import type { RecurringValues } from '@/client/shared/event-form/form-values'
import { FormField, fieldRow, useFieldError } from '@/client/shared/event-form/use-event-form'
import type { EventForm } from '@/client/shared/event-form/use-event-form'
import { clockText, dayText, everyText } from '@/client/shared/time/event-dates'
import { datesOf, endsOnNextDay } from '@/domain/timetables/recurrence'
import type { Recurrence } from '@/domain/timetables/timetable'
import { toRecurrence } from '@/client/shared/event-form/form-values'
import { css, cx } from 'styled-system/css'
import { cluster, stack, visuallyHidden } from 'styled-system/patterns'
import { chip, field } from 'styled-system/recipes'
import { weekdays } from './block-times'

/** Recurring events: a period, days of the week, and times unless all-day (rules 5). `today` is `YYYY-MM-DD`. */
export function RecurringFields({ form, today }: { form: EventForm; today: string }) {
  const daysError = useFieldError(form, 'recurring.days')
  return (
    <form.Field name="recurring">
      {({ state: { value }, handleChange }) => {
        const change = (part: Partial<RecurringValues>) => handleChange({ ...value, ...part })
        return (
          <div className={stack({ gap: '4' })}>
            <div className={fieldRow}>
              <FormField
                form={form}
                field="recurring.periodStartDate"
                label={m.form_start_date()}
                type="date"
                min={today}
                value={value.periodStartDate}
                onChange={(text) => change({ periodStartDate: text })}
              />
              <FormField
                form={form}
                field="recurring.periodEndDate"
                label={m.form_end_date()}
                type="date"
                min={value.periodStartDate > today ? value.periodStartDate : today}
                value={value.periodEndDate}
                onChange={(text) => change({ periodEndDate: text })}
              />
            </div>
            <Weekdays days={value.days} error={daysError} onChange={(days) => change({ days })} />
            <Checkbox
              label={m.form_all_day()}
              checked={value.isAllDay}
              onChange={(isAllDay) => change({ isAllDay })}
            />
            {value.isAllDay ? null : (
              <div className={fieldRow}>
                <FormField
                  form={form}
                  field="recurring.startTime"
                  label={m.form_start_time()}
                  type="time"
                  value={value.startTime}
                  onChange={(text) => change({ startTime: text })}
                />
                <FormField
                  form={form}
                  field="recurring.endTime"
                  label={m.form_end_time()}
                  type="time"
                  value={value.endTime}
                  onChange={(text) => change({ endTime: text })}
                />
                <NextDayNote values={value} />
              </div>
            )}
            <RecurringSummary values={value} />
          </div>
        )
      }}
    </form.Field>
  )
}

interface WeekdaysProps {
  days: readonly number[]
  error: string | undefined
  onChange: (days: number[]) => void
}

function Weekdays({ days, error, onChange }: WeekdaysProps) {
  const styles = field()
  const errorId = useId()
  return (
    <fieldset
      id={fieldId('recurring.days')}
      tabIndex={-1}
      aria-describedby={error ? errorId : undefined}
      className={styles.root}
    >
      <legend className={legend}>{m.form_days()}</legend>
      <div className={cluster({ gap: '2' })}>
        {weekdays(getLocale()).map(({ day, short, long }) => (
          <button
            key={day}
            type="button"
            className={chip()}
            aria-label={long}
            aria-pressed={days.includes(day)}
            onClick={() => onChange(days.includes(day) ? days.filter((one) => one !== day) : [...days, day])}
          >
            {short}
          </button>
        ))}
      </div>
      <FieldError id={errorId} error={error} />
    </fieldset>
  )
}

const legend = css({ textStyle: 'label', marginBottom: '1.5' })

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
  const [start, end] = [dayText(rule.period_start_date, locale), dayText(rule.period_end_date, locale)]
  const period = { every: everyText(rule, locale), start, end, n }
  if (!hasTimes) return m.form_recurring_summary_all_day(period)
  const times = `${clockText(start_hour, start_minute, locale)} – ${clockText(end_hour, end_minute, locale)}`
  return m.form_recurring_summary({ ...period, times })
}

const note = css({ gridColumn: '[-2 / -1]' })

export function RecurringCalendar({ rule }: { rule: Recurrence }) {
  const dates = datesOf(rule)
  if (dates.length === 0) return null
  const locale = getLocale()
  const name = new Intl.DateTimeFormat(locale === 'pt' ? 'pt-PT' : 'en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  // The short names of Portuguese are whole words: seven columns have room for three letters.
  const names = weekdays(locale).map(({ short }) => short.slice(0, 3))
  const marked = new Set(dates)
  // Every month in between has each day of the week.
  const months = new Set(dates.map((day) => day.slice(0, 7)))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: by keyboard, too
    <ul aria-label={m.form_recurring_calendar()} tabIndex={0} className={frame}>
      {[...months].map((month) => (
        <li key={month}>
          <span className={caption}>{name.format(new Date(`${month}-01T12:00Z`))}</span>
          <span className={visuallyHidden()}>
            :{' '}
            {dates
              .filter((day) => day.startsWith(month))
              .map(dayOfMonth)
              .join(', ')}
          </span>
          <Month month={month} weekdayNames={names} marked={marked} />
        </li>
      ))}
    </ul>
  )
}

interface MonthProps {
  month: string
  weekdayNames: readonly string[]
  marked: ReadonlySet<string>
}

/** The calendar is a picture for the eye: the same dates are listed beside it. */
function Month({ month, weekdayNames, marked }: MonthProps) {
  const weekdayOfFirst = (new Date(`${month}-01T12:00Z`).getUTCDay() + 6) % 7
  return (
    <span aria-hidden className={week}>
      {weekdayNames.map((name) => (
        <span key={name} className={weekday}>
          {name}
        </span>
      ))}
      {Array.from({ length: weekdayOfFirst }, (_, before) => (
        <span key={`before-${before}`} />
      ))}
      {daysOfMonth(month).map((day) => (
        <span key={day} className={marked.has(day) ? markedDay : undefined}>
          {dayOfMonth(day)}
        </span>
      ))}
    </span>
  )
}

function daysOfMonth(month: string): string[] {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const length = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return Array.from({ length }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`)
}

const dayOfMonth = (day: string) => Number(day.slice(8))

const frame = css({
  display: 'grid',
  gap: '4',
  gridTemplateColumns: '[repeat(auto-fill, minmax(min(100%, 13rem), 1fr))]',
  maxHeight: '[20rem]',
  overflowY: 'auto',
  padding: '3',
  border: 'hairline',
  borderRadius: 'md',
  bg: 'bg.surface',
  _print: { maxHeight: '[none]' },
})
const caption = css({ display: 'block', textStyle: 'label', _firstLetter: { textTransform: 'uppercase' } })
const week = css({
  display: 'grid',
  gridTemplateColumns: '[repeat(7, minmax(0, 1fr))]',
  gridAutoRows: '[min(1.75rem, 9vw)]',
  placeItems: 'center',
  rowGap: '0.5',
  marginTop: '1',
  fontSize: '[min(0.875rem, 4.4vw)]',
  fontVariantNumeric: 'tabular-nums',
})
const weekday = css({ color: 'fg.muted' })
// A ring and bold figures: in print, and to who sees no colours.
const markedDay = css({
  display: 'grid',
  placeItems: 'center',
  width: '[min(1.75rem, 9vw)]',
  height: 'full',
  borderRadius: 'full',
  border: 'input',
  bg: 'sea.subtle',
  fontWeight: 'bold',
})

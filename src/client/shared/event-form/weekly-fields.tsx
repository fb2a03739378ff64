import { useId } from 'react'
import { clockText, dayText, everyText } from '@/client/shared/time/event-dates'
import { dayAfter, weekdayOf } from '@/client/shared/time/village-days'
import { Checkbox } from '@/client/design-system/forms/checkbox'
import { FieldError } from '@/client/design-system/forms/field'
import { toggled } from '@/domain/events/event-fields'
import { datesOf, endsOnNextDay } from '@/domain/timetables/recurrence'
import type { Recurrence } from '@/domain/timetables/timetable'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css, cx } from 'styled-system/css'
import { cluster, stack, visuallyHidden } from 'styled-system/patterns'
import { chip, field } from 'styled-system/recipes'
import { fieldId } from './problems'
import { clockOf, hourAndMinute, weekdays } from './times'
import { TextControl, fieldRow, type Editor } from './use-editor'

/** Recurring events: a period, days of the week, and times unless all-day (rules 5). */
export function WeeklyFields({ editor }: { editor: Editor }) {
  const { today, times, changeTimes } = editor
  const { weekly: rule } = times
  const change = (part: Partial<Recurrence>) => changeTimes({ weekly: { ...rule, ...part } })
  const time = (end: 'start' | 'end', label: string) => (
    <TextControl
      editor={editor}
      control={`timetable.weekly.${end}Time`}
      label={label}
      type="time"
      value={clockOf(rule[`${end}_hour`], rule[`${end}_minute`])}
      onChange={(text) => change(hourAndMinute(end, text))}
    />
  )
  return (
    <div className={stack({ gap: '4' })}>
      <div className={fieldRow}>
        <TextControl
          editor={editor}
          control="timetable.weekly.startDate"
          label={m.form_start_date()}
          type="date"
          min={today}
          value={rule.period_start_date}
          onChange={(text) => change({ period_start_date: text })}
        />
        <TextControl
          editor={editor}
          control="timetable.weekly.endDate"
          label={m.form_end_date()}
          type="date"
          min={rule.period_start_date > today ? rule.period_start_date : today}
          value={rule.period_end_date}
          onChange={(text) => change({ period_end_date: text })}
        />
      </div>
      <Weekdays
        days={rule.days}
        error={editor.errorOf('timetable.weekly.days')}
        onPress={(day) => change({ days: toggled(rule.days, day) })}
      />
      <Checkbox
        label={m.form_all_day()}
        checked={rule.is_all_day}
        onChange={(is_all_day) => change({ is_all_day })}
      />
      {rule.is_all_day ? null : (
        <div className={fieldRow}>
          {time('start', m.form_start_time())}
          {time('end', m.form_end_time())}
          <NextDayNote rule={rule} />
        </div>
      )}
      <p className={field().hint} aria-live="polite">
        {summaryText(rule)}
      </p>
      <DatesByMonth dates={datesOf(rule)} />
    </div>
  )
}

interface WeekdaysProps {
  days: readonly number[]
  error: string | undefined
  onPress: (day: number) => void
}

function Weekdays({ days, error, onPress }: WeekdaysProps) {
  const errorId = useId()
  return (
    <fieldset
      id={fieldId('timetable.weekly.days')}
      tabIndex={-1}
      aria-describedby={error ? errorId : undefined}
      className={field().root}
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
            onClick={() => onPress(day)}
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

function NextDayNote({ rule }: { rule: Recurrence }) {
  const { start_hour, end_hour: hour, end_minute: minute } = rule
  const isNextDay =
    start_hour !== undefined && hour !== undefined && minute !== undefined && endsOnNextDay(rule)
  return (
    <p className={cx(field().hint, note)} aria-live="polite">
      {isNextDay ? m.form_ends_next_day({ time: clockText(hour, minute, getLocale()) }) : null}
    </p>
  )
}

const note = css({ gridColumn: '[-2 / -1]' })

function summaryText(rule: Recurrence): string | null {
  const n = datesOf(rule).length
  if (n === 0) return null
  const locale = getLocale()
  const { start_hour, start_minute = 0, end_hour, end_minute = 0 } = rule
  const [start, end] = [dayText(rule.period_start_date, locale), dayText(rule.period_end_date, locale)]
  const period = { every: everyText(rule, locale), start, end, n }
  if (rule.is_all_day) return m.form_recurring_summary_all_day(period)
  if (start_hour === undefined || end_hour === undefined) return null
  const times = `${clockText(start_hour, start_minute, locale)} – ${clockText(end_hour, end_minute, locale)}`
  return m.form_recurring_summary({ ...period, times })
}

/** The dates, `YYYY-MM-DD`, in a calendar: a picture for the eye, with the same dates listed beside it. */
function DatesByMonth({ dates }: { dates: readonly string[] }) {
  if (dates.length === 0) return null
  const locale = getLocale()
  const name = new Intl.DateTimeFormat(locale === 'pt' ? 'pt-PT' : 'en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  // The short names of Portuguese are whole words: seven columns have room for three letters.
  const names = weekdays(locale).map(({ short }) => short.slice(0, 3))
  // Every month in between has each day of the week.
  const months = new Set(dates.map((day) => day.slice(0, 7)))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: by keyboard, too
    <ul aria-label={m.form_recurring_calendar()} tabIndex={0} className={frame}>
      {[...months].map((month) => {
        const days = dates.filter((day) => day.startsWith(month))
        return (
          <li key={month}>
            <span className={caption}>{name.format(new Date(`${month}-01T12:00Z`))}</span>
            <span className={visuallyHidden()}>: {days.map(dayOfMonth).join(', ')}</span>
            <Month month={month} weekdayNames={names} marked={new Set(days)} />
          </li>
        )
      })}
    </ul>
  )
}

const dayOfMonth = (day: string) => Number(day.slice(8))

interface MonthProps {
  month: string
  weekdayNames: readonly string[]
  marked: ReadonlySet<string>
}

function Month({ month, weekdayNames, marked }: MonthProps) {
  const first = `${month}-01`
  const weekdayOfFirst = (weekdayOf(first) + 6) % 7
  const days = Array.from({ length: 31 }, (_, n) => dayAfter(first, n)).filter((day) => day.startsWith(month))
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
      {days.map((day) => (
        <span key={day} className={marked.has(day) ? markedDay : undefined}>
          {dayOfMonth(day)}
        </span>
      ))}
    </span>
  )
}

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

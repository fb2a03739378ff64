import { datesOf } from '@/domain/timetables/recurrence'
import type { Recurrence } from '@/domain/timetables/timetable'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { visuallyHidden } from 'styled-system/patterns'
import { weekdays } from './weekdays'

/** The months in which a recurring event has its dates, each with the dates marked. */
export function RecurringCalendar({ rule }: { rule: Recurrence }) {
  const dates = datesOf(rule)
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  if (first === '') return null
  const locale = getLocale()
  const name = new Intl.DateTimeFormat(locale === 'pt' ? 'pt-PT' : 'en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  // The short names of Portuguese are whole words: seven columns have room for three letters.
  const names = weekdays(locale).map(({ short }) => short.slice(0, 3))
  const marked = new Set(dates)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: by keyboard, too
    <ul aria-label={m.form_recurring_calendar()} tabIndex={0} className={frame}>
      {monthsBetween(first, last).map((month) => (
        <li key={month}>
          <span className={caption}>{name.format(new Date(`${month}-01T12:00Z`))}</span>
          <span className={visuallyHidden()}>: {datesIn(month, dates)}</span>
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
      {daysOf(month).map((day) => (
        <span key={day} className={marked.has(day) ? markedDay : undefined}>
          {dayOfMonth(day)}
        </span>
      ))}
    </span>
  )
}

/** `YYYY-MM` of the first to the last of two days. */
function monthsBetween(first: string, last: string): string[] {
  const months: string[] = []
  const at = new Date(`${first.slice(0, 7)}-01T12:00Z`)
  for (let month = first.slice(0, 7); month <= last.slice(0, 7); month = at.toISOString().slice(0, 7)) {
    months.push(month)
    at.setUTCMonth(at.getUTCMonth() + 1)
  }
  return months
}

function daysOf(month: string): string[] {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const length = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return Array.from({ length }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`)
}

function datesIn(month: string, dates: readonly string[]): string {
  const days = dates.filter((day) => day.startsWith(month))
  return days.map(dayOfMonth).join(', ')
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
// Seven columns have to fit a phone: there large text stops growing.
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

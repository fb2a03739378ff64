import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Recurrence } from '@/domain/timetables/timetable'
import { getLocale, overwriteGetLocale } from '@/messages/compiled/runtime.js'
import { RecurringCalendar } from './recurring-fields'

const locale = getLocale
afterEach(() => {
  cleanup()
  overwriteGetLocale(locale)
})

const rule: Recurrence = {
  period_start_date: '2026-12-01',
  period_end_date: '2027-03-31',
  days: [2, 4],
  is_all_day: true,
}

const months = () => screen.getAllByRole('listitem')
/** The marked days of a month as it is seen. */
const markedIn = (month: HTMLElement) => {
  const days = [...(month.querySelector('[aria-hidden]')?.children ?? [])]
  return days
    .filter(({ className }) => className.includes('bd_'))
    .map(({ textContent }) => Number(textContent))
}

test('lists every date by month, and marks the same in the calendar', () => {
  render(<RecurringCalendar rule={rule} />)
  expect(screen.getByRole('list', { name: 'Dates by month' })).toBeTruthy()
  expect(months()).toHaveLength(4)
  const [december, january] = months()
  if (december === undefined || january === undefined) throw new Error('There are four')
  expect(within(december).getByText('December 2026')).toBeTruthy()
  const dates = [1, 3, 8, 10, 15, 17, 22, 24, 29, 31]
  expect(within(december).getByText(`: ${dates.join(', ')}`)).toBeTruthy()
  expect(markedIn(december)).toEqual(dates)
  expect(markedIn(january)[0]).toBe(5)
})

test('puts every day under its weekday, from Monday', () => {
  render(<RecurringCalendar rule={{ ...rule, period_end_date: '2026-12-08', days: [2] }} />)
  const grid = months()[0]?.querySelector('[aria-hidden]')
  const cells = [...(grid?.children ?? [])].map(({ textContent }) => textContent)
  expect(cells.slice(0, 7)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
  // 1 December 2026 is a Tuesday.
  expect(cells.slice(7, 10)).toEqual(['', '1', '2'])
  expect(cells.at(-1)).toBe('31')
})

test('has room for the weekdays of Portuguese, whose short names are whole words', () => {
  overwriteGetLocale(() => 'pt')
  render(<RecurringCalendar rule={rule} />)
  const cells = [...(months()[0]?.querySelector('[aria-hidden]')?.children ?? [])]
  expect(
    cells
      .slice(0, 7)
      .map(({ textContent }) => textContent)
      .join(' '),
  ).toBe('seg ter qua qui sex sáb dom')
})

test('is not there until there are dates', () => {
  const { container } = render(<RecurringCalendar rule={{ ...rule, days: [] }} />)
  expect(container.innerHTML).toBe('')
})

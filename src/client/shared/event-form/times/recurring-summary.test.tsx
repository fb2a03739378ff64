import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { emptyValues } from '../form-values'
import type { RecurringValues } from '../form-values'
import { NextDayNote, RecurringSummary } from './recurring-fields'

afterEach(cleanup)

const evenings: RecurringValues = {
  ...emptyValues().recurring,
  periodStartDate: '2026-12-01',
  periodEndDate: '2027-03-31',
  days: [4, 2],
  startTime: '18:00',
  endTime: '19:30',
}

const note = (change: Partial<RecurringValues>) => {
  render(<NextDayNote values={{ ...evenings, ...change }} />)
  const text = screen.getByRole('paragraph').textContent
  cleanup()
  return text
}

const summary = (change: Partial<RecurringValues>) => {
  render(<RecurringSummary values={{ ...evenings, ...change }} />)
  const text = screen.getByRole('paragraph').textContent
  cleanup()
  return text
}

test('an end before the start is said to be on the next day, and no other', () => {
  expect(note({ startTime: '22:00', endTime: '02:00' })).toBe('Ends at 2:00 AM the next day')
  expect(note({ startTime: '22:00', endTime: '00:00' })).toBe('Ends at 12:00 AM the next day')
  expect(note({})).toBe('')
  expect(note({ startTime: '22:00', endTime: '' })).toBe('')
  expect(note({ startTime: '22:00', endTime: '22:00' })).toBe('')
  expect(note({ startTime: '22:00', endTime: '02:00', isAllDay: true })).toBe('')
})

test('what was entered is said in one sentence with the number of dates', () => {
  expect(summary({})).toBe(
    'Every Tuesday and Thursday, 6:00 PM – 7:30 PM, Dec 1, 2026 to Mar 31, 2027: 35 dates',
  )
  expect(summary({ isAllDay: true, periodEndDate: '2026-12-02' })).toBe(
    'Every Tuesday and Thursday, Dec 1, 2026 to Dec 2, 2026: 1 date',
  )
})

test('nothing is said of what is not entered yet or makes no sense', () => {
  const incomplete: Partial<RecurringValues>[] = [
    { days: [] },
    { periodEndDate: '' },
    { startTime: '' },
    { periodEndDate: '2026-11-01' },
    { periodEndDate: '9999-12-31' },
    { periodStartDate: '2026-12-02', periodEndDate: '2026-12-02' },
  ]
  for (const change of incomplete) expect(summary(change), JSON.stringify(change)).toBe('')
})

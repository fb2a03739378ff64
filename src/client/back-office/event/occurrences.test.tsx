import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Occurrences } from './event-facts'

afterEach(cleanup)

/** 19:00 to 22:00 in the village, on this day of December 2026. */
const evening = (day: number, id?: string) => {
  const start_time = Date.UTC(2026, 11, day, 19) / 1000
  return { start_time, end_time: start_time + 3 * 3600, is_all_day: false, ...(id !== undefined && { id }) }
}
const ID = '9f1c2d3e-4b5a-4c6d-8e7f-0123456789ab'

test('a schedule without an id is marked as a prediction, and says its day once', () => {
  render(<Occurrences schedules={[evening(4, ID), evening(5)]} />)
  const [stored, predicted] = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(stored).toBe('Dec 4, 2026 7:00 PM – 10:00 PM ')
  expect(predicted).toBe('Dec 5, 2026 7:00 PM – 10:00 PM Prediction')
})

test('many dates are folded until somebody wants them all', () => {
  render(<Occurrences schedules={Array.from({ length: 20 }, (_, index) => evening(index + 1))} />)
  expect(screen.getAllByRole('listitem')).toHaveLength(8)
  fireEvent.click(screen.getByRole('button', { name: 'Show all 20 dates' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(20)
  fireEvent.click(screen.getByRole('button', { name: 'Show fewer dates' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(8)
})

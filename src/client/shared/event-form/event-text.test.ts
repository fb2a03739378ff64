import { expect, test } from 'vitest'
import { timeBlockText } from './event-text'

test('a block within one day says the day once, in the clock of the language', () => {
  const block = { start_time: '2026-12-04 19:00:00', end_time: '2026-12-04 22:30:00' }
  expect(timeBlockText(block, 'en')).toBe('Dec 4, 2026 7:00 PM – 10:30 PM')
  expect(timeBlockText(block, 'pt')).toBe('4 de dez. de 2026, 19:00 – 22:30')
})

test('a block past midnight is one evening', () => {
  expect(timeBlockText({ start_time: '2026-12-31 22:00:00', end_time: '2027-01-01 04:00:00' }, 'en')).toBe(
    'Dec 31, 2026 10:00 PM – 4:00 AM',
  )
})

test('a block into the next day and one of whole days say both days', () => {
  expect(timeBlockText({ start_time: '2026-12-04 22:00:00', end_time: '2026-12-05 09:00:00' }, 'en')).toBe(
    'Dec 4, 2026 10:00 PM – Dec 5, 2026 9:00 AM',
  )
  expect(timeBlockText({ start_time: '2026-12-04', end_time: '2026-12-06' }, 'pt')).toBe(
    '4 de dez. de 2026 – 6 de dez. de 2026',
  )
  expect(timeBlockText({ start_time: '2026-12-04', end_time: '2026-12-05' }, 'pt')).toBe(
    '4 de dez. de 2026 – 5 de dez. de 2026',
  )
  expect(timeBlockText({ start_time: '2026-12-04', end_time: '2026-12-04' }, 'pt')).toBe('4 de dez. de 2026')
})

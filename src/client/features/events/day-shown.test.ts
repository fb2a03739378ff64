import { expect, it } from 'vitest'
import { dayShown } from './day-shown'

const starting = (iso: string) => ({ start_time: Date.parse(iso) / 1000 })

it('an event stands under the village day that it begins on, whatever the visitor’s zone', () => {
  // 00:30 in the village's summer.
  expect(dayShown(starting('2026-07-04T23:30:00Z'), '2026-07-01')).toBe('2026-07-05')
  expect(dayShown(starting('2026-11-24T23:30:00Z'), '2026-11-22')).toBe('2026-11-24')
})

it('an event under way stands under the first day of the list', () => {
  expect(dayShown(starting('2026-11-20T10:00:00Z'), '2026-11-22')).toBe('2026-11-22')
})

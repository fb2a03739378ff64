import { describe, expect, it, test } from 'vitest'
import { savedAge, timeAgo } from './saved-age'

const NOW = Date.UTC(2026, 10, 20, 12)
const minutesAgo = (minutes: number) => savedAge(NOW - minutes * 60_000, NOW)

describe('the age of what is shown from the replica', () => {
  it('counts in the largest unit that fits', () => {
    expect(minutesAgo(0.9)).toEqual({ unit: 'now' })
    expect(minutesAgo(1)).toEqual({ unit: 'minute', count: 1 })
    expect(minutesAgo(59.9)).toEqual({ unit: 'minute', count: 59 })
    expect(minutesAgo(125)).toEqual({ unit: 'hour', count: 2 })
    expect(minutesAgo(24 * 60)).toEqual({ unit: 'day', count: 1 })
  })
})

test.each([
  [NOW - 10_000, 'en', 'now'],
  [NOW - 3 * 3_600_000, 'en', '3 hours ago'],
  [NOW + 90_000, 'en', 'in 2 minutes'],
  [NOW - 2 * 86_400_000, 'pt', 'anteontem'],
])('formats distances in time (%#)', (at, locale, text) => {
  expect(timeAgo(at, NOW, locale)).toBe(text)
})

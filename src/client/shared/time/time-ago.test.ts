import { expect, test } from 'vitest'
import { timeAgo } from './saved-age'

const NOW = Date.UTC(2026, 10, 20, 12)

test.each([
  [NOW - 10_000, 'en', 'now'],
  [NOW - 3 * 3_600_000, 'en', '3 hours ago'],
  [NOW + 90_000, 'en', 'in 2 minutes'],
  [NOW - 2 * 86_400_000, 'pt', 'anteontem'],
])('formats distances in time (%#)', (at, locale, text) => {
  expect(timeAgo(at, NOW, locale)).toBe(text)
})

import { expect, test } from 'vitest'
import { serverTimeMs } from '@/offline/replica/server-time'

const NOW = Date.UTC(2026, 5, 15, 10)
const DAY = 86_400_000
const sync = (clockOffsetMs: number | undefined, syncedAt = NOW - 1000) =>
  ({ key: 'sync', revision: 1, syncedAt, clockOffsetMs }) as const

test('a clock that is a day ahead or behind is corrected by what the last sync found', () => {
  expect(serverTimeMs(sync(-DAY), NOW)).toBe(NOW - DAY)
  expect(serverTimeMs(sync(DAY), NOW)).toBe(NOW + DAY)
})

test('a clock that was put right since is not corrected once more', () => {
  expect(serverTimeMs(sync(-DAY, NOW + DAY), NOW)).toBe(NOW)
})

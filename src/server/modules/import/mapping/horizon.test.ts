import { beforeAll, expect, it } from 'vitest'
import { NOW } from '@/server/modules/import/source/import.fixture'
import { ensureTemporal } from '@/domain/time/village-time'
import { cutPeriodOf } from '@/server/modules/import/source/source-event'

beforeAll(ensureTemporal)

/** The period of a list with this last day, on a Tuesday in June. */
const periodTo = (lastDay: string) => cutPeriodOf(`${lastDay} 10:00:00`, NOW + 86_400)

it('a list that was cut is the same for the longest time that is over before its last date', () => {
  expect(periodTo('2026-12-01')).toBe('2026-04-01')
  expect(periodTo('2026-08-01')).toBe('2026-06-01')
  expect(periodTo('2026-06-30')).toBe('2026-06-15')
  expect(periodTo('2026-06-18')).toBe('2026-06-16')
})

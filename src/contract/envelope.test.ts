import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SITE } from '@/site/site'
import { epochSeconds } from './envelope'

function read(value: unknown): number | undefined {
  const parsed = epochSeconds.safeParse(value)
  return parsed.success ? parsed.data : undefined
}

describe('an instant of a response', () => {
  it('is epoch seconds, or ISO text with Z or an offset', () => {
    expect(read(1_790_000_000)).toBe(1_790_000_000)
    expect(read('2026-07-04T20:00:00Z')).toBe(Date.UTC(2026, 6, 4, 20) / 1000)
    expect(read('2026-07-04T21:00:00.999+01:00')).toBe(Date.UTC(2026, 6, 4, 20) / 1000)
    expect(read('2026-07-04T15:30-0430')).toBe(Date.UTC(2026, 6, 4, 20) / 1000)
  })

  it('is village time where the text names no zone', () => {
    expect(read('2026-07-04 21:00:00')).toBe(Date.UTC(2026, 6, 4, 20) / 1000)
    expect(read('2026-12-04T21:00')).toBe(Date.UTC(2026, 11, 4, 21) / 1000)
    expect(read('2026-07-04')).toBe(Date.UTC(2026, 6, 3, 23) / 1000)
  })

  const notInstants = [
    '',
    'tomorrow',
    '04/07/2026',
    '2026-02-30T10:00:00Z',
    '2026-07-04T10:00:00+25:00',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e300,
    null,
    {},
  ]
  it.each(notInstants)('refuses %j', (value) => {
    expect(read(value)).toBeUndefined()
  })

  const clockChanges = [Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 9, 25, 1)]
  const aroundClockChanges = fc
    .tuple(fc.constantFrom(...clockChanges), fc.integer({ min: -3 * 86_400, max: 3 * 86_400 }))
    .map(([change, seconds]) => change + seconds * 1000)
  const anyTime = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2100, 0, 1) })

  it('agrees with Temporal on every wall clock, both clock changes included', () => {
    fc.assert(
      fc.property(fc.oneof(aroundClockChanges, anyTime), (wallMs) => {
        const text = new Date(wallMs).toISOString().slice(0, 19)
        const { epochMilliseconds } = Temporal.PlainDateTime.from(text).toZonedDateTime(SITE.timeZone)
        expect(read(text)).toBe(epochMilliseconds / 1000)
      }),
      { numRuns: 2000 },
    )
  })

  it('agrees with Temporal on every offset', () => {
    const offsets = fc.integer({ min: -14 * 60, max: 14 * 60 })
    fc.assert(
      fc.property(fc.oneof(aroundClockChanges, anyTime), offsets, (wallMs, minutes) => {
        const sign = minutes < 0 ? '-' : '+'
        const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
        const offset = `${sign}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
        const text = `${new Date(wallMs).toISOString().slice(0, 19)}${offset}`
        expect(read(text)).toBe(Temporal.Instant.from(text).epochMilliseconds / 1000)
      }),
    )
  })
})

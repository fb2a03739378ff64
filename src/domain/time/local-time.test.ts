import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SITE } from '@/site/site'
import { instantOfWall, villageWall, dayOfTonight, eveningWindow } from './local-time'
import { clockShows, endOfDay, startOfDay, villageClock } from './village-time'

const at = (iso: string) => Date.parse(iso) / 1000
const anyInstant = fc.oneof(
  fc.integer({ min: at('1985-01-01T00:00Z'), max: at('2080-01-01T00:00Z') }),
  // Around the nights in which the clocks change.
  fc.integer({ min: at('2026-10-24T12:00Z'), max: at('2026-10-26T12:00Z') }),
  fc.integer({ min: at('2027-03-27T12:00Z'), max: at('2027-03-29T12:00Z') }),
)
/** Any time of a wall clock, those included that it shows twice or never. */
const anyWall = anyInstant.map((seconds) =>
  Temporal.PlainDateTime.from(new Date(seconds * 1000).toISOString().slice(0, 19)),
)
const clockByTemporal = (instant: number) =>
  Temporal.Instant.fromEpochMilliseconds(instant * 1000)
    .toZonedDateTimeISO(SITE.timeZone)
    .toPlainDateTime()
const secondsByTemporal = (wall: Temporal.PlainDateTime | Temporal.PlainDate) =>
  wall.toZonedDateTime(SITE.timeZone).epochMilliseconds / 1000

describe("the village's clock by Intl alone", () => {
  it('shows what Temporal shows at any instant', () => {
    fc.assert(
      fc.property(anyInstant, (instant) => {
        const clock = clockByTemporal(instant)
        const { year, month, day, hour, minute } = clock
        expect(villageWall(instant)).toEqual({ year, month, day, hour, minute })
        expect(villageClock(instant).toString()).toBe(clock.toString())
      }),
    )
  })

  it('is at the instant that Temporal says, also where the clock shows an hour twice or never', () => {
    fc.assert(
      fc.property(anyWall, (wall) => {
        const wallSeconds = wall.toZonedDateTime('UTC').epochMilliseconds / 1000
        expect(instantOfWall(wallSeconds)).toBe(secondsByTemporal(wall))
        expect(clockShows(wall)).toBe(clockByTemporal(secondsByTemporal(wall)).equals(wall))
      }),
    )
  })

  it('begins and ends a day when Temporal does, also one of 23 or 25 hours', () => {
    fc.assert(
      fc.property(anyWall, (wall) => {
        const date = wall.toPlainDate()
        expect(startOfDay(date)).toBe(secondsByTemporal(date))
        expect(endOfDay(date)).toBe(secondsByTemporal(date.add({ days: 1 })) - 1)
      }),
    )
  })
})

const eveningAt = (iso: string) => Date.parse(iso) / 1000
const eveningIso = (epochSeconds: number) => new Date(epochSeconds * 1000).toISOString()

const hours = (day: string) => (eveningWindow(day).to + 1 - eveningWindow(day).from) / 3600

describe('tonight', () => {
  it('is the evening of today from 06:00 on, and that of the day before until then', () => {
    // Summer: the village is an hour ahead of UTC.
    expect(dayOfTonight(eveningAt('2026-06-15T05:00:00Z'))).toBe('2026-06-15')
    expect(dayOfTonight(eveningAt('2026-06-15T22:59:59Z'))).toBe('2026-06-15')
    expect(dayOfTonight(eveningAt('2026-06-15T23:00:00Z'))).toBe('2026-06-15')
    expect(dayOfTonight(eveningAt('2026-06-16T04:59:59Z'))).toBe('2026-06-15')
    expect(dayOfTonight(eveningAt('2026-06-16T05:00:00Z'))).toBe('2026-06-16')
  })

  it('is from 18:00 to the last second before 06:00, village time', () => {
    const { from, to } = eveningWindow('2026-06-15')
    expect([eveningIso(from), eveningIso(to)]).toEqual([
      '2026-06-15T17:00:00.000Z',
      '2026-06-16T04:59:59.000Z',
    ])
  })

  it('has an hour more and less in the nights that the clocks change', () => {
    expect([hours('2026-10-24'), hours('2027-03-27'), hours('2026-11-20')]).toEqual([13, 11, 12])
  })
})

import { describe, expect, it } from 'vitest'
import { villageMidnight } from '@/domain/time/local-time'
import { MEAN_SEA_LEVEL } from '@/site/tides'
import { highAndLowWaters, waterLevelAt } from './harmonic-sum.fixture'
import { sunOfDay, tidesOfDay, waterLevels } from './tide-table'

const dayOf = (n: number) => new Date(Date.UTC(2026, 10, 23 + n)).toISOString().slice(0, 10)
const clock = (epochSeconds: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Lisbon', hour: '2-digit', minute: '2-digit' }).format(
    epochSeconds * 1000,
  )
const minutesOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
const at = (iso: string) => Date.parse(iso) / 1000

describe('the tide table', () => {
  it('agrees with the harmonic formula, summed independently, for a year: within two minutes and two centimetres', () => {
    const predicted = Array.from({ length: 365 }, (_, n) => tidesOfDay(dayOf(n))).flat()
    const summed = highAndLowWaters(villageMidnight(dayOf(0)), villageMidnight(dayOf(365)))
    expect(predicted.map(({ isHigh }) => isHigh)).toEqual(summed.map(({ isHigh }) => isHigh))
    const minutes = predicted.map(({ time }, n) => Math.abs(time - (summed[n]?.time ?? 0)) / 60)
    const metres = predicted.map(({ height }, n) =>
      Math.abs(height - MEAN_SEA_LEVEL - (summed[n]?.height ?? 0)),
    )
    expect(Math.max(...minutes)).toBeLessThanOrEqual(2)
    expect(Math.max(...metres)).toBeLessThanOrEqual(0.02)
  })

  it('has a curve that agrees with the same sum', () => {
    const levels = waterLevels('2026-11-23', 1800)
    expect(levels).toHaveLength(49)
    for (const { time, height } of levels)
      expect(Math.abs(height - MEAN_SEA_LEVEL - waterLevelAt(time))).toBeLessThan(0.02)
  })

  it('is in village time on the days on which the clocks change', () => {
    // An hour less in March, one more in October: the tide goes on by half a lunar day, the clock does not.
    for (const [day, from, to] of [
      ['2027-03-28', at('2027-03-28T00:00Z'), at('2027-03-28T23:00Z')],
      ['2026-10-25', at('2026-10-24T23:00Z'), at('2026-10-26T00:00Z')],
    ] as const) {
      const tides = tidesOfDay(day)
      expect(tides.map(({ time }) => [time >= from, time < to])).toEqual(tides.map(() => [true, true]))
      const summed = highAndLowWaters(from, to)
      expect(tides.map(({ time }) => time).map(clock)).toHaveLength(summed.length)
      tides.forEach(({ time }, n) => expect(Math.abs(time - (summed[n]?.time ?? 0))).toBeLessThanOrEqual(120))
      const levels = waterLevels(day, 3600)
      expect([levels[0]?.time, levels.at(-1)?.time]).toEqual([from, to])
    }
  })

  it('knows the tide of the station: highs are above the mean sea level and lows below, within the astronomical tides', () => {
    const heights = tidesOfDay('2026-11-25')
    expect(heights).toHaveLength(4)
    for (const { isHigh, height } of heights) {
      if (isHigh) expect(height).toBeGreaterThan(MEAN_SEA_LEVEL)
      else expect(height).toBeLessThan(MEAN_SEA_LEVEL)
      expect(height).toBeGreaterThan(-0.1)
      expect(height).toBeLessThan(4.2)
    }
  })
})

describe('the sun', () => {
  it('rises and sets as almanacs say for this coast, within two minutes', () => {
    const expected = [
      ['2026-06-21', '06:12', '21:07'],
      ['2026-12-21', '07:52', '17:18'],
      ['2026-03-20', '06:40', '18:49'],
    ] as const
    for (const [day, rise, set] of expected) {
      const { sunrise = 0, sunset = 0 } = sunOfDay(day)
      expect(
        Math.abs(minutesOf(clock(sunrise)) - minutesOf(rise)),
        `${day} ${clock(sunrise)}`,
      ).toBeLessThanOrEqual(2)
      expect(
        Math.abs(minutesOf(clock(sunset)) - minutesOf(set)),
        `${day} ${clock(sunset)}`,
      ).toBeLessThanOrEqual(2)
    }
  })
})

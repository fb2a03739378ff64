import { describe, expect, it } from 'vitest'
import { sunOfDay, tidesOfDay } from './tide-table'

const clock = (epochSeconds: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Lisbon', hour: '2-digit', minute: '2-digit' }).format(
    epochSeconds * 1000,
  )
const minutesOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

/**
 * UTC, and metres above chart datum: by the harmonic formula h(t) = Σ f·A·cos(V(t) + u − g), summed independently of the library that the
 * app uses, with Doodson's numbers, the mean longitudes of Meeus (1998) and the nodal factors of Pugh (1987, table 4.3).
 */
const TIDES = [
  ['2026-02-16', '01:54 high 2.92, 08:08 low 0.61, 14:13 high 2.77, 20:11 low 0.62'],
  ['2026-06-20', '00:17 low 0.60, 06:34 high 2.68, 12:28 low 0.85, 18:50 high 2.91'],
  // The days on which the clocks change: one of 25 hours, and one of 23.
  ['2026-10-25', '01:22 high 3.11, 07:26 low 0.58, 13:38 high 3.23, 19:48 low 0.46'],
  ['2027-03-28', '06:02 high 2.45, 11:56 low 1.14, 18:20 high 2.48'],
  ['2027-09-15', '02:00 high 2.91, 07:58 low 0.67, 14:12 high 3.10, 20:20 low 0.56'],
] as const

describe('the tide table', () => {
  it.each(TIDES)(
    'agrees with the harmonic formula on %s, within two minutes and two centimetres',
    (day, text) => {
      const expected = text.split(', ').map((turn) => turn.split(' '))
      const tides = tidesOfDay(day)
      expect(tides.map(({ isHigh }) => (isHigh ? 'high' : 'low'))).toEqual(expected.map(([, kind]) => kind))
      tides.forEach(({ time, height }, n) => {
        const [at = '', , metres] = expected[n] ?? []
        expect(Math.abs(time - Date.parse(`${day}T${at}:30Z`) / 1000)).toBeLessThanOrEqual(150)
        expect(Math.abs(height - Number(metres))).toBeLessThanOrEqual(0.025)
      })
    },
  )
})

describe('the sun', () => {
  it.each([
    ['2026-06-21', '06:12', '21:07'],
    ['2026-12-21', '07:52', '17:18'],
    ['2026-03-20', '06:40', '18:49'],
  ])('rises and sets on %s as almanacs say for this coast, within two minutes', (day, rise, set) => {
    const { sunrise = 0, sunset = 0 } = sunOfDay(day)
    expect(Math.abs(minutesOf(clock(sunrise)) - minutesOf(rise))).toBeLessThanOrEqual(2)
    expect(Math.abs(minutesOf(clock(sunset)) - minutesOf(set))).toBeLessThanOrEqual(2)
  })
})

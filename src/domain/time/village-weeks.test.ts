import { describe, expect, it } from 'vitest'
import { weekStarts } from './village-time'

const seconds = (iso: string) => Date.parse(iso) / 1000
const iso = (epochSeconds: number) => new Date(epochSeconds * 1000).toISOString()

const last = (at: string) => iso(weekStarts(seconds(at), 1)[0] ?? 0)
/** How long the two weeks before the current one are. */
const hours = (at: string) => {
  const [first = 0, second = 0, third = 0] = weekStarts(seconds(at), 3)
  return [(second - first) / 3600, (third - second) / 3600]
}

describe('the last weeks', () => {
  it('begin on Mondays at midnight of the village, the current one last', () => {
    // A Wednesday in summer: midnight is 23:00 UTC of the day before.
    expect(weekStarts(seconds('2026-06-17T10:00:00Z'), 3).map(iso)).toEqual([
      '2026-05-31T23:00:00.000Z',
      '2026-06-07T23:00:00.000Z',
      '2026-06-14T23:00:00.000Z',
    ])
  })

  it('change on Sunday at midnight of the village, not of UTC', () => {
    expect(last('2026-06-14T22:59:59Z')).toBe('2026-06-07T23:00:00.000Z')
    expect(last('2026-06-14T23:00:00Z')).toBe('2026-06-14T23:00:00.000Z')
  })

  it('have an hour less in March and one more in October', () => {
    // Clocks change on Sunday, March 29 and October 25, 2026.
    expect(hours('2026-04-06T12:00:00Z')).toEqual([167, 168])
    expect(hours('2026-10-26T12:00:00Z')).toEqual([168, 169])
  })
})

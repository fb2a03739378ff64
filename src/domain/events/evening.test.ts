import { describe, expect, it } from 'vitest'
import { dayOfTonight, eveningWindow } from '@/domain/time/local-time'

const at = (iso: string) => Date.parse(iso) / 1000
const iso = (epochSeconds: number) => new Date(epochSeconds * 1000).toISOString()

const hours = (day: string) => (eveningWindow(day).to + 1 - eveningWindow(day).from) / 3600

describe('tonight', () => {
  it('is the evening of today from 06:00 on, and that of the day before until then', () => {
    // Summer: the village is an hour ahead of UTC.
    expect(dayOfTonight(at('2026-06-15T05:00:00Z'))).toBe('2026-06-15')
    expect(dayOfTonight(at('2026-06-15T22:59:59Z'))).toBe('2026-06-15')
    expect(dayOfTonight(at('2026-06-15T23:00:00Z'))).toBe('2026-06-15')
    expect(dayOfTonight(at('2026-06-16T04:59:59Z'))).toBe('2026-06-15')
    expect(dayOfTonight(at('2026-06-16T05:00:00Z'))).toBe('2026-06-16')
  })

  it('is from 18:00 to the last second before 06:00, village time', () => {
    const { from, to } = eveningWindow('2026-06-15')
    expect([iso(from), iso(to)]).toEqual(['2026-06-15T17:00:00.000Z', '2026-06-16T04:59:59.000Z'])
  })

  it('has an hour more and less in the nights that the clocks change', () => {
    expect([hours('2026-10-24'), hours('2027-03-27'), hours('2026-11-20')]).toEqual([13, 11, 12])
  })
})

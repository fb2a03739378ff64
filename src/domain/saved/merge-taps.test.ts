import { array, assert, boolean, constantFrom, integer, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeTaps } from './merge-taps'
import type { SavedTap } from './merge-taps'

const tap = record<SavedTap>({
  eventId: constantFrom('a', 'b', 'c'),
  day: constantFrom(undefined, '2026-12-04', '2026-12-05'),
  isSaved: boolean(),
  tappedAt: integer({ min: 0, max: 3 }),
})
const taps = array(tap, { maxLength: 8 })

describe('the saved events of several devices', () => {
  it('come to the same on each of them, in whatever order and however often they hear of one another', () => {
    assert(
      property(taps, taps, taps, (one, other, third) => {
        const merged = mergeTaps(one, other)
        expect(mergeTaps(other, one)).toEqual(merged)
        expect(mergeTaps(merged, merged)).toEqual(merged)
        expect(mergeTaps(merged, one)).toEqual(merged)
        expect(mergeTaps(mergeTaps(one, other), third)).toEqual(mergeTaps(one, mergeTaps(other, third)))
      }),
    )
  })

  it('are what the last tap on each says', () => {
    assert(
      property(taps, taps, (one, other) => {
        const all = [...one, ...other]
        const merged = mergeTaps(one, other)
        expect(new Set(merged.map(({ eventId }) => eventId))).toEqual(
          new Set(all.map(({ eventId }) => eventId)),
        )
        for (const { eventId, isSaved, tappedAt } of merged) {
          const ofEvent = all.filter((same) => same.eventId === eventId)
          expect(tappedAt).toBe(Math.max(...ofEvent.map((same) => same.tappedAt)))
          const last = ofEvent.filter((same) => same.tappedAt === tappedAt)
          expect(last.some((same) => same.isSaved)).toBe(isSaved)
        }
      }),
    )
  })
})

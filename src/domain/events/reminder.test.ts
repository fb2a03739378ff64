import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { villageDay, villageMidnight, villageWall } from '@/domain/time/local-time'
import { possibleReminders, reminderMoment } from './reminder'

const at = (iso: string) => Date.parse(iso) / 1000
const timed = (iso: string) => ({ start_time: at(iso), is_all_day: false })

describe('a reminder', () => {
  it.each([
    ['an ordinary evening', '2026-06-20T18:00Z', '2026-06-20T17:00Z', '2026-06-19T17:00Z'],
    // 29 March 2026: 00:59 is followed by 02:00.
    ['after the hour that March skips', '2026-03-29T01:30Z', '2026-03-29T00:30Z', '2026-03-28T18:00Z'],
    // 25 October 2026: 01:59 summer time is followed by 01:00.
    ['in the hour that October repeats', '2026-10-25T01:30Z', '2026-10-25T00:30Z', '2026-10-24T17:00Z'],
    ['on the morning after October’s', '2026-10-26T09:00Z', '2026-10-26T08:00Z', '2026-10-25T18:00Z'],
  ])('of %s comes an hour and an evening before', (_of, start, hour, evening) => {
    expect(reminderMoment(timed(start), 'hour')).toBe(at(hour))
    expect(reminderMoment(timed(start), 'evening')).toBe(at(evening))
  })

  it('is right for any date, and never for one that is past or of which the moment is past', () => {
    const around = (iso: string) => fc.integer({ min: at(iso) - 4 * 86_400, max: at(iso) + 4 * 86_400 })
    const instant = fc.oneof(
      around('2026-03-29T01:00Z'),
      around('2026-10-25T01:00Z'),
      fc.integer({ min: at('2020-01-01T00:00Z'), max: at('2040-01-01T00:00Z') }),
    )
    const property = fc.property(
      instant,
      fc.integer({ min: -2 * 86_400, max: 3 * 86_400 }),
      fc.boolean(),
      (start, ahead, isAllDay) => {
        const date = {
          start_time: isAllDay ? villageMidnight(villageDay(start)) : start,
          is_all_day: isAllDay,
        }
        const evening = reminderMoment(date, 'evening')
        expect(villageWall(evening)).toMatchObject({ hour: 18, minute: 0 })
        expect(villageMidnight(villageDay(evening), 1)).toBe(villageMidnight(villageDay(date.start_time)))
        expect(reminderMoment(date, 'hour')).toBe(isAllDay ? evening : start - 3600)
        const now = date.start_time - ahead
        for (const kind of possibleReminders(date, now)) {
          expect(date.start_time).toBeGreaterThan(now)
          if (kind !== 'change') expect(reminderMoment(date, kind)).toBeGreaterThan(now)
        }
        expect(possibleReminders(date, now).includes('change')).toBe(ahead > 0)
      },
    )
    fc.assert(property, { numRuns: 500 })
  })

  it('of what is on all day has no hour', () => {
    const date = { start_time: villageMidnight('2026-06-20'), is_all_day: true }
    expect(possibleReminders(date, at('2026-06-15T10:00Z'))).toEqual(['evening', 'change'])
  })
})

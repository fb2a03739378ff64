import { describe, expect, it } from 'vitest'
import { isLongEvent } from '@/domain/events/event'

import { dayOfTonight, eveningWindow, villageMidnight } from '@/domain/time/local-time'
import { parseDate } from '@/domain/time/village-time'
import { isInWindow } from '@/domain/timetables/recurrence'
import { schedulesOf } from '@/domain/timetables/schedule'
import { timetableProblems } from '@/domain/timetables/timetable-problems'
import { GAZETTEER } from '@/site/places'
import { demoTimetable, readDemo } from './load-demo'

/** Each weekday, both halves of the year, the days on which the clocks change and those before. */
const DAYS = ['2026-11-16', '2026-11-21', '2027-03-27', '2027-03-28', '2028-02-29']
const DAY = 86_400
const HALF_HOUR = 1800

const { events } = readDemo()

describe.each(DAYS)('the demonstration that is loaded on %s', (day) => {
  const today = parseDate(day) ?? expect.fail('no day')
  const [midnight, next] = [villageMidnight(day), villageMidnight(day, 1)]
  const timetables = events.map((event) => ({ event, timetable: demoTimetable(event.when, today) }))

  it('is of known places and of timetables that a person could have submitted', () => {
    for (const { event, timetable } of timetables) {
      expect(timetableProblems(timetable, midnight, { allowPast: true }), event.title).toEqual([])
      expect(GAZETTEER.map(({ name }) => name)).toContain(event.place)
    }
  })

  it('has sixty events in the next 90 days', () => {
    const span = { from: midnight, to: midnight + 90 * DAY }
    const coming = timetables.filter(({ timetable }) => schedulesOf(timetable, span).length > 0)
    expect(coming.filter(({ event }) => event.status === undefined).length).toBeGreaterThanOrEqual(60)
  })

  it('has something on today and tonight at each half hour, and two things or more that begin in the evening', () => {
    const near = timetables
      .filter(({ event }) => event.status === undefined)
      .flatMap(({ timetable }) => schedulesOf(timetable, { from: midnight - DAY, to: next + DAY }))
      .filter((schedule) => !isLongEvent(schedule))
    const isOn = (from: number, to: number) => near.some((one) => isInWindow(one, { from, to }))
    const instants = Array.from({ length: (next - midnight) / HALF_HOUR }, (_, n) => midnight + n * HALF_HOUR)
    for (const now of [...instants, next - 60]) {
      const evening = eveningWindow(dayOfTonight(now))
      const time = new Date(now * 1000).toISOString()
      expect(isOn(now, next - 1), `today at ${time}`).toBe(true)
      expect(isOn(Math.max(now, evening.from), evening.to), `tonight at ${time}`).toBe(true)
    }
    const { from } = eveningWindow(day)
    const beginning = near.filter(
      ({ start_time, is_all_day }) => !is_all_day && start_time >= from && start_time < next,
    )
    expect(beginning.length).toBeGreaterThanOrEqual(2)
  })
})

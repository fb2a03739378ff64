import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'
import { call, listed, publish, titles } from '@tests/support/server/calls'
import { weekly } from '@tests/support/server/timetables'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp({ now: '2026-10-01T08:00:00Z' })
})
afterAll(() => test.close())

describe('when the clocks change', () => {
  it('a last night beyond what is stored is found on the day after its period', async () => {
    const { repeated } = weekly({ days: [6], from: '2026-10-17', to: '2027-03-27' })
    const timetable = { repeated: { ...repeated, start_hour: 22, end_hour: 2 } }
    await publish(test, { title: 'Winter nights', tag_keys: ['yoga'], timetable })
    expect(await titles(test, '?tags=yoga&start_date=2027-03-28T00:30:00Z')).toEqual(['Winter nights'])
    expect(await titles(test, '?tags=yoga&start_date=2027-03-28T01:00:00Z')).toEqual([])
  })

  it('a whole year that ends in winter time after it began in summer time is taken', async () => {
    test.clock.set('2031-10-01T08:00:00Z')
    // The last Sundays of October: 26th in 2031, 31st in 2032; a year later the day is in the other half.
    const id = await publish(test, {
      title: 'A year from summer to winter time',
      timetable: { list: [{ start_time: '2033-10-29', end_time: '2034-10-29', is_all_day: true }] },
    })
    const { items } = await listed(test, '?per_page=100')
    expect(items.map((event) => event.id)).toContain(id)
    test.clock.set('2026-10-01T08:00:00Z')
  })

  it('a time that the clock skips in March is refused', async () => {
    const response = await call(test, 'POST', '/events', {
      body: {
        ...(await import('@tests/support/server/submissions')).submission(),
        timetable: {
          list: [{ start_time: '2027-03-28 01:30:00', end_time: '2027-03-28 03:00:00', is_all_day: false }],
        },
      },
    })
    expect(response.error?.fields).toMatchObject([
      { path: 'timetable.list.0.start_time', code: 'time_nonexistent' },
    ])
  })
})

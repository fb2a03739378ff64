import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'
import { at, call, listed, publish, titles } from '@tests/support/server/calls'
import type { ProgrammeEvent } from '@/contract/events/events'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp({ now: '2026-10-01T08:00:00Z' })
})
afterAll(() => test.close())

const weeklyAtNine = (first: string, last: string) => ({
  timetable: {
    repeated: {
      days: [0],
      start_hour: 9,
      start_minute: 0,
      end_hour: 10,
      end_minute: 30,
      period_start_date: first,
      period_end_date: last,
      is_all_day: false,
    },
  },
})

async function starts(id: string): Promise<number[]> {
  const event = (await call(test, 'GET', `/events/${id}`)).data as ProgrammeEvent
  return event.schedules.map(({ start_time }) => start_time)
}

describe('when the clocks change', () => {
  it('a weekly class at 09:00 stays at 09:00 in October', async () => {
    const id = await publish(test, weeklyAtNine('2026-10-18', '2026-11-01'))
    expect(await starts(id)).toEqual([
      at('2026-10-18T08:00:00Z'),
      at('2026-10-25T09:00:00Z'),
      at('2026-11-01T09:00:00Z'),
    ])
  })

  it('a weekly class at 09:00 stays at 09:00 in March, also where it is only computed', async () => {
    const id = await publish(test, weeklyAtNine('2026-10-04', '2027-04-04'))
    const march = (await starts(id)).filter((start) => start > at('2027-03-15T00:00:00Z'))
    expect(march).toEqual([
      at('2027-03-21T09:00:00Z'),
      at('2027-03-28T08:00:00Z'),
      at('2027-04-04T08:00:00Z'),
    ])
  })

  it('Saturday nights from 22:00 to 02:00 keep their hours, an hour longer in October', async () => {
    const nights = weeklyAtNine('2026-10-17', '2026-11-01')
    Object.assign(nights.timetable.repeated, { days: [6], start_hour: 22, end_hour: 2, end_minute: 0 })
    const id = await publish(test, { title: 'Saturday nights', tag_keys: ['food'], ...nights })
    const event = (await call(test, 'GET', `/events/${id}`)).data as ProgrammeEvent
    expect(event.schedules.map(({ start_time, end_time }) => [start_time, end_time])).toEqual([
      [at('2026-10-17T21:00:00Z'), at('2026-10-18T01:00:00Z')],
      [at('2026-10-24T21:00:00Z'), at('2026-10-25T02:00:00Z')],
      [at('2026-10-31T22:00:00Z'), at('2026-11-01T02:00:00Z')],
    ])
    // Under way in the night after the last Saturday, over when it ends.
    expect(await titles(test, '?tags=food&start_date=2026-11-01T01:59:59Z')).toEqual(['Saturday nights'])
    expect(await titles(test, '?tags=food&start_date=2026-11-01T02:00:00Z')).toEqual([])
  })

  it('a last night beyond what is stored is found on the day after its period', async () => {
    const nights = weeklyAtNine('2026-10-17', '2027-03-27')
    Object.assign(nights.timetable.repeated, { days: [6], start_hour: 22, end_hour: 2, end_minute: 0 })
    await publish(test, { title: 'Winter nights', tag_keys: ['yoga'], ...nights })
    expect(await titles(test, '?tags=yoga&start_date=2027-03-28T00:30:00Z')).toEqual(['Winter nights'])
    expect(await titles(test, '?tags=yoga&start_date=2027-03-28T01:00:00Z')).toEqual([])
  })

  it('an all-day event on the day of 25 hours fills all of it', async () => {
    const id = await publish(test, {
      timetable: { list: [{ start_time: '2026-10-25', end_time: '2026-10-25', is_all_day: true }] },
    })
    const event = (await call(test, 'GET', `/events/${id}`)).data as ProgrammeEvent
    expect([event.start_time, event.end_time]).toEqual([
      at('2026-10-24T23:00:00Z'),
      at('2026-10-25T23:59:59Z'),
    ])
  })

  it('three days of which one has 25 hours are no long event: they keep their place in the list', async () => {
    await publish(test, {
      title: 'Three days in October',
      tag_keys: ['market'],
      timetable: { list: [{ start_time: '2026-10-24', end_time: '2026-10-26', is_all_day: true }] },
    })
    await publish(test, {
      title: 'Sunday morning',
      tag_keys: ['market'],
      timetable: {
        list: [{ start_time: '2026-10-25 11:00:00', end_time: '2026-10-25 13:00:00', is_all_day: false }],
      },
    })
    expect(await titles(test, '?tags=market&start_date=2026-10-25T12:00:00Z')).toEqual([
      'Three days in October',
      'Sunday morning',
    ])
    expect(await titles(test, '?tags=market&start_date=2026-10-26T23:59:58Z')).toEqual([
      'Three days in October',
    ])
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

import { describe, expect, it } from 'vitest'
import { googleCalendarAddress, outlookCalendarAddress } from './calendar-address'

const at = (iso: string) => Date.parse(iso) / 1000
const URL_OF_EVENT = 'https://guide.test/events/1?date=2026-10-24'
const night = {
  title: 'Fado & vinho',
  description: 'Two singers.',
  location_name: 'Praia do Sul - Ericeira',
  // The night in which the clocks go back: from 23:00 in summer time to 03:00 in winter time.
  start_time: at('2026-10-24T22:00:00Z'),
  end_time: at('2026-10-25T03:00:00Z'),
  is_all_day: false,
}
const festival = {
  ...night,
  start_time: at('2026-12-04T00:00:00Z'),
  end_time: at('2026-12-06T23:59:59Z'),
  is_all_day: true,
}
const queryOf = (address: string) => Object.fromEntries(new URL(address).searchParams)

describe('an event in an online calendar', () => {
  it('is at the village’s time, whatever zone the calendar is in', () => {
    expect(queryOf(googleCalendarAddress(night, URL_OF_EVENT))).toEqual({
      action: 'TEMPLATE',
      text: 'Fado & vinho',
      dates: '20261024T230000/20261025T030000',
      ctz: 'Europe/Lisbon',
      details: `Two singers.\n\n${URL_OF_EVENT}`,
      location: 'Praia do Sul - Ericeira',
    })
    expect(queryOf(outlookCalendarAddress(night, URL_OF_EVENT))).toMatchObject({
      startdt: '2026-10-24T22:00:00Z',
      enddt: '2026-10-25T03:00:00Z',
    })
  })

  it('has whole days until the day after the last', () => {
    expect(queryOf(googleCalendarAddress(festival, URL_OF_EVENT))['dates']).toBe('20261204/20261207')
    expect(queryOf(outlookCalendarAddress(festival, URL_OF_EVENT))).toMatchObject({
      startdt: '2026-12-04',
      enddt: '2026-12-07',
      allday: 'true',
    })
  })
})

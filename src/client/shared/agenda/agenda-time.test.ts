import { describe, expect, it } from 'vitest'
import { overwriteGetLocale } from '@/messages/compiled/runtime.js'
import { agendaTime } from './agenda-rows'

const at = (iso: string) => Date.parse(iso) / 1000
const event = (start: string, end: string, is_all_day = false) => ({
  start_time: at(start),
  end_time: at(end),
  is_all_day,
})
const NOW = at('2026-11-20T20:20:00Z')
const timeOf = (one: ReturnType<typeof event>, now = NOW) => agendaTime(one, now)
function inPortuguese<T>(read: () => T): T {
  overwriteGetLocale(() => 'pt')
  const found = read()
  overwriteGetLocale(() => 'en')
  return found
}

describe('the time in the agenda', () => {
  it('is the start; within an hour and a half with the minutes until then', () => {
    const concert = event('2026-11-20T21:00:00Z', '2026-11-20T23:00:00Z')
    expect(timeOf(concert)).toEqual({ lead: '9:00 PM', note: 'in 40 min', state: 'soon' })
    expect(timeOf(concert, at('2026-11-20T20:59:59Z')).note).toBe('in 1 min')
    expect(timeOf(concert, at('2026-11-20T19:29:59Z'))).toEqual({ lead: '9:00 PM' })
    expect(inPortuguese(() => agendaTime(concert, NOW))).toEqual({
      lead: '21:00',
      note: 'daqui a 40 min',
      state: 'soon',
    })
  })

  it('is now until it ends, by the village’s clock, also past midnight', () => {
    const concert = event('2026-07-04T20:00:00Z', '2026-07-04T22:00:00Z')
    expect(timeOf(concert, concert.start_time)).toEqual({
      lead: 'Now',
      note: 'until 11:00 PM',
      state: 'now',
    })
    expect(timeOf(concert, concert.end_time - 1).state).toBe('now')
    expect(timeOf(concert, concert.end_time)).toEqual({ lead: 'Ended', state: 'over' })
    const club = event('2026-11-20T20:00:00Z', '2026-11-21T03:00:00Z')
    expect(timeOf(club).note).toBe('until 3:00 AM')
  })

  it('has the last day of what lasts several', () => {
    const fair = event('2026-11-20T10:00:00Z', '2026-11-22T18:00:00Z')
    expect(timeOf(fair)).toEqual({ lead: 'Now', note: 'until Nov 22', state: 'now' })
    expect(timeOf(fair, at('2026-11-19T10:00:00Z'))).toEqual({ lead: '10:00 AM', note: 'until Nov 22' })
    // Under a day on which it has begun.
    expect(agendaTime(fair, at('2026-11-19T10:00:00Z'), at('2026-11-21T00:00:00Z'))).toEqual({
      lead: 'until Nov 22',
    })
    const club = event('2026-11-20T22:00:00Z', '2026-11-21T02:00:00Z')
    expect(agendaTime(club, NOW, at('2026-11-21T00:00:00Z'))).toEqual({ lead: 'until 2:00 AM' })
    const allDays = event('2026-11-20T00:00:00Z', '2026-11-21T23:59:59Z', true)
    expect(timeOf(allDays)).toEqual({ lead: 'All day', note: 'until Nov 21' })
    expect(timeOf(event('2026-11-20T00:00:00Z', '2026-11-20T23:59:59Z', true))).toEqual({
      lead: 'All day',
    })
    const exhibition = event('2026-11-01T00:00:00Z', '2027-01-24T23:59:59Z', true)
    expect(timeOf(exhibition)).toEqual({ lead: 'until Jan 24' })
    expect(inPortuguese(() => agendaTime(exhibition, NOW))).toEqual({ lead: 'até 24 de jan.' })
  })
})

import { describe, expect, it } from 'vitest'
import {
  cardDate,
  dayLine,
  dayNames,
  dateBlockDay,
  dateBlockOf,
  everyText,
  everyUntilText,
  untilOf,
} from './event-dates'

const at = (iso: string) => Date.parse(iso) / 1000
const timed = (start: string, end: string) => ({
  start_time: at(start),
  end_time: at(end),
  is_all_day: false,
})
const allDay = (start: string, end: string) => ({
  start_time: at(start),
  end_time: at(end),
  is_all_day: true,
})

const evening = timed('2026-11-20T21:00:00Z', '2026-11-20T23:30:00Z')

describe('the date line of a card', () => {
  it('is written the way of the language, with both ends when the last day differs', () => {
    expect(cardDate(evening, 'en')).toBe('Nov 20, 2026 9:00 PM')
    expect(cardDate(evening, 'pt')).toBe('20 de nov. de 2026, 21:00')
    expect(cardDate(timed('2026-11-20T18:00:00Z', '2026-11-22T17:00:00Z'), 'en')).toBe(
      'Nov 20, 2026 6:00 PM – Nov 22, 2026 5:00 PM',
    )
  })
})

describe('the leaf of a card', () => {
  it('shows day, month and weekday in the language of the page', () => {
    expect(dateBlockOf(evening.start_time, 'en')).toEqual({ day: '20', month: 'Nov', weekday: 'Fri' })
    expect(dateBlockOf(evening.start_time, 'pt')).toEqual({ day: '20', month: 'nov', weekday: 'sex' })
    expect(dateBlockOf(at('2026-11-21T10:00:00Z'), 'pt').weekday).toBe('sáb')
  })
})

describe('the lines of the event page', () => {
  const now = at('2026-11-20T12:00:00Z')
  const line = (event: Parameters<typeof dayLine>[0]) => [
    dayLine(event, 'en', now),
    dayLine(event, 'pt', now),
  ]

  it('name the day, an evening as one day until 06:00', () => {
    expect(line(evening)).toEqual(['Fri, Nov 20', 'Sex., 20 de nov.'])
    const night = timed('2026-12-31T22:00:00Z', '2027-01-01T04:00:00Z')
    expect(line(night)).toEqual(['Thu, Dec 31', 'Qui., 31 de dez.'])
  })

  it('name the first and the last of several days, and the year where it is another', () => {
    const fair = allDay('2026-12-30T00:00:00Z', '2027-01-02T23:59:59Z')
    expect(line(fair)).toEqual([
      'Wed, Dec 30 – Sat, Jan 2, 2027',
      'Qua., 30 de dez. – sáb., 2 de jan. de 2027',
    ])
  })
})

describe('an event past midnight', () => {
  it('is two days when it lasts longer than twelve hours', () => {
    const end = '2026-11-21T04:00:00Z'
    expect(cardDate(timed('2026-11-20T16:00:00Z', end), 'en')).toBe('Nov 20, 2026 4:00 PM – 4:00 AM')
    expect(cardDate(timed('2026-11-20T15:59:00Z', end), 'en')).toBe(
      'Nov 20, 2026 3:59 PM – Nov 21, 2026 4:00 AM',
    )
  })
})

describe('the day that stands for an event', () => {
  const exhibition = allDay('2026-11-01T00:00:00Z', '2026-12-03T23:59:59Z')
  const night = timed('2026-11-20T22:00:00Z', '2026-11-21T03:00:00Z')

  it('is today, or where the filter begins, while it is under way', () => {
    const noon = at('2026-11-20T12:00:00Z')
    expect(dateBlockDay(exhibition, noon)).toBe(noon)
    const festival = timed('2026-11-19T18:00:00Z', '2026-11-21T17:00:00Z')
    expect(dateBlockDay(festival, noon)).toBe(noon)
  })

  it('stays that of the evening past midnight', () => {
    expect(dateBlockDay(night, at('2026-11-21T01:00:00Z'))).toBe(night.start_time)
  })
})

describe('an event under way', () => {
  const exhibition = allDay('2026-11-01T00:00:00Z', '2026-12-03T23:59:59Z')

  it('is not marked before it starts, after it ends, or when it is short', () => {
    expect(untilOf(exhibition, at('2026-10-31T12:00:00Z'))).toBeUndefined()
    expect(untilOf(exhibition, at('2026-12-04T12:00:00Z'))).toBeUndefined()
    expect(untilOf(evening, evening.start_time + 60)).toBeUndefined()
  })
})

describe('the names of a day', () => {
  it('are its weekday and its date, in the order of the language', () => {
    expect(dayNames('2026-11-24', '2026-11-22', 'en')).toEqual({ weekday: 'Tuesday', date: 'November 24' })
    expect(dayNames('2026-11-24', '2026-11-22', 'pt')).toEqual({
      weekday: 'terça-feira',
      date: '24 de novembro',
    })
  })
})

const both = (...days: number[]) => [everyText({ days }, 'en'), everyText({ days }, 'pt')]

describe('the days of a recurring event in words', () => {
  it('name one day, two and more, from Monday on', () => {
    expect(both(2)).toEqual(['Every Tuesday', 'Todas as terças'])
    expect(both(4, 2)).toEqual(['Every Tuesday and Thursday', 'Todas as terças e quintas'])
    expect(both(0, 5, 1)).toEqual(['Every Monday, Friday and Sunday', 'Todas as segundas, sextas e domingos'])
  })

  it('follow the gender of the Portuguese days', () => {
    expect(both(6)).toEqual(['Every Saturday', 'Todos os sábados'])
    expect(both(0, 6)).toEqual(['Every Saturday and Sunday', 'Todos os sábados e domingos'])
    expect(both(3, 6)).toEqual(['Every Wednesday and Saturday', 'Todas as quartas e sábados'])
  })

  it('say when they end', () => {
    const rule = {
      days: [2],
      period_start_date: '2026-10-01',
      period_end_date: '2026-12-15',
      is_all_day: true,
    }
    const november = Date.parse('2026-11-22T12:00Z') / 1000
    expect(everyUntilText(rule, november, 'en')).toBe('Every Tuesday until Dec 15')
    expect(everyUntilText(rule, november, 'pt')).toBe('Todas as terças até 15 de dez.')
    expect(everyUntilText({ ...rule, period_end_date: '2027-01-26' }, november, 'en')).toBe(
      'Every Tuesday until Jan 26, 2027',
    )
  })
})

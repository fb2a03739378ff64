import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { calendarFile } from './calendar-file'
import { isRepeated, villageWall } from '@/domain/time/local-time'
import type { Occurrence } from '@/domain/timetables/recurrence'
import type { CalendarEvent } from './calendar-event'

const at = (iso: string) => Date.parse(iso) / 1000
const NOW = at('2026-10-12T10:00:00Z')
const context = {
  origin: 'https://guide.test',
  nowSeconds: NOW,
  stateLabels: {
    on: 'On',
    cancelled: 'Cancelled',
    postponed: 'Postponed',
    moved: 'Moved',
    sold_out: 'Sold out',
  },
}
const event: CalendarEvent = {
  id: '6b0e9e3c-0000-4000-8000-000000000001',
  title: 'Yoga',
  description: 'On the grass.',
  location_name: 'Parque de Santa Marta - Ericeira',
  latitude: 38.9594,
  longitude: -9.4145,
  tags: [{ name: 'Yoga, wellness' }],
  schedules: [
    { start_time: at('2026-10-14T17:30:00Z'), end_time: at('2026-10-14T18:30:00Z'), is_all_day: false },
  ],
  revision: 3,
  updated_at: at('2026-10-01T09:00:00Z'),
}
const rule = {
  days: [3],
  start_hour: 18,
  start_minute: 30,
  end_hour: 19,
  end_minute: 30,
  period_start_date: '2026-10-14',
  period_end_date: '2027-04-28',
  is_all_day: false,
}

function vevents(changes: Partial<CalendarEvent> = {}) {
  const file = calendarFile({ ...event, ...changes }, { day: undefined }, context)
  if (typeof file === 'string') throw new Error(file)
  return new ICAL.Component(ICAL.parse(file.text)).getAllSubcomponents('vevent')
}
const fileOf = (day: string | undefined, changes: Partial<CalendarEvent> = {}) =>
  calendarFile({ ...event, ...changes }, { day }, context)
const later = ({ start_time, end_time, ...rest }: Occurrence, days: number): Occurrence => ({
  ...rest,
  // The clocks change on October 25.
  start_time: start_time + days * 86_400 + (days > 10 ? 3600 : 0),
  end_time: end_time + days * 86_400 + (days > 10 ? 3600 : 0),
})
const textOf = (component: ICAL.Component | undefined, name: string) =>
  String(component?.getFirstPropertyValue(name))

const alarmsOf = (components: ICAL.Component[]) =>
  components.map((one) => {
    const alarm = one.getFirstSubcomponent('valarm')
    return alarm && ['action', 'description', 'trigger'].map((name) => textOf(alarm, name)).join(' ')
  })

describe('a calendar file', () => {
  it('says the changes of the clock as yearly rules, those that the village has', () => {
    const file = calendarFile(event, { day: undefined }, context)
    const zone = new ICAL.Component(
      ICAL.parse(typeof file === 'string' ? '' : file.text),
    ).getFirstSubcomponent('vtimezone')
    expect(zone?.getAllSubcomponents().map((one) => [one.name, textOf(one, 'rrule')])).toEqual([
      ['daylight', 'FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU'],
      ['standard', 'FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU'],
    ])
    const byRule = new ICAL.Timezone(zone ?? {})
    const differing: number[] = []
    const begins = ['03-22', '10-22'].flatMap((day) =>
      [2026, 2027, 2028, 2050].map((year) => at(`${year}-${day}T00:00Z`)),
    )
    for (const hour of begins.flatMap((begin) => Array.from({ length: 240 }, (_, n) => begin + n * 3600))) {
      const wall = ICAL.Time.fromData({ ...villageWall(hour), second: 0, isDate: false }, byRule)
      if (wall.toUnixTime() !== hour && !isRepeated(hour)) differing.push(hour)
    }
    expect(differing).toEqual([])
  })

  it('has a component for each date to come, without a day, and says of each what holds on it', () => {
    const [first] = event.schedules
    const schedules = first ? [0, 7, 14].map((days) => later(first, days)) : []
    const states = { days: [{ day: '2026-10-21', state: 'moved' as const, note: 'To the pavilion' }] }
    const all = vevents({ rule, states, schedules })
    expect(all.map((one) => textOf(one, 'dtstart'))).toEqual([
      '2026-10-14T18:30:00',
      '2026-10-21T18:30:00',
      '2026-10-28T18:30:00',
    ])
    expect(textOf(all[1], 'summary')).toBe('MOVED: Yoga')
    expect(textOf(all[1], 'description')).toMatch(/^Moved: To the pavilion\n\n/)
    expect(new Set(all.map((one) => textOf(one, 'uid'))).size).toBe(3)
  })

  it('reminds without a network: an hour before each date, on the evening before of whole days, of none that is off', () => {
    expect(alarmsOf(vevents())).toEqual(['DISPLAY Yoga -PT1H'])
    const [date] = event.schedules
    const whole = date && [{ ...date, is_all_day: true }]
    expect(alarmsOf(vevents({ ...(whole && { schedules: whole }) }))).toEqual(['DISPLAY Yoga -PT6H'])
    expect(alarmsOf(vevents({ states: { whole: { state: 'cancelled' }, days: [] } }))).toEqual([null])
  })

  it('is in UTC where it begins or ends in the hour that the clock repeats', () => {
    const [start_time, end_time] = [at('2026-10-25T00:30:00Z'), at('2026-10-25T03:00:00Z')]
    const [vevent] = vevents({ schedules: [{ start_time, end_time, is_all_day: false }] })
    expect([textOf(vevent, 'dtstart'), textOf(vevent, 'dtend')]).toEqual([
      '2026-10-25T00:30:00Z',
      '2026-10-25T03:00:00Z',
    ])
  })

  it('is over with the last date, and of a day that is past', () => {
    expect(
      fileOf(undefined, { schedules: [{ start_time: NOW - 7200, end_time: NOW, is_all_day: false }] }),
    ).toBe('over')
    expect(fileOf('2026-10-11')).toBe('over')
    expect(fileOf('2026-10-15')).toBe('missing')
    expect(fileOf('2026-10-14')).toHaveProperty('text')
  })

  it('has the evening of a festival’s day whose matinee is over', () => {
    const [matinee, evening] = [at('2026-10-12T08:00:00Z'), at('2026-10-12T20:00:00Z')]
    const schedules = [matinee, evening, evening + 86_400].map((start_time) => ({
      start_time,
      end_time: start_time + 3600,
      is_all_day: false,
    }))
    expect(fileOf('2026-10-12', { schedules })).toMatchObject({
      text: expect.stringContaining('DTSTART;TZID=Europe/Lisbon:20261012T210000'),
    })
  })
})

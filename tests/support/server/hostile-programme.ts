import * as fc from 'fast-check'
import type { ProgrammeEvent } from '@/contract/events/events'
import type { Timetable } from '@/domain/timetables/timetable'
import { byAdmin } from './back-office'
import { call, publish } from './calls'
import type { TestApp } from './app'
import { block } from './timetables'

/** The time at which feeds are read in autumn, when both changes of the clock are within half a year, or a month ago. */
export const FEED_NOW = '2026-10-12T10:00:00Z'

/** Texts that could break the lines of a calendar, the elements of a feed, a script element, a header or a string. */
const HOSTILE_TEXTS = [
  'Comma, semicolon; backslash \\ and another \\ here',
  // The emoji's bytes are about the 75th octet of its line, the last that fits.
  ...[60, 61, 62, 63, 64, 65, 66, 67].map((length) => `${'x'.repeat(length)}🏄🏽‍♀️ and on it goes`),
  'حفلة موسيقية \u202Eعلى الشاطئ',
  '<script>alert(1)</script> & ]]> <b>bold</b> &amp;',
  'A ]]> b ]]> c & <i>d</i>',
  '<![CDATA[x]]> <!-- <script> --> --!> ?> %25 &#0; &#x1F;',
  '</script><!--<script></title></textarea>',
  'Line\u2028separated\u2029text \u0000\u0007\u000B\u0085\uFFFE\uFFFF here',
  'Subject\r\nBcc: all@example.com',
  '{{title}} ${title} $& $1 %s \\n \\u0041 "quoted" \'so\'',
  'BEGIN:VEVENT',
  '=?utf-8?q?Fado?= =C3=A9',
  '“Fado” — à beira-mar: número 1',
]

const ORGANISER = { texts: { en: 'We play.', pt: 'Tocamos.' }, links: [] }

const night = (from: string, to: string): Timetable => ({ list: [block(from, to)] })
const weekly = (days: number[], start: number, end: number): Timetable => ({
  repeated: {
    days,
    start_hour: start,
    start_minute: 30,
    end_hour: end,
    end_minute: 15,
    period_start_date: '2026-10-12',
    period_end_date: '2027-06-30',
    is_all_day: false,
  },
})

const TIMETABLES: Timetable[] = [
  night('2026-10-24 23:00', '2026-10-25 03:00'),
  night('2026-10-25 01:30', '2026-10-25 02:30'),
  night('2027-03-27 22:00', '2027-03-28 04:00'),
  { list: [{ start_time: '2026-10-24', end_time: '2026-10-26', is_all_day: true }] },
  { list: [{ start_time: '2027-03-28', end_time: '2027-03-28', is_all_day: true }] },
  { list: [block('2026-11-01 10:00', '2026-11-01 12:00'), block('2026-11-01 18:00', '2026-11-01 20:00')] },
  weekly([0], 1, 3),
  weekly([6], 22, 2),
  weekly([1, 3, 5], 9, 10),
]

/** Publishes events whose texts and times are of the kind that other programs stumble over, of two organisers whose names are; gives their ids. */
export async function publishHostileProgramme(test: TestApp): Promise<string[]> {
  const random = fc.sample(
    fc.string({ unit: 'binary', minLength: 3, maxLength: 40 }).map((text) => `Fado ${text}`.toWellFormed()),
    { numRuns: 20, seed: 75 },
  )
  const texts = [...HOSTILE_TEXTS, ...random].map((text) => text.replaceAll('\0', ''))
  const owners = [await test.signIn(), await test.signIn()]
  for (const [n, { id, token }] of owners.entries()) {
    const body = { device_id: `phone ${n}`, device_token: `a${n}` }
    await call(test, 'POST', '/user/set-apple-device', { token, body })
    await byAdmin(test, 'PUT', `/users/${id}/organiser`, { ...ORGANISER, name: `${texts[n + 10]} ${n}` })
  }
  const ids: string[] = []
  for (const [n, text] of texts.entries()) {
    const timetable = TIMETABLES[n % TIMETABLES.length] ?? TIMETABLES[0]
    const owner = owners[n % owners.length]
    const event = {
      ...(owner && { email: owner.email }),
      title: text.slice(0, 100),
      description: `${text}\nA line, and; another \\ one.\n\n${'à '.repeat(80)}🌊`,
      location_name: `${text.slice(0, 90)} - Rua ${n}`,
      timetable,
      tag_keys: n % 2 === 0 ? ['surf'] : ['music', 'food'],
    }
    ids.push(await publish(test, event, { ...(owner && { token: owner.token }) }))
  }
  return ids
}

/** An instant of a date as a calendar says it: a day for whole days, else ISO 8601 in UTC. */
export type ReadDate = [start: string, end: string, title: string]

/** XML has no such characters, and calendars are written without them too. */
export function inXml(text: string): string {
  return text.replaceAll(/[\uFFFE\uFFFF]/g, '')
}

/** The dates of `GET /events/{id}` in the window of a feed, ordered. */
export async function datesByApi(test: TestApp, ids: readonly string[]): Promise<ReadDate[]> {
  const from = test.clock.nowMs() / 1000
  const dates: ReadDate[] = []
  for (const id of ids) {
    const event = (await call(test, 'GET', `/events/${id}`)).data as ProgrammeEvent
    for (const { start_time, end_time, is_all_day } of event.schedules) {
      if (end_time <= from - 30 * 86_400 || start_time > from + 180 * 86_400) continue
      dates.push(
        is_all_day
          ? [dayText(start_time), dayText(end_time + 1), inXml(event.title)]
          : [isoText(start_time), isoText(end_time), inXml(event.title)],
      )
    }
  }
  return inOrder(dates)
}

export function inOrder(dates: readonly ReadDate[]): ReadDate[] {
  return dates.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}

export function isoText(epochSeconds: number): string {
  return `${new Date(epochSeconds * 1000).toISOString().slice(0, 19)}Z`
}

/** The village's day; noon is of it in UTC, too. */
function dayText(midnight: number): string {
  return new Date((midnight + 12 * 3600) * 1000).toISOString().slice(0, 10)
}

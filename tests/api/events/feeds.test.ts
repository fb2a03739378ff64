import ICAL from 'ical.js'
import ical from 'node-ical'
import { parseRssFeed } from 'feedsmith'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { edit, inBackOffice } from '@tests/support/server/back-office'
import { publish } from '@tests/support/server/calls'
import {
  FEED_NOW,
  datesByApi,
  inOrder,
  isoText,
  publishHostileProgramme,
  type ReadDate,
} from '@tests/support/server/hostile-programme'
import { block } from '@tests/support/server/timetables'

const ORIGIN = 'https://guide.test'

let test: TestApp
let ids: string[]
beforeAll(async () => {
  test = await buildTestApp({ now: FEED_NOW, config: { publicOrigin: ORIGIN }, responseCacheMs: 0 })
  ids = await publishHostileProgramme(test)
})
afterAll(() => test.close())

const get = (url: string, headers: Record<string, string> = {}) => test.app.inject({ url, headers })
const text = async (url: string) => (await get(url)).body
const ics = async (url = '/events.ics') => vevents(await text(url))
const vevents = (calendar: string) => new ICAL.Component(ICAL.parse(calendar)).getAllSubcomponents('vevent')
const valueOf = (component: ICAL.Component, name: string) => String(component.getFirstPropertyValue(name))

const readTime = (time?: ICAL.Time) => (time?.isDate ? time.toString() : isoText(time?.toUnixTime() ?? 0))
const instantsOf = (dates: ReadDate[]) => inOrder(dates.map(([start, end]) => [start, end, '']))

const titles = async (query: string) =>
  (await ics(`/events.ics?${query}`)).map((one) => valueOf(one, 'summary'))

describe('the programme as a calendar', () => {
  it('has every date at the instant that the API says, for who knows the zone by its name or by our rules alone, over both changes of the clock', async () => {
    const byRules = (await ics()).map((one): ReadDate => {
      const [start, end] = ['dtstart', 'dtend'].map((name) => one.getFirstPropertyValue(name) as ICAL.Time)
      return [readTime(start), readTime(end), valueOf(one, 'summary')]
    })
    const byName = Object.values(ical.sync.parseICS(await text('/events.ics'))).flatMap((one): ReadDate[] => {
      if (one.type !== 'VEVENT') return []
      const isDay = one.datetype === 'date'
      const of = (date: Date) =>
        isDay
          ? `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`
          : isoText(date.getTime() / 1000)
      return [[of(one.start), of(one.end), one.summary]]
    })
    const expected = await datesByApi(test, ids)
    expect(expected.length).toBeGreaterThan(100)
    // An event that is over is in a calendar for a month, and on no page.
    expect(inOrder(byRules.filter(([, end]) => end > FEED_NOW))).toEqual(expected)
    expect(instantsOf(byName.filter(([, end]) => end > FEED_NOW))).toEqual(instantsOf(expected))
  })

  it('says where it is, its page and its tags, and after an edit by the same id that it is newer', async () => {
    const id = await publish(test, {
      title: 'Surf film',
      tag_keys: ['surf', 'music'],
      location_name: 'Praia do Sul - Ericeira',
      latitude: 38.9583,
      longitude: -9.4166,
      timetable: { list: [block('2026-11-07 21:00', '2026-11-07 23:00')] },
    })
    const read = async () => (await ics()).filter((one) => valueOf(one, 'uid').startsWith(id))
    const [before] = await read()
    const values = (name: string) => before?.getFirstProperty(name)?.getValues()
    expect(before?.getFirstPropertyValue('geo')).toEqual([38.9583, -9.4166])
    expect(values('url')).toEqual([`${ORIGIN}/events/${id}?date=2026-11-07`])
    expect(values('categories')).toEqual(['Music', 'Surf'])
    const { title: _, ...same } = await inBackOffice(test, id)
    const { status, text: sentence } = await edit(test, id, {
      title: 'Surf film, new print',
      tag_keys: same.tags.map(({ key }) => key),
      location_name: same.location_name,
      timetable: { list: [block('2026-11-07 21:00', '2026-11-07 23:00')] },
    })
    expect(status, sentence).toBe(200)
    const [after, ...others] = await read()
    expect(others).toEqual([])
    expect(after && ['uid', 'sequence', 'summary'].map((name) => valueOf(after, name))).toEqual([
      `${id}-20261107T2100@guide.test`,
      '2',
      'Surf film, new print',
    ])
  })

  it('goes thirty days back and half a year ahead, and names what is refreshed', async () => {
    const id = await publish(test, {
      title: 'Autumn market',
      timetable: {
        list: [block('2026-10-20 10:00', '2026-10-20 12:00'), block('2027-08-01 10:00', '2027-08-01 12:00')],
      },
    })
    const days = async () =>
      (await ics())
        .map((one) => valueOf(one, 'uid'))
        .filter((uid) => uid.startsWith(id))
        .map((uid) => uid.slice(37, 45))
    expect(await days()).toEqual(['20261020'])
    test.clock.set('2026-11-18T10:00:00Z')
    expect(await days()).toEqual(['20261020'])
    test.clock.set('2026-11-20T10:00:00Z')
    expect(await days()).toEqual([])
    test.clock.set(FEED_NOW)
    const lines = (await text('/events.ics?tags=surf')).split('\r\n')
    expect(lines.filter((line) => /^(REFRESH|X-WR-CALNAME|TZID)/.test(line))).toEqual([
      'X-WR-CALNAME:Ericeira Events: Surf',
      'REFRESH-INTERVAL;VALUE=DURATION:PT3H',
      'TZID:Europe/Lisbon',
    ])
  })
})

describe('the programme as RSS and as a JSON feed', () => {
  it('has the newest events first, each with its date in the title, none published in the future', async () => {
    const feed = parseRssFeed(await text('/events.rss'))
    const items = feed.items ?? []
    expect(items.length).toBeGreaterThan(20)
    const published = items.map(({ pubDate }) => Date.parse(pubDate ?? ''))
    expect(published).toEqual(published.toSorted((a, b) => b - a))
    expect(Math.max(...published)).toBeLessThanOrEqual(test.clock.nowMs())
    expect(
      items.filter(({ title }) => !/^\w+, \w+ \d{1,2}(, \d{1,2}:\d\d\s[AP]M)? · /.test(title ?? '')),
    ).toEqual([])
    expect(items.every(({ guid }) => guid?.isPermaLink === false)).toBe(true)
  })
})

describe('the filter of a feed', () => {
  it.each([
    'tags=nonsense',
    'tags=,',
    'tags=',
    'q=%E2%80%94',
    'from=2026-02-30',
    'evening=tonight',
    'evening=9999-12-31',
    'from=0000-01-01',
  ])('that means nothing (%s) is refused with a sentence, never the whole programme', async (query) => {
    for (const kind of ['ics', 'rss', 'json']) {
      const response = await get(`/events.${kind}?${query}&lang=pt`)
      expect(response.statusCode).toBe(404)
      expect(response.headers['content-type']).toBe('text/plain; charset=utf-8')
      expect(response.body).toMatch(/^O guia não tem uma lista assim/)
    }
  })

  it('takes the days and the words of the list', async () => {
    await publish(test, {
      title: 'Noite de fado',
      timetable: { list: [block('2026-12-05 21:00', '2026-12-05 23:00')] },
    })
    expect(await titles('q=noi+fad&from=2026-12-05&to=2026-12-05')).toEqual(['Noite de fado'])
    expect(await titles('q=noi+fad&from=2026-12-06')).toEqual([])
    expect(await titles('q=noi+fad&evening=2026-12-05')).toEqual(['Noite de fado'])
  })
})

import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Timetable } from '@/domain/timetables/timetable'
import type { FactsFilter } from '@/domain/events/event-fields'
import type { Submission } from '@/domain/submissions/submission'
import { listEvents, listUsedTags, getEvent, type PublicEvent } from '@/contract/events/events'
import { villageClock } from '@/domain/time/village-time'
import { randomFrom } from '@/domain/posters/poster'
import { serverProgramme } from '@/offline/programme/server-programme'
import { daysToCome, weekQuery } from '@/client/features/week/week-query'
import type { ProgrammeFilter, ProgrammeReader } from '@/offline/programme/programme-reader'
import { filterQuery } from '@/offline/programme/local-first-programme'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { EVENT_STATES } from '@/domain/events/event-state'
import { byAdmin, inBackOffice } from '@tests/support/server/back-office'
import { publish } from '@tests/support/server/calls'
import { fakeClock } from '@tests/support/server/fake-clock'
import { faultyNetwork, serveByInject } from '@tests/support/offline/faulty-network'
import { createPhone, type Tab } from '@tests/support/offline/offline-phone'

let app: TestApp
/** The ids of the programme's events, by title. */
const idOf = new Map<string, string>()

const block = (start_time: string, end_time: string, is_all_day = false): Timetable => ({
  list: [{ start_time, end_time, is_all_day }],
})

const weekly = {
  repeated: {
    days: [1, 3],
    start_hour: 9,
    start_minute: 0,
    end_hour: 10,
    end_minute: 30,
    period_start_date: '2026-06-15',
    period_end_date: '2026-08-31',
    is_all_day: false,
  },
} satisfies Timetable

const yearly: Timetable = {
  repeated: { ...weekly.repeated, days: [0, 1, 2, 3, 4, 5, 6], period_end_date: '2027-06-10' },
}

/** Begins beyond what is stored ahead, over the change of the clock. */
const winter: Timetable = {
  repeated: { ...weekly.repeated, period_start_date: '2026-10-19', period_end_date: '2026-12-20' },
}

/** Past midnight, all year and through a winter that is not stored yet; the last one ends on the day after its period. */
const nights: Timetable = {
  repeated: {
    ...weekly.repeated,
    days: [4, 5, 6],
    start_hour: 22,
    start_minute: 0,
    end_hour: 2,
    end_minute: 0,
    period_start_date: '2026-06-15',
    period_end_date: '2026-12-05',
  },
}

beforeAll(async () => {
  app = await buildTestApp({ responseCacheMs: 0 })
  const programme: [string, string[], Timetable][] = [
    ['Tonight', ['music'], block('2026-06-15 21:00:00', '2026-06-15 23:30:00')],
    ['Until midnight', ['music', 'food'], block('2026-06-16 20:00:00', '2026-06-17 00:00:00')],
    ['Yoga class', ['yoga'], weekly],
    ['Daily for a year', ['surf'], yearly],
    ['Classes in winter', ['yoga', 'music'], winter],
    ['Club nights', ['music', 'food'], nights],
    ['Festival', ['music', 'surf'], block('2026-06-19', '2026-06-21', true)],
    ['Exhibition', ['market'], block('2026-06-15', '2026-09-15', true)],
    ['Another exhibition', ['market', 'food'], block('2026-06-20', '2026-07-12', true)],
    ['From midnight', ['music'], block('2026-06-21 00:00:00', '2026-06-21 04:00:00')],
    ['Three days', ['surf'], block('2026-06-15 12:00:00', '2026-06-18 12:00:00')],
    ['Same time A', ['food'], block('2026-06-20 19:00:00', '2026-06-20 20:00:00')],
    ['Same time B', ['food'], block('2026-06-20 19:00:00', '2026-06-20 22:00:00')],
    [
      'Several blocks',
      ['market'],
      {
        list: [
          { start_time: '2026-06-18 10:00:00', end_time: '2026-06-18 12:00:00', is_all_day: false },
          { start_time: '2026-06-25 10:00:00', end_time: '2026-06-25 12:00:00', is_all_day: false },
        ],
      },
    ],
    [
      'Two shows a day',
      ['music'],
      {
        list: ['2026-06-17', '2026-06-18', '2026-07-04'].flatMap((one) => [
          { start_time: `${one} 15:00:00`, end_time: `${one} 16:00:00`, is_all_day: false },
          { start_time: `${one} 20:00:00`, end_time: `${one} 21:00:00`, is_all_day: false },
        ]),
      },
    ],
  ]
  const { id, token } = await app.signIn()
  for (const [n, [title, tag_keys, timetable]] of programme.entries()) {
    const event = { title, tag_keys, timetable, ...FACTS[n % FACTS.length], ...PLACES[n % PLACES.length] }
    idOf.set(title, await publish(app, event, n % 2 === 0 ? { token } : {}))
  }
  const body = { name: 'Clube de Surf', texts: {}, links: [] }
  await byAdmin(app, 'PUT', `/users/${id}/organiser`, body)
})

afterAll(() => app.close())

function openPhone() {
  const clock = fakeClock(app.clock.nowMs())
  const network = faultyNetwork(serveByInject(app.app))
  const phone = createPhone({ clock, network })
  return { clock, network, tab: phone.openTab(), phone }
}

/** The server's response, whatever the device has. */
async function onServer(tab: Tab, filter: ProgrammeFilter, page: number, perPage: number) {
  const nowSeconds = Math.floor(app.clock.nowMs() / 1000)
  const query = { ...filterQuery(filter, nowSeconds), page, per_page: perPage }
  const response = await tab.api.call(listEvents, { query }, { auth: 'none' })
  if (response.kind !== 'ok') throw new Error(`The server does not respond: ${response.kind}`)
  return response.data
}

/** Events as a whole, and days: of an evening, of a series, of a festival that lasts for days. */
const ANNOUNCED: readonly [title: string, day?: string][] = [
  ['Tonight'],
  ['Yoga class'],
  ['Exhibition'],
  ['Until midnight', '2026-06-16'],
  ['Daily for a year', '2026-06-20'],
  ['Club nights', '2026-06-26'],
  ['Festival', '2026-06-20'],
  ['Another exhibition', '2026-06-24'],
]

/** Says something else of each at each moment, as the team does: every state in turn, and null takes it back. */
async function announce(moment: number, pick: <T>(from: readonly [T, ...T[]]) => T): Promise<void> {
  const states = [null, ...EVENT_STATES]
  for (const [index, [title, on]] of ANNOUNCED.entries()) {
    const id = idOf.get(title) ?? ''
    const { revision } = await inBackOffice(app, id)
    const state = states[(moment + index) % states.length] ?? null
    const note = state === null ? '' : pick(['', `Said of ${title}`])
    const path = `/events/${id}/${on === undefined ? 'state' : `states/${on}`}`
    const { status, text } = await byAdmin(app, 'PUT', path, { state, note, revision })
    expect(status, text).toBe(200)
  }
}

/** The rule of days in other words than the product's: what a day to come and an evening may have, on the village's clock. */
function isOfDays({ start_time, end_time, is_all_day }: PublicEvent, filter: ProgrammeFilter, now: number) {
  const [start, end, clock] = [villageClock(start_time), villageClock(end_time), villageClock(now)]
  const { startDate, evening } = filter
  if (evening !== undefined) return !is_all_day || start.toString().slice(0, 10) <= evening
  if (startDate === undefined || startDate <= clock.toString() || start.toString() >= startDate) return true
  return end.toString() > `${startDate}T06:00:00` || start.until(end).total('hours') > 12
}

const day = (number: number) => new Date(Date.UTC(2026, 5, 15 + number)).toISOString().slice(0, 10)
/** Beginnings of words of titles, places, descriptions and tags in both languages, hostile ones, and what is nowhere. */
const TEXTS = [
  'fe',
  'CLASS',
  'yoga clas',
  'until mid',
  'an exh',
  'sãme time',
  'praia',
  'd’Ilhas',
  'musica',
  'música fes',
  'concertos',
  'three bands',
  'ivals',
  '100%',
  "'; drop -- _ \\",
  'a & !b | (c:*)',
  'nothing like it',
  '😀 festival',
] as const
const TAGS = ['music', 'food', 'yoga', 'surf', 'market']
/** The places of the events in turn: two spellings of one, and the usual. */
const PLACES = [
  {},
  { location_name: 'Ribeira d’Ilhas - Mafra' },
  {},
  { location_name: "RIBEIRA D'ILHAS" },
  {},
]
/** The facts of the events in turn; some say nothing. */
const FACTS: readonly Partial<Submission>[] = [
  { price: 0, audience: 'families', access: ['step_free', 'seating'], languages: ['pt'] },
  { price: null },
  { price: 12, audience: 'adults', languages: ['en', 'pt'] },
  { price: 0, is_donation: true, audience: 'all', access: ['step_free'] },
  { audience: 'families', access: ['sign_language', 'accessible_toilet', 'step_free'], languages: ['de'] },
  { access: [], languages: ['en'] },
]
const FACT_FILTERS: readonly [FactsFilter, ...FactsFilter[]] = [
  { free: 1 },
  { family: 1 },
  { access: 'step_free' },
  { access: 'step_free,sign_language' },
  { in: 'en' },
  { in: 'pt,de' },
  { free: 1, family: 1, access: 'seating', in: 'pt' },
]
/** The short form belongs to every run; `PROGRAMME_FILTERS=1000` is the long one. A multiple of ten. */
const FILTERS = Number(process.env['PROGRAMME_FILTERS'] ?? 100)

describe('the replica of the programme', () => {
  it(
    'is the same list as the server’s under hundreds of random filters, pages and moments',
    { timeout: 3000 * FILTERS },
    async () => {
      const { between, pick } = randomFrom(20_260_615)
      let shown = 0
      const states = new Set<string>()
      for (let moment = 0; moment < 10; moment++) {
        app.clock.set('2026-06-15T10:00:00Z')
        const { tab, clock } = openPhone()
        await tab.replicaSync.sync()
        // The new state comes to the device with what has changed.
        await announce(moment, pick)
        const hours = moment === 0 ? 0 : between(1, 200)
        app.clock.advance({ hours })
        clock.advance(hours * 3_600_000)
        await tab.replicaSync.sync()
        const whole = await tab.programme.list({ tags: [] }, 1, 100)
        expect(whole.data).toEqual(await onServer(tab, { tags: [] }, 1, 100))
        for (const { state } of whole.data.items) if (state) states.add(state)
        for (let one = 0; one < FILTERS / 10; one++) {
          // Near, far beyond what is stored, and backwards.
          const from = between(-3, pick([10, 60, 200]))
          const daysFrom = (first: number) => ({
            ...(between(1, 3) > 1 && { startDate: day(first) }),
            ...(between(1, 2) === 1 && { endDate: day(first + between(-1, 40)) }),
          })
          const text = between(1, 2) === 1 ? pick(TEXTS) : undefined
          const filter: ProgrammeFilter = {
            ...(text !== undefined && { text }),
            ...(between(1, 4) === 1 && { facts: pick(FACT_FILTERS) }),
            ...(between(1, 8) === 1 && { place: pick(['praia-do-sul', 'ribeira-d-ilhas']) }),
            ...(between(1, 8) === 1 && { organiser: pick(['clube-de-surf', 'clube-de-surf', 'nobody']) }),
            tags: TAGS.filter(() => between(1, 4) === 1),
            ...pick([daysFrom(from), daysFrom(from), { evening: day(from) }]),
            ...(between(1, 4) === 1 && { isEachDate: true }),
          }
          const page = between(1, 3)
          const perPage = between(1, 6)
          const expected = await onServer(tab, filter, page, perPage)
          const local = await tab.programme.list(filter, page, perPage)
          expect(local.data, JSON.stringify({ moment, filter, page, perPage })).toEqual(expected)
          const now = app.clock.nowMs() / 1000
          const others = expected.items.filter((event) => !isOfDays(event, filter, now))
          expect(others, JSON.stringify({ moment, filter })).toEqual([])
          expect(local.savedAt).toBeDefined()
          shown += expected.items.length
        }
      }
      app.clock.set('2026-06-15T10:00:00Z')
      expect(shown).toBeGreaterThan(FILTERS / 3)
      expect([...states].toSorted()).toEqual([...EVENT_STATES].toSorted())
    },
  )

  it('has the week on paper as the server has it: each date once, both shows of a day, no day that is over', async () => {
    app.clock.set('2026-06-17T10:00:00Z')
    const { tab, network } = openPhone()
    await tab.replicaSync.sync()
    const days = daysToCome('2026-W25', '2026-06-17') ?? []
    const read = async (programme: ProgrammeReader) => {
      const { data } = await new QueryClient().fetchQuery(weekQuery(programme, days, { tags: [] }))
      return data
    }
    const online = await read(serverProgramme(tab.api))
    network.setOffline(true)
    const week = await read(tab.programme)
    expect(week).toEqual(online)
    app.clock.set('2026-06-15T10:00:00Z')
    expect(week.map((one) => one.day)).toEqual(days)
    expect(days[0]).toBe('2026-06-17')
    const daysOf = (title: string) =>
      week.flatMap(({ day: on, events: all }) => all.filter((one) => one.title === title).map(() => on))
    expect(daysOf('Two shows a day')).toEqual(['2026-06-17', '2026-06-17', '2026-06-18', '2026-06-18'])
    expect(daysOf('Exhibition')).toEqual(['2026-06-17'])
    expect(daysOf('Festival')).toEqual(['2026-06-19'])
    // The occurrence of this morning is over.
    expect(daysOf('Daily for a year')).toEqual(days.slice(1))
  })

  it('opens every event without a network, with all the dates that the server has', async () => {
    const { tab, network } = openPhone()
    await tab.replicaSync.sync()
    const { events: stored } = await tab.replica.snapshot()
    expect(stored.length).toBeGreaterThan(8)
    const online = new Map<string, unknown>()
    for (const { id } of stored) {
      const response = await tab.api.call(getEvent, { params: { id }, query: {} }, { auth: 'none' })
      online.set(id, response.kind === 'ok' ? response.data : undefined)
    }
    network.setOffline(true)
    for (const { id, title } of stored) {
      const offline = await tab.programme.event(id)
      expect(offline?.data, title).toEqual(online.get(id))
      expect(offline?.savedAt).toBeDefined()
    }
  })

  it('counts the tags in use as the server does', async () => {
    const { tab } = openPhone()
    await tab.replicaSync.sync()
    const local = await tab.programme.usedTags()
    const online = await tab.api.call(listUsedTags, {}, { auth: 'none' })
    if (online.kind !== 'ok') throw new Error('The server does not respond')
    expect(counts(local.data)).toEqual(counts(online.data.items))
  })
})

function counts(tags: readonly { key: string; count: number }[] | undefined): string[] | undefined {
  return tags?.map(({ key, count }) => `${key} ${count}`).toSorted()
}

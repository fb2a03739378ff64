import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import ICAL from 'ical.js'
import { calendarFileAddress } from '@/contract/events/calendar-files'
import type { Timetable } from '@/domain/timetables/timetable'
import { randomFrom } from '@/domain/posters/poster'
import { respondWithCalendarFile } from '@/service-worker/calendar-files'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { call, publish, submit } from '@tests/support/server/calls'
import { inBackOffice } from '@tests/support/server/back-office'
import { fakeClock } from '@tests/support/server/fake-clock'
import { faultyNetwork, serveByInject } from '@tests/support/offline/faulty-network'
import { createPhone } from '@tests/support/offline/offline-phone'

const ORIGIN = 'https://guide.test'
const { between, pick } = randomFrom(20_261_025)

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ responseCacheMs: 0, config: { publicOrigin: ORIGIN } })
})
afterAll(() => app.close())

const pad = (number: number) => String(number).padStart(2, '0')
const day = (number: number) => new Date(Date.UTC(2026, 5, 16 + number)).toISOString().slice(0, 10)

function randomTimetable(): Timetable {
  const first = between(0, 300)
  if (between(1, 3) === 1)
    return {
      repeated: {
        days: [0, 1, 2, 3, 4, 5, 6].filter((one) => one === first % 7 || between(1, 3) === 1),
        start_hour: between(0, 23),
        start_minute: pick([0, 15, 30]),
        end_hour: between(0, 22),
        end_minute: 45,
        period_start_date: day(between(0, 60)),
        period_end_date: day(70 + first),
        is_all_day: false,
      },
    }
  const isAllDay = between(1, 3) === 1
  return {
    list: Array.from({ length: between(1, 4) }, (_, n) => {
      const [start, hour] = [day(first + n * 2), between(0, 20)]
      return isAllDay
        ? { start_time: start, end_time: day(first + n * 2 + between(0, 3)), is_all_day: true }
        : {
            start_time: `${start} ${pad(hour)}:00:00`,
            end_time: `${start} ${pad(hour + between(1, 3))}:30:00`,
            is_all_day: false,
          }
    }),
  }
}

const TITLES: [string, ...string[]] = [
  'Fado; vinho, queijo \\ pão',
  `${'x'.repeat(66)}🏄🏽‍♀️ at the seventy-fifth octet`,
  'حفلة موسيقية على الشاطئ',
  'Sunset “Sessions”: one, two',
]

async function published(): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < 16; n++) {
    ids.push(
      await publish(app, {
        title: pick(TITLES),
        description: 'One line,\nand another; with \\ and: more.\n\nÀ beira-mar 🌊',
        timetable: randomTimetable(),
        tag_keys: pick([['surf'], ['music', 'food']]),
        ...(between(1, 4) === 1 && { location_name: 'Somewhere', latitude: 38.9631, longitude: -9.417 }),
      }),
    )
  }
  return ids
}

async function announce(id: string, state: string, on?: string): Promise<void> {
  const { revision } = await inBackOffice(app, id)
  const path = on === undefined ? `/backoffice/events/${id}/state` : `/backoffice/events/${id}/states/${on}`
  const body = { state, note: 'Because of the swell, sorry', revision }
  const { status } = await call(app, 'PUT', path, { token: await app.admin(), body })
  if (status !== 200 && status !== 422) throw new Error(`not announced: ${status}`)
}

const offline = () => Promise.reject(new TypeError('Failed to fetch'))

async function syncedPhone() {
  const phone = createPhone({
    clock: fakeClock(app.clock.nowMs()),
    network: faultyNetwork(serveByInject(app.app)),
  })
  const { replica, replicaSync } = phone.openTab()
  await replicaSync.sync()
  const onDevice = async (address: string, fetch: () => Promise<Response> = offline) => {
    const response = await respondWithCalendarFile(new Request(`${ORIGIN}${address}`), {
      fetch,
      replica: () => replica,
      nowMs: () => app.clock.nowMs(),
      origin: ORIGIN,
    })
    return {
      status: response.status,
      ...headersOf(Object.fromEntries(response.headers)),
      text: await response.text(),
    }
  }
  return { onDevice }
}

async function onServer(url: string) {
  const response = await app.app.inject({ url, headers: { 'accept-language': 'pt' } })
  return { status: response.statusCode, ...headersOf(response.headers), text: response.body }
}

function headersOf(headers: Record<string, unknown>) {
  return { type: headers['content-type'], disposition: headers['content-disposition'] }
}

describe('the calendar file of an event', () => {
  it('is without a network, byte for byte, what the server sends: of random events, days and languages', async () => {
    const ids = await published()
    for (const id of ids.slice(0, 8)) {
      await announce(id, pick(['cancelled', 'moved', 'postponed', 'sold_out', 'on']), day(between(0, 40)))
      if (between(1, 4) === 1) await announce(id, pick(['cancelled', 'sold_out']))
    }
    const { onDevice } = await syncedPhone()
    const statuses = new Set<number>()
    for (const id of ids) {
      for (const asked of [
        {},
        { day: day(-3) },
        ...Array.from({ length: 8 }, () => ({ day: day(between(-3, 330)) })),
      ]) {
        const address = calendarFileAddress(id, { ...asked, locale: pick(['en', 'pt']) })
        const expected = await onServer(address)
        expect(await onDevice(address), address).toEqual(expected)
        statuses.add(expected.status)
        if (expected.status === 200) expect(() => ICAL.parse(expected.text)).not.toThrow()
      }
    }
    expect(statuses).toContain(200)
    expect(statuses).toContain(404)
    expect(statuses).toContain(410)
  })

  it('goes on being the same weeks after the sync, in a winter that the server had not stored', async () => {
    const id = await publish(app, {
      timetable: {
        repeated: {
          days: [0, 3],
          start_hour: 1,
          start_minute: 30,
          end_hour: 3,
          end_minute: 0,
          period_start_date: '2026-06-16',
          period_end_date: '2027-04-30',
          is_all_day: false,
        },
      },
    })
    const { onDevice } = await syncedPhone()
    app.clock.advance({ days: 40 })
    // Both nights in which the clocks change are Sundays.
    for (const date of ['2026-10-25', '2027-03-28', '2026-12-02', '2027-05-02']) {
      const address = calendarFileAddress(id, { day: date, locale: 'en' })
      expect(await onDevice(address)).toEqual(await onServer(address))
    }
    app.clock.set('2026-06-15T10:00:00Z')
  })

  it('is the server’s while that is reached, also its refusals', async () => {
    const id = await publish(app, {})
    const { onDevice } = await syncedPhone()
    const address = calendarFileAddress(id, { locale: 'en' })
    const request = new Request(`${ORIGIN}${address}`)
    const parts = { replica: () => assertUnread(), nowMs: () => 0, origin: ORIGIN }
    const gone = await respondWithCalendarFile(request, {
      ...parts,
      fetch: async () => new Response('This event is over.', { status: 410 }),
    })
    expect(gone.status).toBe(410)
    expect((await onDevice(address)).status).toBe(200)
  })

  it('is the device’s where somebody else answers for the server', async () => {
    const address = calendarFileAddress(await publish(app, {}), { locale: 'en' })
    const { onDevice } = await syncedPhone()
    const file = await onDevice(address)
    const headers = { 'content-type': 'text/html' }
    for (const status of [200, 404, 429, 502])
      expect(
        await onDevice(address, async () => new Response('<h1>Café Wi-Fi</h1>', { status, headers })),
      ).toEqual(file)
  })

  it('is 404 for what is not public, and says on a device without it that it is not there', async () => {
    const id = await submit(app)
    const address = calendarFileAddress(id, { locale: 'en' })
    expect(await onServer(address)).toMatchObject({
      status: 404,
      text: 'This event isn’t in the guide, or it isn’t on that day.\n',
    })
    const { onDevice } = await syncedPhone()
    expect((await onDevice(address)).status).toBe(503)
  })
})

function assertUnread(): never {
  throw new Error('the replica is not asked')
}

import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventCardPath, weekCardPath } from '@/contract/events/calendar-files'
import type { OwnEvent } from '@/contract/events/events'
import { villageDay } from '@/domain/time/local-time'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { call, publish, submit } from '@tests/support/server/calls'
import { weekly } from '@tests/support/server/timetables'

const FOREVER = 'public, max-age=31536000, immutable'
const MAX_BYTES = 300_000
const HOSTILE_TITLES = [
  'W'.repeat(100),
  '<span foreground="x"> & </b> \u202Eoops',
  'حفلة موسيقية على الشاطئ',
  '🌊'.repeat(50),
  `Z${'\u0301'.repeat(99)}`,
]

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const get = (url: string, headers: Record<string, string> = {}) => test.app.inject({ url, headers })

/** The address that the head of an event's page names, at one of its dates. */
async function addressOf(id: string, date?: string): Promise<string> {
  const { revision = 0, start_time } = (await call(test, 'GET', `/events/${id}`)).data as OwnEvent
  return eventCardPath({ id, revision, day: date ?? villageDay(start_time), locale: 'en' })
}

describe('the picture of a link', { timeout: 60_000 }, () => {
  it('has the words of its event in 1200x630 pixels, whatever its title is, for ever', async () => {
    const pictures = new Set<string>()
    for (const title of HOSTILE_TITLES) {
      const { rawPayload, headers, statusCode } = await get(await addressOf(await publish(test, { title })))
      expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        'image/png',
        FOREVER,
      ])
      expect(rawPayload.length).toBeLessThan(MAX_BYTES)
      const { width, height, format } = await sharp(rawPayload).metadata()
      expect([width, height, format]).toEqual([1200, 630, 'png'])
      // The title's area has letters, and around it is paper.
      const left = await sharp(rawPayload).extract({ left: 64, top: 150, width: 600, height: 280 }).stats()
      expect(left.channels.map(({ min, max }) => [min < 60, max > 250])).toEqual(
        left.channels.map(() => [true, true]),
      )
      pictures.add(rawPayload.toString('base64'))
    }
    expect(pictures.size).toBe(HOSTILE_TITLES.length)
  })

  it('is of the date and the language in its address', async () => {
    const id = await publish(test, { timetable: weekly({ days: [1], from: '2026-06-22', to: '2026-07-20' }) })
    const [first, second] = [await addressOf(id, '2026-06-22'), await addressOf(id, '2026-06-29')]
    const pictures = await Promise.all(
      [first, second, first.replace('lang=en', 'lang=pt')].map((url) => get(url)),
    )
    expect(new Set(pictures.map(({ headers }) => headers['etag'])).size).toBe(3)
    expect(pictures.map(({ headers }) => headers['cache-control'])).toEqual([FOREVER, FOREVER, FOREVER])
  })

  it('is nobody’s before an event is published, and of no week that is none', async () => {
    const id = await submit(test)
    const refused = [
      eventCardPath({ id, revision: 1, day: '2026-06-20', locale: 'en' }),
      weekCardPath('2026-06-16', 'en'),
      weekCardPath('2026-13-01', 'en'),
      weekCardPath('2031-06-16', 'en'),
    ]
    for (const url of refused) {
      const { statusCode, headers } = await get(url)
      expect([url, statusCode, headers['cache-control']]).toEqual([url, 404, 'no-store'])
    }
    expect((await get(weekCardPath('2026-06-15', 'pt'))).statusCode).toBe(200)
  })

  it('goes from the store after a week, and is rendered again for who asks', async () => {
    const address = await addressOf(await publish(test, { title: 'Another week' }))
    const { rawPayload } = await get(address)
    const folder = join(test.dataDir, 'cards')
    for (const file of await readdir(folder)) await utimes(join(folder, file), 0, 0)
    await test.maintenance.run()
    expect(await readdir(folder)).toEqual([])
    expect((await get(address)).rawPayload).toEqual(rawPayload)
  })
})

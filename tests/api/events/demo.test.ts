import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildTestApp } from '@tests/support/server/app'
import { createTestDatabase } from '@tests/support/server/database'
import { call, listed } from '@tests/support/server/calls'
import { submissionSchema } from '@/domain/submissions/submission'
import { timetableProblems } from '@/domain/timetables/timetable-problems'
import { DEMO_PROGRAMME, loadDemo } from '@/server/platform/database/demo/load-demo'
import { events, tags } from '@/server/platform/database/schema'
import { demoDay } from '@/server/platform/database/demo/when'
import { posterPhotos } from '@/server/platform/database/demo/demo-photos'
import { openDiskPhotoStore } from '@/server/platform/photos/stores/disk-store'
import { createPhotoRenderer } from '@/server/platform/photos/photo-renderer'
import { createLogger } from '@/server/platform/process/logger'
import { GAZETTEER } from '@/site/places'

/** Each weekday, both halves of the year, and the nights on which the clocks change. */
const DAYS = [
  '2026-11-16',
  '2026-11-17',
  '2026-11-18',
  '2026-11-19',
  '2026-11-20',
  '2026-11-21',
  '2026-11-22',
  '2027-03-27',
  '2027-10-30',
  '2028-02-29',
]

describe('the demonstration programme', () => {
  it.each(DAYS)('loaded on %s is what a person could have submitted', (day) => {
    const now = Date.parse(`${day}T09:00:00Z`) / 1000
    for (const event of DEMO_PROGRAMME) {
      const timetable = event.when(demoDay(now))
      expect(timetableProblems(timetable, now, { allowPast: true }), event.title).toEqual([])
      expect(
        GAZETTEER.some(({ name }) => name === event.place),
        event.place,
      ).toBe(true)
      const result = submissionSchema.safeParse({
        title: event.title,
        description: event.description,
        email: 'demo@example.com',
        location_name: event.place,
        latitude: 38.9,
        longitude: -9.4,
        price: event.price,
        is_donation: event.isDonation,
        info_url: event.infoUrl,
        info_links: event.links,
        tag_keys: event.tags,
        timetable,
      })
      expect(result.success ? [] : result.error.issues, event.title).toEqual([])
    }
  })

  it(
    'fills an empty database with at least sixty events of every kind, half of them with a photo',
    { tags: ['full'] },
    async () => {
      const test = await buildTestApp({ now: '2026-11-20T12:00:00Z' })
      await test.db.delete(tags)
      const renderer = createPhotoRenderer(createLogger('silent'))
      const photos = posterPhotos(await openDiskPhotoStore(test.dataDir), renderer, createLogger('silent'))
      const now = Math.floor(test.clock.nowMs() / 1000)
      await loadDemo(test.db, now, photos)
      await renderer.stop()

      const { items } = await listed(test, '?per_page=100&end_date=2027-02-18T12:00:00Z')
      expect(items.length).toBeGreaterThanOrEqual(60)
      expect(items.some((event) => event.start_time < now && event.end_time > now)).toBe(true)
      for (const filter of ['free=1', 'family=1', 'access=step_free', 'in=pt']) {
        const found = (await listed(test, `?per_page=100&${filter}`)).items.length
        expect([filter, found > 1, found < items.length]).toEqual([filter, true, true])
      }
      expect((await listed(test, '?organiser=escola-de-surf-mare-viva')).items.length).toBeGreaterThan(2)
      const withPhoto = items.filter(({ photo }) => photo !== undefined)
      expect(withPhoto.length / items.length).toBeGreaterThan(0.4)
      expect((await test.app.inject(new URL(withPhoto[0]?.photo ?? '').pathname)).statusCode).toBe(200)
      const counts = (
        await call(test, 'GET', '/backoffice/events/count-by-status', { token: await test.admin() })
      ).data
      expect(counts).toMatchObject({ on_review: 5, rejected: 3 })
      const used = (await call(test, 'GET', '/events/tags/used')).data as { items: unknown[] }
      expect(used.items).toHaveLength(14)
      const kinds = new Set((await test.db.select().from(events)).map(({ timetable }) => kindOf(timetable)))
      expect(kinds).toEqual(
        new Set(['timed', 'blocks', 'all-day', 'days', 'weekly', 'weekly all-day', 'until midnight']),
      )
      await test.close()
    },
  )

  it('comes without its posters where none can be rendered', async () => {
    const { db, close } = await createTestDatabase()
    const dataDir = await mkdtemp(join(tmpdir(), 'events-demo-'))
    const log = createLogger('silent')
    const renderer = createPhotoRenderer(log)
    await renderer.stop()
    await loadDemo(db, 1_800_000_000, posterPhotos(await openDiskPhotoStore(dataDir), renderer, log))
    const stored = await db.select().from(events)
    expect(stored).toHaveLength(DEMO_PROGRAMME.length)
    expect(stored.every(({ photoHash }) => photoHash === null)).toBe(true)
    await rm(dataDir, { recursive: true })
    await close()
  })

  it('does not change a database that has data', async () => {
    const { db, close } = await createTestDatabase()
    await db.insert(tags).values({ id: crypto.randomUUID(), key: 'own', name: 'Own' })
    await loadDemo(db, 1_800_000_000, { photoFor: () => Promise.reject(new Error('no photo is needed')) })
    expect(await db.select().from(events)).toEqual([])
    await close()
  })
})

function kindOf(timetable: (typeof events.$inferSelect)['timetable']): string {
  if ('repeated' in timetable) return timetable.repeated.is_all_day ? 'weekly all-day' : 'weekly'
  const [first] = timetable.list
  if (timetable.list.length > 1) return 'blocks'
  if (first?.is_all_day) return first.start_time === first.end_time ? 'all-day' : 'days'
  return first?.end_time.endsWith('00:00:00') ? 'until midnight' : 'timed'
}

import { describe, expect, it } from 'vitest'
import { buildTestApp } from '@tests/support/server/app'
import { createTestDatabase } from '@tests/support/server/database'
import { call, listed } from '@tests/support/server/calls'
import { loadDemo } from '@/server/demo/load-demo'
import { events, tags } from '@/server/platform/database/schema'

describe('the demonstration programme', () => {
  it('fills an empty database with at least sixty events of every kind', { tags: ['full'] }, async () => {
    const test = await buildTestApp({ now: '2026-11-20T12:00:00Z' })
    await test.db.delete(tags)
    const now = Math.floor(test.clock.nowMs() / 1000)
    await loadDemo(test.db, now)

    const { items } = await listed(test, '?per_page=100&end_date=2027-02-18T12:00:00Z')
    expect(items.length).toBeGreaterThanOrEqual(60)
    expect(items.some((event) => event.start_time < now && event.end_time > now)).toBe(true)
    for (const filter of ['free=1', 'family=1', 'access=step_free', 'in=pt']) {
      const found = (await listed(test, `?per_page=100&${filter}`)).items.length
      expect([filter, found > 1, found < items.length]).toEqual([filter, true, true])
    }
    expect((await listed(test, '?organiser=escola-de-surf-mare-viva')).items.length).toBeGreaterThan(2)
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
  })

  it('does not change a database that has data', async () => {
    const { db, close } = await createTestDatabase()
    await db.insert(tags).values({ id: crypto.randomUUID(), key: 'own', name: 'Own' })
    await loadDemo(db, 1_800_000_000)
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

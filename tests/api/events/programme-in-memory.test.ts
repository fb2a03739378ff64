import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { nextChange } from '@/server/platform/database/events/change-log'
import { MAX_DATES, TooManyDatesError } from '@/server/platform/database/events/programme-in-memory'
import { changeCounter, events } from '@/server/platform/database/schema'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { byAdmin } from '@tests/support/server/back-office'
import { call, listed, publish, titles } from '@tests/support/server/calls'
import { block } from '@tests/support/server/timetables'

let test: TestApp
beforeEach(async () => {
  // Nothing is cached: each response is made of the programme.
  test = await buildTestApp({ responseCacheMs: 0 })
})
afterEach(() => test.close())

/** Renames an event as another server does it: this one hears of it only when it is told. */
const renameElsewhere = (id: string, title: string) =>
  test.db.transaction(async (tx) => {
    const changeSeq = await nextChange(tx)
    await tx.update(events).set({ title, changeSeq }).where(eq(events.id, id))
  })

const NIGHT = { timetable: { list: [block('2026-06-16 21:00', '2026-06-16 23:00')] } }

describe('the programme in memory', () => {
  it('responds to what visitors read without a statement to the database', async () => {
    const place = { location_name: 'Praia do Sul - Ericeira', tag_keys: ['music'] }
    const id = await publish(test, { title: 'Fado by the sea', ...place, ...NIGHT })
    const { id: userId } = await test.signIn()
    await byAdmin(test, 'PUT', `/users/${userId}/organiser`, { name: 'Surf Club', texts: {}, links: [] })
    const { cursor } = (await call(test, 'GET', '/events/list')).data as { cursor: string }
    const api = ['?q=fado', '?tags=music', '/tags', '/tags/used', '/list', `/list?since=${cursor}`, `/${id}`]
    const urls = [
      ...api.map((path) => `/api/v1/events${path}`),
      '/api/v1/places/praia-do-sul',
      '/api/v1/organisers/surf-club',
      '/events.ics',
      '/events.rss?tags=music&place=praia-do-sul',
      '/events.json?evening=2026-06-16',
      `/events/${id}.ics`,
      '/embed',
      '/sitemap.xml',
    ]
    const statements = [vi.spyOn(test.pool, 'query'), vi.spyOn(test.pool, 'connect')]
    for (const url of urls) expect([url, (await test.app.inject({ url })).statusCode]).toEqual([url, 200])
    for (const statement of statements) expect(statement).not.toHaveBeenCalled()
  })

  it('shows the write of another server as soon as this one hears of it, and not by guess', async () => {
    const id = await publish(test, { title: 'Fado' })
    expect(await titles(test)).toEqual(['Fado'])
    await renameElsewhere(id, 'Jazz')
    expect(await titles(test)).toEqual(['Fado'])
    test.clearCaches()
    expect(await titles(test)).toEqual(['Jazz'])
  })

  it('never shows what was before a write to who reads after it, however many read at once', async () => {
    const id = await publish(test, { title: 'Fado' })
    for (let round = 0; round < 3; round += 1) {
      test.clearCaches()
      const before = titles(test)
      await renameElsewhere(id, `Take ${round}`)
      test.clearCaches()
      const after = await Promise.all([titles(test), titles(test), titles(test)])
      expect(after).toEqual(Array.from({ length: 3 }, () => [`Take ${round}`]))
      await before
    }
  })

  it('is read whole when the database is another one by its lineage', async () => {
    const id = await publish(test, { title: 'Fado' })
    expect(await titles(test)).toEqual(['Fado'])
    // A restore brings back old rows under old numbers.
    await test.db.update(events).set({ title: 'Restored' }).where(eq(events.id, id))
    await test.db.update(changeCounter).set({ lineage: 'restored' })
    test.clearCaches()
    expect(await titles(test)).toEqual(['Restored'])
  })

  it('has what is over for a month, by which subscribed calendars keep it, and then no more', async () => {
    await publish(test, { title: 'Last month', ...NIGHT })
    const since = '?start_date=2026-06-01T00:00:00Z&end_date=2026-06-30T00:00:00Z'
    test.clock.set('2026-07-16T10:00:00Z')
    test.clearCaches()
    expect([await titles(test), await titles(test, since)]).toEqual([[], ['Last month']])
    test.clock.set('2026-07-20T10:00:00Z')
    test.clearCaches()
    expect((await listed(test, since)).items).toEqual([])
  })

  it(
    `says so, and serves nothing, when it has more than ${MAX_DATES} dates`,
    { tags: ['full'] },
    async () => {
      const id = await publish(test, { title: 'Fado' })
      await test.db.execute(sql`
      insert into schedules (id, event_id, start_at, end_at, is_all_day)
      select gen_random_uuid(), ${id}::uuid, at, at + interval '1 minute', false
      from generate_series(timestamptz '2027-01-01', '2027-01-01'::timestamptz + ${MAX_DATES} * interval '2 minutes',
        interval '2 minutes') at`)
      const other = await buildTestApp({ beside: test })
      await expect(other.programme.refresh()).rejects.toThrow(TooManyDatesError)
      await expect(other.programme.refresh()).rejects.toThrow(/has 50002 dates/)
      await other.close()
    },
  )
})

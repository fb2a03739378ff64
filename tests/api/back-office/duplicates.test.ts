import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { TEST_NOW, buildTestApp, type TestApp } from '@tests/support/server/app'
import { edit, inBackOffice } from '@tests/support/server/back-office'
import { publish, submit } from '@tests/support/server/calls'
import { block, weekly } from '@tests/support/server/timetables'
import { storeEventDays } from '@/server/platform/database/events/stored-schedules'
import { duplicateIds } from '@/server/modules/events/back-office/back-office-events'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterEach(() => test.clock.set(TEST_NOW))
afterAll(() => test.close())

const duplicatesOf = async (id: string) => (await inBackOffice(test, id)).duplicates.map((one) => one.id)
const on = (day: string) => ({ list: [block(`${day} 19:00`, `${day} 22:00`)] })

describe('duplicates', () => {
  it('follow an edit of the title and of the dates', async () => {
    const original = await submit(test, { title: 'Moved', timetable: on('2026-07-01') })
    const other = await submit(test, { title: 'Not moved', timetable: on('2026-07-02') })
    expect(await duplicatesOf(other)).toEqual([])
    await edit(test, other, { title: 'MOVED', timetable: on('2026-07-02') })
    expect(await duplicatesOf(other)).toEqual([])
    await edit(test, other, { title: 'MOVED', timetable: on('2026-07-01') })
    expect(await duplicatesOf(other)).toEqual([original])
    expect(await duplicatesOf(original)).toEqual([other])
  })

  it('go by the day in the village, not in UTC', async () => {
    const late = { list: [block('2026-07-08 00:30', '2026-07-08 02:00')] }
    const original = await submit(test, { title: 'After midnight', timetable: late })
    const evening = await submit(test, { title: 'After midnight', timetable: on('2026-07-08') })
    expect(await duplicatesOf(evening)).toEqual([original])
  })

  it('are found on days that a recurring event reaches later', async () => {
    const recurring = await publish(test, {
      title: 'Every Monday',
      timetable: weekly({ days: [1], from: '2026-06-15', to: '2027-06-30' }),
    })
    const once = await submit(test, { title: 'Every Monday', timetable: on('2026-09-28') })
    expect(await duplicatesOf(once)).toEqual([])
    test.clock.advance({ days: 28 })
    await test.maintenance.run()
    expect(await duplicatesOf(once)).toEqual([recurring])
  })

  it.each([
    ['on one day', 0],
    ['on as many days', 1],
  ])('are found without reading ten thousand equal titles %s', async (_, daysApart) => {
    const title = `Flood ${daysApart}`
    await test.db.execute(sql`
      with made as (
        insert into events (id, title, description, email, location_name, latitude, longitude, timetable, created_at)
        select gen_random_uuid(), ${title}, 'Again and again', 'a@example.com', 'Praia', 38.9, -9.4, '{"list": []}',
          timestamptz '2026-01-01' + n * interval '1 second'
        from generate_series(1, 10000) n returning id, created_at)
      insert into schedules (id, event_id, start_at, end_at, is_all_day)
      select gen_random_uuid(), id, start_at, start_at + interval '1 hour', false
      from (select id, timestamptz '2027-01-01 12:00Z'
        + (extract(epoch from created_at - timestamptz '2026-01-01')::int * ${daysApart}::int) * interval '1 day' as start_at
        from made) dated`)
    const { rows: made } = await test.db.execute<{ id: string }>(
      sql`select id from events where title = ${title} order by created_at`,
    )
    const ids = made.map(({ id }) => id)
    await storeEventDays(test.db, ids)
    await test.db.execute(sql`analyze`)
    const last = ids.at(-1) ?? ''
    expect(await duplicatesOf(last)).toEqual(daysApart === 0 ? ids.slice(0, 3) : [])
    const { rows } = await test.db.execute<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(sql`
      explain (analyze, format json)
      select array(${duplicateIds}) from events e where title = ${title} order by created_at desc limit 20`)
    // The plan reads for each of the twenty of a page its own day, and three others.
    expect(rowsRead(rows[0]?.['QUERY PLAN'][0].Plan, 'event_days')).toBeLessThanOrEqual(20 * 4)
  })
})

interface PlanNode {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/** How many rows of a table a plan has read, those that it left out included. */
function rowsRead(node: PlanNode | undefined, table: string): number {
  if (node === undefined) return 0
  const own =
    node['Relation Name'] === table
      ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
      : 0
  return own + (node.Plans ?? []).reduce((sum, inner) => sum + rowsRead(inner, table), 0)
}

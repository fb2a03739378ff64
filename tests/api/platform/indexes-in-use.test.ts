import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@tests/support/server/database'
import { fillServer } from '@tests/fill/guide'
import { randomFrom } from '@/domain/posters/poster'
import { ensureTemporal } from '@/domain/time/village-time'
import { listBackOfficeEventIds } from '@/server/modules/events/back-office/back-office-events'
import { listUsers } from '@/server/modules/users/routes'
import type { Queryable } from '@/server/platform/database/client'
import { events, users } from '@/server/platform/database/schema'

const ROWS = 10_000
const NOW = Math.floor(Date.now() / 1000)
/** To store so many takes half a minute. */
const FULL = { tags: ['full'] }
const FIRST_PAGE = { offset: 0, limit: 21 }

let database: TestDatabase
beforeAll(async () => {
  await ensureTemporal()
  database = await createTestDatabase()
  const sources = { photos: [], random: randomFrom(1), nowSeconds: NOW }
  await fillServer(database.db, { events: ROWS, users: ROWS }, sources)
}, 180_000)
afterAll(() => database.close())

/** How often each index was searched or walked, and how many rows of each table were looked at. */
type Counts = Record<string, number>

/** Reads what PostgreSQL has counted since the database was made. */
async function counted(): Promise<Counts> {
  const { rows } = await database.db.execute<{ name: string; count: number }>(sql`
    select indexrelname as name, idx_scan::int as count from pg_stat_user_indexes
    union all select relname, (seq_tup_read + idx_tup_fetch)::int from pg_stat_user_tables`)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

/** Finds what a query uses and looks at, as PostgreSQL counts it, with the plan of its own choice. */
async function usedBy(query: (tx: Queryable) => Promise<unknown>): Promise<Counts> {
  const before = await counted()
  await database.db.transaction(async (tx) => {
    await query(tx)
    await tx.execute(sql`select pg_stat_force_next_flush()`)
  })
  const after = await counted()
  return Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]))
}

it('people are listed, and found by a name that many have, without a look at all of them', FULL, async () => {
  for (const search of [undefined, 'ana']) {
    const used = await usedBy((tx) => listUsers(tx, { search }, FIRST_PAGE))
    expect(used['users_created']).toBe(1)
    expect(used['users']).toBeLessThan(ROWS / 10)
  }
})

it(
  'somebody with a rare name or address is found without a look at all people or all events',
  FULL,
  async () => {
    const [id, eventId] = [randomUUID(), randomUUID()]
    const email = 'surfclub77@example.org'
    await database.db.insert(users).values({ id, name: 'Hermínia Zambujal', email })
    const [one] = await database.db.select().from(events).limit(1)
    if (one === undefined) throw new Error('there are no events')
    await database.db.insert(events).values({ ...one, id: eventId, userId: null, email, importUid: null })
    for (const search of ['ermín', 'zambujal', 'hermínia zamb', 'CLUB77']) {
      const used = await usedBy(async (tx) => {
        expect((await listUsers(tx, { search }, FIRST_PAGE)).map((user) => user.id)).toEqual([id])
      })
      expect(used['users_search'], search).toBe(1)
      expect(used['users'], search).toBeLessThan(ROWS / 10)
    }
    const used = await usedBy(async (tx) => {
      const filter = { sort: 'newest', person: 'club77' } as const
      expect((await listBackOfficeEventIds(tx, filter, NOW)).ids).toEqual([eventId])
    })
    expect([used['users_search'], used['events_contact']]).toEqual([1, 1])
    expect(Math.max(used['users'] ?? 0, used['events'] ?? 0)).toBeLessThan(ROWS / 10)
  },
)

it('the soonest of all events that wait are found by the dates of those alone', FULL, async () => {
  const filter = { sort: 'soonest', status: 'ON_REVIEW' } as const
  const used = await usedBy((tx) => listBackOfficeEventIds(tx, filter, NOW))
  expect(used['schedules_occurrence']).toBeGreaterThan(1000)
  // Each event has no more looked at than its next date.
  expect(used['schedules']).toBeLessThan(ROWS)
})

it('the back office finds a rare word by its index', FULL, async () => {
  const { db } = database
  const [one] = await db.select({ id: events.id }).from(events).limit(1)
  await db.execute(sql`update events set title = title || ' zarzuela' where id = ${one?.id}`)
  await db.execute(sql`vacuum analyze events`)
  const used = await usedBy(async (tx) => {
    const { ids } = await listBackOfficeEventIds(tx, { sort: 'newest', q: 'zarzuela' }, NOW)
    expect(ids).toEqual([one?.id])
  })
  expect(used['events_search']).toBe(1)
  expect(used['events']).toBeLessThan(ROWS / 10)
})

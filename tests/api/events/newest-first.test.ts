import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '@tests/support/server/database'
import type { TestDatabase } from '@tests/support/server/database'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** How PostgreSQL finds the rows where it sorts only when it has to. */
async function planOf(query: SQL): Promise<string> {
  return database.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_sort = off`)
    await tx.execute(sql`set local enable_seqscan = off`)
    const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(sql`explain ${query}`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}

it.each([
  ['in every status', sql`true`],
  ['in one status', sql`e.status = 'ON_REVIEW'`],
  ['of a person', sql`e.user_id = gen_random_uuid()`],
  ['of an address', sql`e.user_id is null and lower(e.email) = 'somebody@example.com'`],
])('the newest events %s come by an index, and nothing is sorted', async (_, condition) => {
  const plan = await planOf(
    sql`select e.id from events e where ${condition} order by e.created_at desc, e.id limit 21`,
  )
  expect(plan).toMatch(/Index (?:Only )?Scan using events_(?:created|status_created|user|ownerless)/)
  expect(plan).not.toContain('Sort')
})

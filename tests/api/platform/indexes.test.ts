import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '@tests/support/server/database'
import type { TestDatabase } from '@tests/support/server/database'
import { jobs } from '@/server/platform/database/schema'
import { enqueueMail, isMailAbout } from '@/server/platform/queue/job-queue'

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

it('the mails about an account are found by an index, whatever more their keys say', async () => {
  const id = '5f0c6a52-6d3e-4f0e-9f0b-3f5b7f3f9a11'
  const now = new Date()
  await enqueueMail(database.db, { template: 'reset-password', id }, { now, dedupeSuffix: ':1' })
  await enqueueMail(database.db, { template: 'confirm-email', id }, { now })
  await enqueueMail(database.db, { template: 'confirm-email', id: id.replace('5', '6') }, { now })
  expect(await database.db.select().from(jobs).where(isMailAbout(id))).toHaveLength(2)
  expect(await planOf(sql`select id from ${jobs} where ${isMailAbout(id)}`)).toContain('jobs_mail_about')
})

it.each([
  [
    'the notifications of an event that is reviewed anew',
    'notifications_event',
    sql`select 1 from notifications n where (n.data ->> 'event_id') = 'an-id'`,
  ],
  [
    'the notifications of browsers about an event',
    'jobs_web_push_event',
    sql`select 1 from jobs j where j.kind = 'web-push' and split_part(j.dedupe_key, ':', 2) = 'an-id'`,
  ],
  [
    'the support messages of an address',
    'contact_forms_email',
    sql`select 1 from contact_forms c where lower(c.email) = 'somebody@example.com'`,
  ],
])('%s are found by an index', async (_, index, query) => {
  expect(await planOf(query)).toContain(index)
})

it('the oldest events come by the same index, walked backwards', async () => {
  const plan = await planOf(
    sql`select e.id from events e where e.status = 'ON_REVIEW' order by e.created_at, e.id desc limit 21`,
  )
  expect(plan).toMatch(/Backward using events_status_created/)
  expect(plan).not.toContain('Sort')
})

const AFTER = sql`(created_at < now() or (created_at = now() and id > gen_random_uuid()))`

it.each([
  ['all support messages', 'contact_forms_created', sql`contact_forms where ${AFTER}`],
  ['open support messages', 'contact_forms_open', sql`contact_forms where done_at is null and ${AFTER}`],
  ['people', 'users_created', sql`users where true`],
])('the newest of %s come page by page by %s', async (_, index, rows) => {
  const plan = await planOf(sql`select id from ${rows} order by created_at desc, id limit 21`)
  expect(plan).toContain(index)
  expect(plan).not.toContain('Sort')
})

it.each([
  ['jobs by the beginning of their keys', 'jobs_dedupe_key', sql`jobs where dedupe_key like 'mail:1:%'`],
])('%s are found by %s', async (_, index, rows) => {
  expect(await planOf(sql`select id from ${rows}`)).toContain(index)
})

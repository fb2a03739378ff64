import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { call } from '@tests/support/server/calls'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

it.each([
  ['40P01', 'a deadlock'],
  ['40001', 'a serialization failure'],
  ['55P03', 'a lock that was not to be had in time'],
  ['25006', 'a primary that has become a standby'],
])('%s (%s) asks to try again in a moment, and what was sent arrives then', async (code) => {
  const key = randomUUID()
  const body = {
    first_name: 'Ana',
    last_name: 'Ondas',
    email: 'ana@example.com',
    topic: 'Other',
    message: 'Hello?',
  }
  const send = () => call(test, 'POST', '/contact-form', { key, body })
  await test.db.execute(
    sql.raw(`create function fail_once() returns trigger language plpgsql as
      $$ begin raise exception 'another transaction is in the way' using errcode = '${code}'; end $$`),
  )
  await test.db.execute(
    sql`create trigger fails before insert on contact_forms for each row execute function fail_once()`,
  )
  const refused = await send()
  await test.db.execute(sql`drop function fail_once cascade`)
  expect([refused.status, refused.error?.code]).toEqual([503, 'UNAVAILABLE'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await send()).status).toBe(201)
})

it('a statement and an idle transaction end by themselves, by a statement that a pooler lets through', async () => {
  const { rows } = await test.db.execute(sql`
    select setting || unit as limit, source from pg_settings
    where name in ('statement_timeout', 'idle_in_transaction_session_timeout') order by name desc`)
  // A parameter of the connection's start, which PgBouncer refuses, would have the source 'client'.
  expect(rows).toEqual([
    { limit: '20000ms', source: 'session' },
    { limit: '60000ms', source: 'session' },
  ])
})

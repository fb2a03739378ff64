import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { handleErrors } from '@/server/http/errors/errors'
import { closingSignal, healthRoutes } from '@/server/http/routing/health'
import { connect, isDatabaseAway } from '@/server/platform/database/client'
import { createLogger } from '@/server/platform/process/logger'
import { silentDatabase } from '@tests/support/attacks/silent-database'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { call } from '@tests/support/server/calls'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

function open(connection: Parameters<typeof connect>[0], settings: Parameters<typeof connect>[0] = {}) {
  const opened = connect({ ...connection, max: 1, ...settings }, { error: () => undefined })
  onTestFinished(() => opened.pool.end())
  return opened
}

it('a connection that breaks between two statements of a transaction ends no process, and the pool goes on with another', async () => {
  const { pool } = open(inject('postgres').connection, { max: 2 })
  const client = await pool.connect()
  await client.query('begin')
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const ended = new Promise((resolve) => client.once('end', () => resolve(undefined)))
  await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await ended
  await expect(client.query('select 1')).rejects.toSatisfy(isDatabaseAway)
  client.release()
  const responses = await Promise.all([1, 2].map((number) => pool.query('select $1::int as one', [number])))
  expect(responses.map(({ rowCount }) => rowCount)).toEqual([1, 1])
})

it.each([
  ['40P01', 'a deadlock'],
  ['25006', 'a primary that has become a standby'],
])('%s (%s) asks to try again in a moment, and what was sent arrives then', async (code) => {
  const body = { first_name: 'Ana', last_name: 'Ondas', email: 'ana@example.com', topic: 'Other' }
  const key = randomUUID()
  const send = () => call(test, 'POST', '/contact-form', { key, body: { ...body, message: 'Hello?' } })
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

/** A stopped process, a stalled disk, a network that swallows packets. */
describe('a database that hangs', () => {
  it('counts as away when it falls silent in a transaction, and the next one has another connection', async () => {
    const { db } = open(inject('postgres').connection, { query_timeout: 300 })
    const hung = db.transaction((tx) => tx.execute(sql`select pg_sleep(30)`))
    await expect(hung).rejects.toSatisfy(isDatabaseAway)
    const { rows } = await db.transaction((tx) => tx.execute(sql`select 1 as one`))
    expect(rows).toEqual([{ one: 1 }])
  })

  it('keeps no connection for ever, and a balancer is told within two seconds', async () => {
    const database = await silentDatabase()
    onTestFinished(() => database.close())
    const { db } = open({ connectionString: database.url }, { query_timeout: 300 })
    for (let attempt = 0; attempt < 3; attempt += 1)
      await expect(db.transaction(async () => undefined)).rejects.toSatisfy(isDatabaseAway)
    const app = Fastify()
    handleErrors(app, createLogger('silent'))
    healthRoutes(
      app,
      open({ connectionString: database.url }, { query_timeout: 2500 }).db,
      closingSignal(app),
    )
    const begun = performance.now()
    expect((await app.inject('/readyz')).statusCode).toBe(503)
    expect(performance.now() - begun).toBeLessThan(2000)
    expect((await app.inject('/healthz')).statusCode).toBe(200)
  })
})

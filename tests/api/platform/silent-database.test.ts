import { sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { expect, inject, it, onTestFinished } from 'vitest'
import { handleErrors } from '@/server/http/errors/errors'
import { healthRoutes } from '@/server/http/routing/health'
import { connect, isDatabaseAway } from '@/server/platform/database/client'
import { createLogger } from '@/server/platform/process/logger'
import { silentDatabase } from '@tests/support/attacks/silent-database'

// A database that hangs: a stopped process, a stalled disk, a network that swallows packets.

function open(connection: Parameters<typeof connect>[0], query_timeout = 300) {
  const opened = connect({ ...connection, max: 1, query_timeout }, { error: () => undefined })
  onTestFinished(() => opened.pool.end())
  return opened.db
}

it('counts as away when it falls silent in a transaction, and the next one has another connection', async () => {
  const db = open(inject('postgres').connection)
  const hung = db.transaction((tx) => tx.execute(sql`select pg_sleep(30)`))
  expect(isDatabaseAway(await hung.catch((error: unknown) => error))).toBe(true)
  const { rows } = await db.transaction((tx) => tx.execute(sql`select 1 as one`))
  expect(rows).toEqual([{ one: 1 }])
})

it('counts as away for each who asks, and none of them keeps a connection for ever', async () => {
  const database = await silentDatabase()
  onTestFinished(() => database.close())
  const db = open({ connectionString: database.url })
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const failed = await db.transaction(async () => undefined).catch((error: unknown) => error)
    expect(isDatabaseAway(failed)).toBe(true)
    expect(failed).toMatchObject({ message: 'Query read timeout' })
  }
})

it('is said to a balancer within two seconds', async () => {
  const database = await silentDatabase()
  onTestFinished(() => database.close())
  const db = open({ connectionString: database.url }, 2500)
  const app = Fastify()
  handleErrors(app, createLogger('silent'))
  healthRoutes(app, db)
  const begun = performance.now()
  expect((await app.inject('/readyz')).statusCode).toBe(503)
  expect(performance.now() - begun).toBeLessThan(2000)
  expect((await app.inject('/healthz')).statusCode).toBe(200)
})

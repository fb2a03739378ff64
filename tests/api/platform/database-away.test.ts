import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { publish } from '@tests/support/server/calls'

import { testPages, type TestPages } from '@tests/support/server/test-pages'

let pages: TestPages
let test: TestApp
let isAway = false
beforeEach(async () => {
  isAway = false
  pages = await testPages()
  test = await buildTestApp({ pages: pages.pages, clientDir: pages.clientDir })
})
afterEach(async () => {
  isAway = false
  await test.close()
  await pages.remove()
})

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

/** Takes the database away: no connection can be had from now on, as when nothing listens any more. */
function takeDatabaseAway(): void {
  const { pool } = test
  const connect = pool.connect.bind(pool)
  isAway = true
  const query = pool.query.bind(pool)
  Object.assign(pool, {
    connect: (...args: []) => (isAway ? Promise.reject(refused()) : connect(...args)),
    query: (...args: [string]) => (isAway ? Promise.reject(refused()) : query(...args)),
  })
}

const get = (url: string) => test.app.inject({ url, headers: { host: 'guide.example', accept: '*/*' } })

describe('while the database is away', () => {
  it('pages and reads of visitors are made of the programme in memory, also those that nobody has requested', async () => {
    const id = await publish(test, { title: 'Fado by the sea' })
    expect((await get('/api/v1/events')).statusCode).toBe(200)
    takeDatabaseAway()
    for (const hours of [0, 24]) {
      test.clock.advance({ hours })
      for (const url of [
        '/events',
        `/events/${id}`,
        '/api/v1/events?q=fado',
        '/events.ics',
        '/sitemap.xml',
      ]) {
        const { statusCode, headers, body } = await get(url)
        expect([url, statusCode, headers.age]).toEqual([url, 200, undefined])
        expect(body).toContain(url === '/sitemap.xml' ? id : 'Fado by the sea')
      }
    }
  })

  it('nothing is shown from before a write that may have taken something down', async () => {
    await publish(test, { title: 'Fado by the sea' })
    expect((await get('/api/v1/events')).statusCode).toBe(200)
    test.clearCaches()
    takeDatabaseAway()
    expect((await get('/api/v1/events')).statusCode).toBe(503)
    isAway = false
    expect((await get('/api/v1/events')).statusCode).toBe(200)
  })
})

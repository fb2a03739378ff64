import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'
import { publish } from '@tests/support/server/calls'
import { jpeg } from '@tests/support/server/images'
import { submission } from '@tests/support/server/submissions'
import { testPages } from '@tests/support/server/test-pages'
import type { TestPages } from '@tests/support/server/test-pages'

const FULL = { tags: ['full'] }

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

  it('the photo of a page that stands is sent, and one that nobody has requested waits', FULL, async () => {
    const address = async (photo: string) => {
      const id = await publish(test, { photo })
      const found = await test.app.inject(`/api/v1/events/${id}`)
      return new URL(found.json<{ data: { photo: string } }>().data.photo).pathname
    }
    const [seen, unseen] = [
      await address((await jpeg('#102030')).toString('base64')),
      await address((await jpeg('#304050')).toString('base64')),
    ]
    expect((await get(seen)).statusCode).toBe(200)
    takeDatabaseAway()
    test.clock.advance({ minutes: 30 })
    expect([(await get(seen)).statusCode, (await get(unseen)).statusCode]).toEqual([200, 503])
  })

  it('a write is refused until later, and is not lost on the phone that sent it', FULL, async () => {
    takeDatabaseAway()
    const { statusCode, headers } = await test.app.inject({
      method: 'POST',
      url: '/api/v1/events',
      payload: submission(),
    })
    expect([statusCode, headers['retry-after']]).toEqual([503, '5'])
  })

  it('what an account reads is its own, and no stand-in', FULL, async () => {
    const { token } = await test.signIn()
    const id = await publish(test, { title: 'Fado by the sea' })
    const own = () =>
      test.app.inject({ url: `/api/v1/events/${id}`, headers: { authorization: `Bearer ${token}` } })
    expect((await own()).statusCode).toBe(200)
    takeDatabaseAway()
    expect((await own()).statusCode).toBe(503)
  })
})

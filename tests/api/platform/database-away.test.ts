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
  it('pages and reads of visitors stand for an hour, with their age, and come anew when it is back', async () => {
    const id = await publish(test, { title: 'Fado by the sea' })
    const read = ['/events', `/events/${id}`, '/api/v1/events', `/api/v1/events/${id}`, '/sitemap.xml']
    for (const url of read) expect((await get(url)).statusCode).toBe(200)
    takeDatabaseAway()
    test.clock.advance({ minutes: 30 })
    for (const url of read) {
      const { statusCode, headers, body } = await get(url)
      expect([url, statusCode, headers.age]).toEqual([url, 200, '1800'])
      expect(body).toContain(url === '/sitemap.xml' ? id : 'Fado by the sea')
    }
    isAway = false
    test.clock.advance({ seconds: 5 })
    for (const url of read) expect((await get(url)).headers.age).toBeUndefined()
    takeDatabaseAway()
    test.clock.advance({ hours: 1 })
    for (const url of read) expect([url, (await get(url)).statusCode]).toEqual([url, 503])
  })

  it(
    'a page that nobody has seen is made of what others have read, and is as old as that',
    FULL,
    async () => {
      await publish(test, { title: 'Fado by the sea' })
      await get('/events')
      takeDatabaseAway()
      test.clock.advance({ minutes: 10 })
      expect((await get('/events?page=2')).statusCode).toBe(503)
      expect((await get('/events?page=1')).headers.age).toBe('600')
    },
  )

  it(
    'the photo of a page that stands is sent, for an hour, and one that nobody has requested waits',
    FULL,
    async () => {
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
      test.clock.advance({ minutes: 30 })
      expect((await get(seen)).statusCode).toBe(503)
    },
  )

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

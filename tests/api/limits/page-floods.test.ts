// @module-tag full
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventCardPath } from '@/contract/events/calendar-files'
import { buildTestApp } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'
import { call, publish } from '@tests/support/server/calls'
import { testPages } from '@tests/support/server/test-pages'
import type { TestPages } from '@tests/support/server/test-pages'
import { weekly } from '@tests/support/server/timetables'

let guide: TestPages
let test: TestApp
let id: string
let daily: string
beforeAll(async () => {
  guide = await testPages()
  test = await buildTestApp(guide)
  id = await publish(test, { title: 'Evening session' })
  daily = await publish(test, {
    timetable: weekly({ days: [0, 1, 2, 3, 4, 5, 6], from: '2026-06-15', to: '2026-12-15' }),
  })
})
afterAll(async () => {
  await test.close()
  await guide.remove()
})

async function page(url: string, remoteAddress = '192.0.2.1') {
  const { statusCode, headers, body } = await test.app.inject({ url, remoteAddress })
  return { status: statusCode, etag: headers.etag, body }
}

// A page that is rendered anew contains the time, so that its ETag is another.
describe('a page is not rendered anew', () => {
  it.each([
    ['/events', '/events?x=1'],
    ['/events?tags=surf', '/events?utm_source=flyer&tags=surf&constructor=1'],
    ['/events?from=2026-06-20&to=2026-06-21', '/events?to=2026-06-21&from=2026-06-20'],
    ['/events?page=2&tags=music', '/events?tags=music,music&page=02'],
    ['/events/ID', '/events/ID?fbclid=abc'],
    ['/terms', '/terms?page=2&token'],
    ['/nowhere', '/somewhere/else?x=1'],
    ['/events/00000000-0000-4000-8000-000000000000', '/events/no-id?x=1'],
  ])('for %s and %s', async (one, other) => {
    const pages = [await page(one.replace('ID', id)), await page(other.replace('ID', id))]
    expect(pages[1]).toEqual(pages[0])
  })

  it('but for what its route knows', async () => {
    expect((await page('/events?tags=surf')).etag).not.toBe((await page('/events?tags=music')).etag)
    expect((await page('/events/no-id')).etag).not.toBe((await page('/nowhere')).etag)
  })
})

describe('where nothing is', () => {
  it.each(['/nowhere', '/events/no-id'])('%s says so, without the state of an address', async (path) => {
    const { status, body } = await page(path)
    expect(status).toBe(404)
    expect(body).toContain('<h1')
    expect(body).not.toContain('$_TSR')
  })

  it('is shown what was published since', async () => {
    await page(`/events/${randomUUID()}`)
    const { status, body } = await page(`/events/${await publish(test, { title: 'Morning session' })}`)
    expect(status).toBe(200)
    expect(body).toContain('Morning session')
  })
})

/** The picture was not rendered before. */
const cardAt = (at: number) => {
  const day = Temporal.PlainDate.from('2026-06-15').add({ days: at }).toString()
  return eventCardPath({ id: daily, revision: 1, day, locale: 'en' })
}

describe('a network that asks for very much', () => {
  it.each([
    ['pages', (at: number) => `/events?page=${at}`],
    ['lists', (at: number) => `/api/v1/events?page=${at}`],
    ['programmes', (at: number) => `/api/v1/events/list?since=x.${at}`],
  ])('of %s waits for itself and is refused, and another gets what it was refused', async (_, path) => {
    const paths = Array.from({ length: 60 }, (_path, at) => path(at + 2))
    const responses = paths.map((url) => page(url))
    const others = paths.slice(-5).map((url, at) => page(url, `198.51.100.${at}`))
    const statuses = (await Promise.all(responses)).map(({ status }) => status)
    expect(statuses).toContain(503)
    expect(statuses[0]).not.toBe(503)
    expect((await Promise.all(others)).map(({ status }) => status)).not.toContain(503)
  })

  it('of cards waits for itself and is refused, and another that comes later is served', async () => {
    const responses = Array.from({ length: 60 }, (_, at) => page(cardAt(at)))
    expect((await responses[0])?.status).toBe(200)
    const others = Array.from({ length: 5 }, (_, at) => page(cardAt(60 + at), `198.51.100.${at}`))
    expect((await Promise.all(others)).map(({ status }) => status)).not.toContain(503)
    expect((await Promise.all(responses)).map(({ status }) => status)).toContain(503)
  })
})

describe('phones behind one address', () => {
  it.each(['/events?tags=surf,fado', '/api/v1/events?tags=surf,fado', '/api/v1/events/list', '/sitemap.xml'])(
    'that ask for the same after a change are all answered: %s',
    async (path) => {
      await publish(test, { title: 'One more' })
      const responses = await Promise.all(Array.from({ length: 60 }, () => page(path)))
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
      // It is computed once: nobody's has another time in it.
      expect(new Set(responses.map(({ etag }) => etag)).size).toBe(1)
    },
  )
})

describe('a cursor of the programme', () => {
  it('is written in one way', async () => {
    const { data } = await call(test, 'GET', '/events/list')
    const { cursor } = data as { cursor: string }
    expect((await call(test, 'GET', `/events/list?since=${cursor}`)).status).toBe(200)
    const [lineage, position] = cursor.split('.')
    const respelt = await call(test, 'GET', `/events/list?since=${lineage}.0${position}`)
    expect(respelt.error?.code).toBe('CURSOR_EXPIRED')
  })
})

describe('a connection that sends requests before it reads responses', () => {
  it('is ended at the ninth', async () => {
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = test.app.server.address() as AddressInfo
    const countOk = async (requests: number) => {
      let received = ''
      await new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () =>
          socket.end('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(requests)),
        )
        socket.setEncoding('utf8').on('data', (text: string) => (received += text))
        socket.on('error', () => {}).on('close', () => resolve())
      })
      return received.split('HTTP/1.1 200').length - 1
    }
    expect(await countOk(8)).toBe(8)
    expect(await countOk(9)).toBeLessThan(8)
  })
})

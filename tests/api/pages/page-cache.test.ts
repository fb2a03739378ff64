import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { publish } from '@tests/support/server/calls'
import { testPages, type TestPages } from '@tests/support/server/test-pages'

let guide: TestPages
let test: TestApp
let id: string
/** Addresses that were rendered; those of which only the status was found out have none. */
let rendered: string[] = []
beforeAll(async () => {
  guide = await testPages({
    onRender: (address, body) => {
      if (body !== '') rendered.push(address.pathname + address.search)
    },
  })
  test = await buildTestApp(guide)
  id = await publish(test, { title: 'Evening session' })
})
beforeEach(() => {
  rendered = []
  test.clearCaches()
})
afterAll(async () => {
  await test.close()
  await guide.remove()
})

async function page(url: string, headers: Record<string, string> = {}) {
  const { statusCode, headers: sent, body } = await test.app.inject({ url, headers })
  return { status: statusCode, etag: sent.etag, body }
}

describe('a page is rendered once', () => {
  it.each([
    ['/events', '/events?x=1'],
    ['/events?from=2026-06-20&to=2026-06-21', '/events?to=2026-06-21&from=2026-06-20'],
    ['/events/ID', '/events/ID?fbclid=abc'],
  ])('for %s and %s', async (one, other) => {
    const first = await page(one.replace('ID', id))
    expect(await page(other.replace('ID', id))).toEqual(first)
    expect(rendered).toHaveLength(1)
  })

  it.each(['/events?tags=surf,fado', '/api/v1/events?tags=surf,fado', '/api/v1/events/list', '/sitemap.xml'])(
    'for many phones behind one address that ask at once after a change: %s',
    async (path) => {
      const responses = await Promise.all(Array.from({ length: 20 }, () => page(path)))
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
      // What is computed anew contains the time.
      expect(new Set(responses.map(({ etag }) => etag)).size).toBe(1)
    },
  )

  it.each([
    ['/nowhere', (number: number) => `/somewhere/else/${number}`],
    ['/week/2026-W99', (number: number) => `/week/nope-${number}`],
    ['/events/no-id', () => `/events/${randomUUID()}`],
    ['/places/atlantis', (number: number) => `/places/atlantis-${number}`],
  ])('in each language, where nothing is: %s', async (path, other) => {
    const addresses = Array.from({ length: 4 }, (_, number) => (number % 2 ? path : other(number)))
    const responses = await Promise.all(addresses.map((address) => page(address)))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([404]))
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1)
    expect(responses[0]?.body).toContain('<h1')
    // It says nothing of an address: a browser renders the page of its own.
    expect(responses[0]?.body).not.toContain('$_TSR')
    expect((await page(path, { 'accept-language': 'pt' })).body).toContain('<html lang="pt"')
    expect(rendered).toHaveLength(2)
  })
})

it('what was published since is shown where nothing was', async () => {
  await page(`/events/${randomUUID()}`)
  const { status, body } = await page(`/events/${await publish(test, { title: 'Morning session' })}`)
  expect(status).toBe(200)
  expect(body).toContain('Morning session')
})

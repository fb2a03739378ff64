import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { publish } from '@tests/support/server/calls'
import { testPages, type TestPages } from '@tests/support/server/test-pages'

const PROXY = '10.0.0.5'

let guide: TestPages
let test: TestApp
let id: string
beforeAll(async () => {
  guide = await testPages()
  test = await buildTestApp({ ...guide, config: { trustProxy: PROXY } })
  id = await publish(test)
})
afterAll(async () => {
  await test.close()
  await guide.remove()
})

const paths = () => ['/sitemap.xml', '/api/v1/sitemap.xml', '/robots.txt', `/events/${id}`, '/api/v1/events']

describe('forwarded headers', () => {
  it.each([
    { 'x-forwarded-proto': 'javascript' },
    { 'x-forwarded-proto': '"><script>alert(1)</script>' },
    { 'x-forwarded-host': 'a</loc></url><url><loc>http://evil.example' },
    { host: 'evil.example/path' },
  ])('say nothing but http, https and a host, even from our proxy: %j', async (headers) => {
    for (const url of paths()) {
      const { statusCode, body } = await test.app.inject({ url, remoteAddress: PROXY, headers })
      expect([url, statusCode]).toEqual([url, 200])
      expect(body, url).not.toMatch(/evil|javascript:|alert\(1\)|onload="x/)
    }
  })

  it('from our proxy name the address that people use', async () => {
    const { body } = await test.app.inject({
      url: '/sitemap.xml',
      remoteAddress: PROXY,
      headers: { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'guide.example' },
    })
    expect(body).toContain('<loc>https://guide.example/events</loc>')
  })

  it('from anybody else are not believed', async () => {
    for (const url of paths()) {
      const { body } = await test.app.inject({
        url,
        remoteAddress: '203.0.113.9',
        headers: { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' },
      })
      expect(body, url).not.toContain('evil.example')
    }
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'

import { FEED_NOW, publishHostileProgramme } from '@tests/support/server/hostile-programme'

const ORIGIN = 'https://guide.test'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp({ now: FEED_NOW, config: { publicOrigin: ORIGIN } })
  await publishHostileProgramme(test)
})
afterAll(() => test.close())

const get = (url: string) => test.app.inject({ url })

describe('the list in a frame of another site', () => {
  it('may be framed by everyone, alone of all addresses, and runs, loads and stores nothing', async () => {
    const { headers, body, statusCode } = await get('/embed')
    expect(statusCode).toBe(200)
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors \*$/,
    )
    expect([headers['x-frame-options'], headers['set-cookie']]).toEqual([undefined, undefined])
    expect(headers['cache-control']).toMatch(/^public, max-age=900/)
    expect(/<script|<form|<img|\son\w+=|javascript:/i.test(body)).toBe(false)
    for (const url of [
      '/events.ics',
      '/events.rss',
      '/api/v1/events',
      '/healthz',
      '/embed/',
      '/robots.txt',
    ]) {
      const other = (await get(url)).headers['content-security-policy']
      expect([url, String(other)]).toEqual([url, expect.stringContaining("frame-ancestors 'none'")])
    }
  })

  it('has the events of the next days in the order of the list, as links that leave the frame', async () => {
    const { body } = await get('/embed?days=31&lang=en')
    const shown = [...body.matchAll(/href="([^"]+)" target="_top"/g)].map(([, address]) => address ?? '')
    const days = shown.flatMap((address) => /\?date=(.+)$/.exec(address)?.[1] ?? [])
    expect(days.length).toBeGreaterThan(10)
    expect(days).toEqual(days.toSorted())
    expect(shown.every((address) => address.startsWith(`${ORIGIN}/events`))).toBe(true)
    expect(body.match(/<a /g)).toHaveLength(shown.length)
    const fewer = await get('/embed?days=1')
    expect(fewer.body.match(/<a /g)?.length).toBeLessThan(shown.length)
  })

  it('keeps to 20 KB, escapes what people wrote, and says the language and the theme', async () => {
    const { body } = await get('/embed?days=31&lang=pt&theme=dark')
    expect(Buffer.byteLength(body)).toBeLessThan(20_000)
    expect(body).toContain('<html lang="pt-PT" data-theme="dark">')
    expect(body).toContain('<h1 dir="auto">Eventos na Ericeira</h1>')
    expect(body.includes('\uFFFD')).toBe(false)
  })

  it('is refused for what it does not know, never shown as everything', async () => {
    for (const query of ['tags=unheard-of', 'days=0', 'days=32', 'days=x', 'theme=pink']) {
      const { statusCode, headers } = await get(`/embed?${query}`)
      expect([query, statusCode, headers['content-type']]).toEqual([query, 404, 'text/plain; charset=utf-8'])
    }
  })
})

import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp } from '@tests/support/app'
import type { TestApp } from '@tests/support/app'
import { publish } from '@tests/support/calls'
import { guidePages } from '@tests/support/guide-pages'
import type { GuidePages } from '@tests/support/guide-pages'
import { requestBytes, sendBytes } from '@tests/support/verbatim-request'

const ORIGIN = 'https://guide.example'

let guide: GuidePages
let test: TestApp
let port: number
let id: string
beforeAll(async () => {
  guide = await guidePages({ publicOrigin: ORIGIN })
  test = await buildTestApp({ ...guide, config: { publicOrigin: ORIGIN } })
  id = await publish(test, { title: 'Evening session' })
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  port = (test.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await test.close()
  await guide.remove()
})

const request = (target: string, headers: readonly string[] = []) =>
  sendBytes(port, requestBytes({ method: 'GET', target, headers }))

describe('the address of a page', () => {
  it('is on our own origin, in every place where a page says it', async () => {
    const { status, body } = await request(`/events/${id}`)
    expect(status).toBe(200)
    const address = `${ORIGIN}/events/${id}`
    expect(body).toContain(`<link rel="canonical" href="${address}"`)
    expect(body).toContain(`<meta property="og:url" content="${address}"`)
    expect(body).toContain(`"url":"${address}"`)
  })

  it('stays so for a target that names another host as a whole address', async () => {
    const { status, body } = await request(`http://evil.example/events/${id}`)
    expect(status).toBe(200)
    expect(body).toContain(`<link rel="canonical" href="${ORIGIN}/events/${id}"`)
    expect(body).not.toContain('evil.example')
  })

  it.each([
    '//evil.example/events/ID',
    '///evil.example/events/ID',
    '/\\evil.example/events/ID',
    '/x/..//evil.example/events/ID',
    '/.//evil.example/events/ID',
    '/%2e//evil.example/events/ID',
    '/%2e%2e//evil.example/events/ID',
    '/%2f%2fevil.example/events/ID',
    '/%5cevil.example/events/ID',
    '/%5C%5Cevil.example/events/ID',
    'http://evil.example//evil.example/events/ID',
  ])('refuses %s, which would be a page of somebody else', async (target) => {
    const { status, head, body } = await request(target.replace('ID', id), ['Accept: text/html'])
    expect(status).toBe(404)
    expect(head).not.toMatch(/^location:/im)
    expect(body).not.toContain('evil.example')
  })
})

describe('what somebody submits', () => {
  it('stays text on the page, in its head, its JSON-LD and its state', async () => {
    const attack = `</script><script>alert(1)</script><img src=x onerror=alert(2)>"'`
    const hostile = await publish(test, {
      title: attack,
      description: `${attack} ${attack}`,
      location_name: attack,
    })
    const { status, head, body } = await request(`/events/${hostile}`)
    expect(status).toBe(200)
    expect(body).toContain('&lt;/script&gt;')
    expect(body).not.toContain('<script>alert')
    expect(body).not.toContain('<img src=x')
    const scripts = [...body.matchAll(/<script\b([^>]*)>([^]*?)<\/script>/g)]
    const inline = scripts.filter(([, attributes = '']) => !/type="(?:module|application)/.test(attributes))
    expect(inline.length).toBeGreaterThan(2)
    const policy = /^content-security-policy: (.*)$/im.exec(head)?.[1] ?? ''
    for (const [, , code = ''] of inline)
      expect(policy).toContain(`'sha256-${createHash('sha256').update(code).digest('base64')}'`)
    expect(policy.match(/'sha256-/g)).toHaveLength(inline.length)
  })
})

const page = async (target: string, headers: Record<string, string> = {}) => {
  const response = await test.app.inject({ url: target, headers: { host: 'guide.example', ...headers } })
  const { etag = '', vary = '' } = response.headers as Record<string, string>
  return { ...response, etag, vary, text: response.body, bytes: response.rawPayload }
}

describe('a page that others have asked for', () => {
  it('is rendered once, compressed once, and not sent again to who has it', async () => {
    const first = await page('/events')
    const again = await page('/events', { 'accept-encoding': 'br' })
    expect(first.text.length).toBeGreaterThan(10_000)
    expect(brotliDecompressSync(again.bytes).toString()).toBe(first.text)
    expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy'])
    const { statusCode, text } = await page('/events', { 'if-none-match': first.etag })
    expect([statusCode, text]).toEqual([304, ''])
    expect(first.vary).toContain('accept-language, cookie')
  })

  it('is in the language of who asks', async () => {
    const [english, portuguese, chosen] = await Promise.all([
      page('/', { 'accept-language': 'en' }),
      page('/', { 'accept-language': 'pt-PT,pt;q=0.9' }),
      page('/', { 'accept-language': 'en', cookie: 'lang=pt' }),
    ])
    expect(english.text).toContain('<html lang="en"')
    expect(portuguese.text).toContain('<html lang="pt"')
    expect(chosen.text).toBe(portuguese.text)
  })

  it('shows what was written after it was rendered', async () => {
    await page('/events')
    await publish(test, { title: 'Announced this minute' })
    expect((await page('/events')).text).toContain('Announced this minute')
  })

  it('is nobody else’s when its address carries a token', async () => {
    const { headers, etag } = await page('/reset-password?token=of-one-person')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect((await page('/reset-password?token=of-another')).etag).not.toBe(etag)
  })
})

describe('no request for a page or a file', () => {
  it.each([
    ['/assets/', 404],
    ['/assets', 404],
    ['/assets/%2e%2e/x', 404],
    ['/assets/..%5cx', 404],
    ['/assets/%2e%2e%2f%2e%2e%2fpackage.json', 404],
    ['/assets/%00', 404],
    ['/assets/app-1a2b3c.js/x', 404],
    [`/assets/${'x'.repeat(400)}`, 404],
    ['//[', 404],
    ['//a@b/', 404],
    ['/events/%00', 404],
    ['/events/%ff', 400],
    ['/events/%c0%ae%c0%ae', 400],
    [`/events/${'x'.repeat(400)}`, 404],
    [`/events/${'%F0%9F%8F%84'.repeat(100)}`, 404],
    ['/events/..%2f..%2fetc%2fpasswd', 404],
    ['/%zz', 400],
    ['/events/%EF%BF%BF', 404],
  ])('fails here: %.40s is %i', async (target, status) => {
    expect((await request(target, ['Accept: text/html'])).status).toBe(status)
  })

  it.each([
    ['Range: bytes=99999999-', 416],
    ['Range: bytes=2-1', 416],
    ['Range: pages=1', 200],
    ['Range: bytes=0-3', 206],
    ['If-Match: "another"', 412],
    ['If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT', 412],
    ['If-Modified-Since: nonsense', 200],
    ['If-Range: nonsense', 200],
  ])('%s is %i', async (header, status) => {
    expect((await request('/sw.js', [header])).status).toBe(status)
  })

  it('what is no HTTP is refused in the one shape, with the headers of every response', async () => {
    const { status, head, body } = await sendBytes(
      port,
      'GET /events HTTP/9.9\r\nHost: guide.example\r\n\r\n',
    )
    expect(status).toBe(400)
    expect(head).toMatch(/^x-content-type-options: nosniff$/im)
    expect(head).toMatch(/^content-security-policy: default-src 'none';/im)
    expect(JSON.parse(body)).toMatchObject({ error: { code: 'MALFORMED_REQUEST' } })
  })

  it('a range beyond the end is told how long the file is', async () => {
    const { head, body } = await request('/sw.js', ['Range: bytes=99999999-'])
    expect(head).toMatch(/^content-range: bytes \*\/\d+$/im)
    expect(JSON.parse(body)).toMatchObject({ error: { code: 'RANGE_NOT_SATISFIABLE' } })
  })
})

describe('a page whose events cannot be read', () => {
  it('asks to come back, and is not indexed as an error of ours', async () => {
    const unread = await publish(test)
    await test.db.execute(sql`alter table schedules rename to mislaid`)
    for (const target of ['/', '/events', `/events/${unread}`]) {
      const { status, head } = await request(target, ['Accept: text/html'])
      expect([target, status]).toEqual([target, 503])
      expect(head).toMatch(/^retry-after: 5$/im)
      expect(head).toMatch(/^cache-control: no-store$/im)
    }
    await test.db.execute(sql`alter table mislaid rename to schedules`)
    expect((await request(`/events/${unread}`)).status).toBe(200)
  })
})

describe('an address that leads nowhere', () => {
  it.each(['/no-such-page', '/events/1/2/3', '/promo/x'])('%s says so in its title', async (target) => {
    const { status, body } = await request(target, ['Accept: text/html'])
    expect(status).toBe(404)
    expect(body).toContain('<title>Page Not Found · ')
    expect(body.match(/<title/g)).toHaveLength(1)
  })
})

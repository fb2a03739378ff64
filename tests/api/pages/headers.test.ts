import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { publish } from '@tests/support/server/calls'

import { ENDPOINTS } from '@/contract/endpoints'
import { DEFAULT_SETTINGS, settingsScript } from '@/contract/settings'

const renderedPages = async (app: FastifyInstance) => {
  app.get('/*', (request, reply) =>
    reply
      .code(request.url === '/gone' ? 404 : 200)
      .type('text/html')
      .send('<!doctype html>page'),
  )
}

/** `first()`, the app shell's inline script; by hash, because the service worker serves the shell with headers of long ago. */
const FIRST_SCRIPT = "'sha256-fDYmfWjvur9AxjhDbjHe6RvExc05MbXhhrbgz2vvy/A='"

const settingsSource = (settings = DEFAULT_SETTINGS) =>
  `'sha256-${createHash('sha256').update(settingsScript(settings)).digest('base64')}'`

let test: TestApp
let clientDir: string
beforeAll(async () => {
  clientDir = await mkdtemp(join(tmpdir(), 'events-client-'))
  await mkdir(join(clientDir, 'assets'))
  await writeFile(
    join(clientDir, 'index.html'),
    '<!doctype html><title>shell</title><script>first()</script>',
  )
  await writeFile(join(clientDir, 'sw.js'), 'self.x = 1')
  await writeFile(join(clientDir, 'assets/app-1a2b3c.js'), 'export {}'.repeat(300))
  await writeFile(join(clientDir, 'assets/app-1a2b3c.js.br'), 'compressed')
  test = await buildTestApp({
    clientDir,
    config: { corsOrigins: ['https://embed.example'] },
    pages: renderedPages,
  })
})
afterAll(async () => {
  await test.close()
  await rm(clientDir, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => test.app.inject({ url, headers })

describe('security headers', () => {
  it.each(['/', '/assets/app-1a2b3c.js', '/api/v1/docs', '/api/v1/docs?a=b', '/nothing'])(
    'stand on %s',
    async (url) => {
      const { headers } = await get(url)
      expect(headers['content-security-policy']).toContain(
        `script-src 'self' ${FIRST_SCRIPT} ${settingsSource()};`,
      )
      expect(headers['content-security-policy']).toContain("object-src 'none'")
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
      expect(headers['permissions-policy']).toContain('camera=()')
    },
  )

  it.each(['/api/v1/events', '/api/v1/events?page=x', '/api/v1/nothing', '/api/v1/openapi.json'])(
    'let the data of %s load nothing and be framed nowhere',
    async (url) => {
      const { headers } = await get(url)
      expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    },
  )

  it('with a maps key allow Google Maps on the app’s pages and its cached shell, and nowhere else', async () => {
    const settings = { ...DEFAULT_SETTINGS, googleMapsKey: 'a key' }
    const withMaps = await buildTestApp({
      clientDir,
      config: { settings },
      pages: renderedPages,
    })
    const policyOf = async (url: string) =>
      String((await withMaps.app.inject(url)).headers['content-security-policy']).split(';')
    for (const url of ['/', '/events/1', '/index.html']) {
      const rules = [
        `script-src 'self' ${FIRST_SCRIPT} ${settingsSource(settings)} https://maps.googleapis.com https://maps.gstatic.com`,
        "connect-src 'self' https://*.googleapis.com https://*.google.com https://*.gstatic.com data: blob:",
        "img-src 'self' data: blob: https://*.googleapis.com https://*.gstatic.com https://*.google.com https://*.googleusercontent.com",
        "style-src 'self' 'unsafe-inline' https://fonts.googleapis.com",
        "font-src 'self' https://fonts.gstatic.com",
        'frame-src https://*.google.com',
        "worker-src 'self' blob:",
      ]
      expect(await policyOf(url), url).toEqual(expect.arrayContaining(rules))
    }
    for (const url of [
      '/api/v1/docs',
      '/api/v1/events',
      '/sw.js',
      '/assets/app-1a2b3c.js',
      '/photos/none.jpg',
    ])
      expect((await policyOf(url)).join('; '), url).not.toMatch(/google|gstatic/)
    await withMaps.close()
  })

  it('with a public address of https allow its photos, and require https, of subdomains too', async () => {
    const settings = { ...DEFAULT_SETTINGS, apiBase: 'https://api.example/api/v1' }
    const elsewhere = await buildTestApp({
      clientDir,
      config: { publicOrigin: 'https://guide.example', settings },
    })
    for (const url of ['/', '/api/v1/events', '/api/v1/events/nothing', '/sw.js', '/healthz', '/api/v1/docs'])
      expect((await elsewhere.app.inject(url)).headers['strict-transport-security'], url).toBe(
        'max-age=63072000; includeSubDomains',
      )
    const { headers } = await elsewhere.app.inject('/api/v1/docs')
    const policy = String(headers['content-security-policy']).split(';')
    expect(policy).toContain("img-src 'self' data: blob: https://guide.example https://api.example")
    expect(policy).toContain("connect-src 'self' https://api.example")
    expect(policy).toContain(`script-src 'self' ${FIRST_SCRIPT} ${settingsSource(settings)}`)
    await elsewhere.close()
  })

  it('stand on what is refused before there is a route', async () => {
    const { statusCode, headers } = await get('/api/v1/%zz', { accept: 'text/html' })
    expect(statusCode).toBe(400)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  it('require https where a trusted proxy says so, and nobody else', async () => {
    const behind = await buildTestApp({ clientDir, config: { trustProxy: '10.0.0.5' } })
    const hstsFor = async (remoteAddress: string, url: string) =>
      (await behind.app.inject({ url, remoteAddress, headers: { 'x-forwarded-proto': 'https' } })).headers[
        'strict-transport-security'
      ]
    for (const url of ['/', '/api/v1/events', '/sw.js']) {
      expect(await hstsFor('10.0.0.5', url), url).toBe('max-age=63072000; includeSubDomains')
      expect(await hstsFor('10.0.0.6', url), url).toBeUndefined()
    }
    await behind.close()
  })
})

describe('other sites', () => {
  it('may call only when they are named', async () => {
    const named = await get('/api/v1/events', { origin: 'https://embed.example' })
    expect(named.headers['access-control-allow-origin']).toBe('https://embed.example')
    expect(named.headers['access-control-expose-headers']).toBe('etag, retry-after, x-request-id')
    const other = await get('/api/v1/events', { origin: 'https://evil.example' })
    expect(other.headers['access-control-allow-origin']).toBeUndefined()
  })

  it('never share a response that a cache stores', async () => {
    for (const state of ['computed', 'cached']) {
      const { headers } = await get('/api/v1/events?page=2', { origin: 'https://embed.example' })
      expect(headers.vary, state).toBe('Origin, accept-language, cookie, accept-encoding, authorization')
    }
  })
})

describe('files', () => {
  it('with a hash in the name are for ever, the shell and the worker are revalidated', async () => {
    expect((await get('/assets/app-1a2b3c.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    )
    expect((await get('/sw.js')).headers['cache-control']).toBe('no-cache')
    expect((await get('/index.html')).headers['cache-control']).toBe('no-cache')
  })

  it('are sent compressed as they are on disk', async () => {
    const response = await get('/assets/app-1a2b3c.js', { 'accept-encoding': 'gzip, br' })
    expect(response.headers['content-encoding']).toBe('br')
    expect(response.body).toBe('compressed')
    expect(response.headers['content-type']).toContain('javascript')
  })
})

describe('responses for every visitor', () => {
  it('respond 304 to a current ETag, and change after a write', async () => {
    const first = await get('/api/v1/events?per_page=50')
    const etag = String(first.headers.etag)
    const again = await get('/api/v1/events?per_page=50', { 'if-none-match': etag })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    await publish(test, { title: 'Brand new' })
    const fresh = await get('/api/v1/events?per_page=50', { 'if-none-match': etag })
    expect(fresh.statusCode).toBe(200)
    expect(fresh.body).toContain('Brand new')
  })

  it.each([
    ['a list', (etag: string) => `"another", ${etag}`],
    ['a tag whose mark of a weak one a proxy has dropped', (etag: string) => etag.replace('W/', '')],
    ['any', () => '*'],
  ])('respond 304 to %s (RFC 9110, 13.1.2)', async (_, named) => {
    const etag = String((await get('/api/v1/events?per_page=40')).headers.etag)
    const again = await get('/api/v1/events?per_page=40', { 'if-none-match': named(etag) })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
  })

  it.each(['"another", "and another"', '', 'no tag at all', '"*"'])(
    'respond in full to %j',
    async (named) => {
      expect((await get('/api/v1/events?per_page=40', { 'if-none-match': named })).statusCode).toBe(200)
    },
  )
})

describe('what crawlers and programs read', () => {
  it('the sitemap names public pages and published events, at both addresses', async () => {
    const id = await publish(test)
    for (const url of ['/sitemap.xml', '/api/v1/sitemap.xml']) {
      const response = await get(url)
      expect(response.headers['content-type']).toBe('application/xml; charset=utf-8')
      expect(response.body).toContain('<loc>http://localhost:80/events</loc>')
      expect(response.body).toContain(`/events/${id}</loc>`)
    }
  })

  it('the description of the API lists every call of the register', async () => {
    const { paths } = (await get('/api/v1/openapi.json')).json<{
      paths: Record<string, Record<string, { operationId: string }>>
    }>()
    const names = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    )
    expect(names.toSorted()).toEqual(Object.keys(ENDPOINTS).toSorted())
  })

  it('the reference page and what it loads come from this server, without inline script, and are not indexed', async () => {
    const page = await get('/api/v1/docs')
    expect(page.headers['x-robots-tag']).toBe('noindex')
    expect(page.body).toContain('<title>Ericeira Events API</title>')
    expect(page.body).not.toMatch(/https?:\/\/|\son\w+=/)
    expect(page.body).not.toMatch(/<script[^>]*>\s*[^<\s]/)
    const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file)
    expect(files.filter((file) => file.endsWith('.js'))).toHaveLength(3)
    for (const file of files) {
      const response = await get(file, { 'accept-encoding': 'br' })
      expect([file, response.statusCode, response.headers['x-robots-tag']]).toEqual([file, 200, 'noindex'])
      // Nobody makes us compress two megabytes for each request.
      expect(response.headers['content-encoding'], file).toBeUndefined()
    }
    expect((await get('/api/v1/docs/yaml')).statusCode).toBe(404)
    expect((await get('/api/v1/docs/json')).json()).toEqual((await get('/api/v1/openapi.json')).json())
  })

  it('a server that closes is not ready, so that a balancer sends it nobody else', async () => {
    const statuses: number[] = []
    const closing = await buildTestApp({
      // The server refuses no connection yet: a balancer asks meanwhile.
      pages: async (app) => {
        app.addHook('preClose', async () => {
          for (const path of ['/readyz', '/healthz']) statuses.push((await fetch(address + path)).status)
        })
      },
    })
    const address = await closing.app.listen({ port: 0, host: '127.0.0.1' })
    await closing.close()
    expect(statuses).toEqual([503, 200])
  })
})

async function choose(locale: string, referer?: string) {
  const { statusCode, headers } = await get(`/language/${locale}`, {
    host: 'guide.example',
    ...(referer !== undefined && { referer }),
  })
  return { statusCode, location: headers.location, cookie: headers['set-cookie'] }
}

describe('the link that changes the language', () => {
  it('remembers the choice for a year and leads back to its page', async () => {
    expect(await choose('pt', 'http://guide.example/events?tags=surf#list')).toEqual({
      statusCode: 303,
      location: '/events?tags=surf',
      cookie: 'lang=pt; Path=/; Max-Age=31536000; SameSite=Lax',
    })
    expect((await choose('xx', 'http://guide.example/events')).cookie).toBeUndefined()
  })

  it.each([undefined, 'https://evil.example/events', 'http://guide.example//evil.example', 'nonsense'])(
    'leads home from %j',
    async (referer) => {
      expect((await choose('pt', referer)).location).toBe('/')
    },
  )
})

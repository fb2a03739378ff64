// @module-tag full
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type SignedIn, type TestApp } from '@tests/support/server/app'
import { call, publish } from '@tests/support/server/calls'
import { samplePath, samplesOf, type Sample } from '@tests/support/server/endpoint-samples'
import { jpeg } from '@tests/support/server/images'
import { testPages, type TestPages } from '@tests/support/server/test-pages'
import { requestBytes, sendBytes, type VerbatimResponse } from '@tests/support/attacks/verbatim-request'
import { API_PREFIX, type Endpoint } from '@/contract/endpoint'
import { ENDPOINTS, type EndpointName } from '@/contract/endpoints'
import { errorEnvelopeSchema } from '@/contract/errors'
import { API_DOCS_PATH } from '@/contract/plain-routes'

const numRuns = Number(process.env.FUZZ_REQUESTS ?? 300)
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120)
const RUNS = { numRuns, seed: SEED, endOnFailure: true }
const TIMEOUT = { timeout: 3_600_000 }

let guide: TestPages
let test: TestApp
let people: { admin: SignedIn; owner: SignedIn }
let samples: Map<EndpointName, Sample[]>
let port = 0
let addresses: string[] = []

beforeAll(async () => {
  guide = await testPages()
  test = await buildTestApp(guide)
  people = { admin: await test.signIn({ role: 'ADMIN' }), owner: await test.signIn() }
  // A right password would be changed once, and end the session that later calls come with.
  const owner = { ...people.owner, password: 'not the right one' }
  samples = new Map()
  for (const name of NAMES) {
    const made: Sample[] = []
    for (const { make } of samplesOf(name)) made.push(await make({ test, owner }))
    samples.set(name, made)
  }
  const id = await publish(test, { photo: (await jpeg()).toString('base64') })
  const { photo } = (await call(test, 'GET', `/events/${id}`)).data as { photo: string }
  addresses = [...PAGES.split(' '), ...FILES.split(' '), `/events/${id}`, new URL(photo).pathname]
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  port = (test.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await test.close()
  await guide.remove()
})

const NAMES = Object.keys(ENDPOINTS) as EndpointName[]
const PAGES =
  '/ /events /add-event /contacts /login /profile /reset-password /backoffice /auth/google/callback /privacy /app /saved /outbox /nothing'
const FILES = `/sw.js /index.html /favicon.svg /icons/icon-512.png /manifest.webmanifest /.vite/manifest.json /assets/ /assets/app-1a2b3c.js /robots.txt /sitemap.xml /api/v1/openapi.json ${API_DOCS_PATH} /photos/ /healthz`

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(
    '',
    '\u0000',
    '\ud800',
    '__proto__',
    'x'.repeat(20_000),
    '2026-02-30 25:61:00',
    '1e309',
    '-1',
  ),
  fc.constantFrom(
    '<script>alert(1)</script>',
    "'; drop table events; --",
    'a@example.com\r\nBcc: b@example.com',
  ),
  fc.constantFrom('javascript:alert(1)', 'https://[::1', 'data:image/png;base64,AAAA', '9999-12-31'),
)
const value = fc.oneof(text, fc.jsonValue({ maxDepth: 4 }), fc.constant({ list: [], repeated: {} }))

/** Replaces, removes or adds something in a body, at any depth. */
function spoiled(body: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(body))
    return fc.oneof(
      value,
      value.map((one): unknown => [...body, one]),
      ...body.map((inner, at) => spoiled(inner).map((one) => body.with(at, one))),
    )
  if (typeof body !== 'object' || body === null) return value
  const entries = Object.entries(body)
  return fc.oneof(
    fc.tuple(text, value).map(([key, one]) => ({ ...body, [key]: one })),
    ...entries.map(([key]) => fc.constant(Object.fromEntries(entries.filter(([name]) => name !== key)))),
    ...entries.map(([key, inner]) => spoiled(inner).map((one) => ({ ...body, [key]: one }))),
  )
}

/** Headers as a hostile client writes them; each may be missing. */
const headers = fc
  .record(
    {
      authorization: fc.constantFrom('Bearer', 'Bearer x.y.z', 'Basic YTpi', `Bearer ${'e'.repeat(5000)}`),
      'idempotency-key': fc.constantFrom('x', '', 'f3b1c9a2-0000-4000-8000-00000000c0de', 'x'.repeat(2000)),
      'content-type': fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'x', ''),
      'content-encoding': fc.constantFrom('gzip', 'x'),
      accept: fc.constantFrom('text/html', '*/*', '', 'text/html;q=0'),
      'accept-language': fc.constantFrom('*', 'pt;q=x', 'x-'.repeat(900), 'en;q=-1,,,;', '../../pt'),
      'accept-encoding': fc.constantFrom('br', 'gzip;q=0', 'x, *;q=0', 'br,'.repeat(400)),
      host: fc.constantFrom('evil.example', 'localhost:99999', '"><script>'),
      cookie: fc.constantFrom('lang=%', 'lang=../../pt', 'a=b;'.repeat(900), '=;=;'),
      'if-none-match': fc.constantFrom('*', 'W/"x"', '"'.repeat(500)),
      'if-match': fc.constantFrom('*', '"x"', ',,,'),
      'if-modified-since': fc.constantFrom('nonsense', 'Fri, 01 Jan 2100 00:00:00 GMT'),
      range: fc.constantFrom(
        'bytes=0-0,-1',
        'bytes=9-1',
        'bytes=99999999-',
        `bytes=${'0-1,'.repeat(500)}`,
        'x',
      ),
      origin: fc.constantFrom('null', 'https://evil.example'),
      'x-forwarded-host': fc.constant('evil.example'),
    },
    { requiredKeys: [] },
  )
  .map((all) => Object.fromEntries(Object.entries(all).filter((_, index) => index % 3 === 0)))

const query = fc
  .array(
    fc.tuple(fc.constantFrom('page', 'tags', 'start_date', 'since', 'status', 'user_id', '__proto__'), text),
  )
  .map((pairs) => pairs.map(([name, one]) => `${name}=${encodeURIComponent(one.toWellFormed())}`).join('&'))

const segment = fc.oneof(
  fc.constantFrom('%', '%zz', '..', '%2e%2e%2f', '*', ':id', 'tags', '%00', 'a;b'),
  fc.uuid(),
  text.map((one) => encodeURIComponent(one.toWellFormed().slice(0, 500))),
)

/** A call that is wrong in some ways, or in none, so that what lies behind the refusals is met too. */
const requests = fc.constantFrom(...NAMES).chain((name) => {
  const endpoint: Endpoint = ENDPOINTS[name]
  // The samples are made once the server is there: they are drawn by their number.
  return fc.nat({ max: 10 }).chain((number) => {
    const pool = samples.get(name) ?? []
    const sample = pool[number % Math.max(1, pool.length)] ?? {}
    const body = Buffer.isBuffer(sample.body) ? {} : sample.body
    return fc.record({
      name: fc.constant(name),
      path: fc.constant(API_PREFIX + samplePath(endpoint.path, { ...sample, query: {} })),
      method: fc.oneof(
        { weight: 9, arbitrary: fc.constant(endpoint.method) },
        fc.constantFrom('GET' as const, 'HEAD' as const, 'POST' as const, 'PUT' as const, 'DELETE' as const),
      ),
      segment: fc.option(segment, { freq: 8 }),
      query: fc.option(query),
      payload: fc.oneof(
        fc.constant(body && JSON.stringify(body)),
        body === undefined ? fc.constant(undefined) : spoiled(body).map((one) => JSON.stringify(one)),
        fc.constantFrom('', 'null', '[]', '{', '{"a":1}{"b":2}', '{"__proto__":{"role":"ADMIN"}}'),
      ),
      token: fc.option(fc.constantFrom('admin' as const, 'owner' as const)),
      headers: fc.oneof(fc.constant({}), headers),
    })
  })
})

it(`${numRuns} hostile calls get no response 5xx, and no refusal of another shape`, TIMEOUT, async () => {
  const isProblem = fc.asyncProperty(requests, async (request) => {
    const { name, method, token, payload } = request
    const endpoint: Endpoint = ENDPOINTS[name]
    const path =
      request.segment === null ? request.path : request.path.replace(/[^/]+$/, () => request.segment ?? '')
    const response = await test.app.inject({
      method,
      url: request.query === null ? path : `${path}?${request.query}`,
      headers: {
        // Nobody is signed out in the middle: the calls that follow are to be met with good tokens.
        ...(token !== null && endpoint.auth !== 'none' && endpoint.auth !== 'lenient'
          ? { authorization: `Bearer ${people[token].token}` }
          : {}),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(payload === undefined ? {} : { payload }),
    })
    expect(response.statusCode).toBeLessThan(500)
    const isCompressed = response.headers['content-encoding'] !== undefined
    // `..` leads out of the calls, to a page.
    const isPage = path !== request.path && response.body.startsWith('<!')
    if (response.statusCode < 400 || method === 'HEAD' || isCompressed || isPage) return
    errorEnvelopeSchema.parse(response.json())
  })
  // What is loaded and cached once is there after some of them.
  await fc.assert(isProblem, { ...RUNS, numRuns: Math.min(numRuns, 300) })
  const before = heapBytes()
  await fc.assert(isProblem, RUNS)
  if (numRuns >= 600) expect(heapBytes() - before).toBeLessThan(16 * 1024 * 1024)
  expect((await test.app.inject({ url: '/readyz' })).statusCode).toBe(200)
})

function heapBytes(): number {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  return process.memoryUsage().heapUsed
}

const PIECES =
  '.. . ... %2e %2E%2e%2F ..%2f ..%5c ..\\ \\ %5c %2f // / %00 %0d%0a %7f %c0%ae %ff%fe %ED%A0%80 % %2 %zz %252e @ a@b ;x=1 | "<script> {} [ * :id __proto__ .git/config .vite/manifest.json index.html.br con'
const QUERIES =
  '? ?? ?% ?x=%00 ?x=%zz ?filters=true&filters=false ?tags[]=1&tags[0][a]=2 ?tags=["a" ?start=9999-99-99&end=-1 ?__proto__[x]=1 ?locale=../../pt ?token=%EF%BF%BF #fragment ?redirect=//evil.example'
const piece = fc.oneof(
  fc.constantFrom(...PIECES.split(' ')),
  fc.constantFrom('x'.repeat(5000), '/a'.repeat(400)),
)
const foreign = fc.constantFrom(
  'http://evil.example',
  'https://a:b@evil.example:1',
  'file://',
  'http://[::1]',
)

/** The address of a page or a file as a hostile client writes it, made from addresses that exist. */
const targets = fc.nat({ max: 1000 }).chain((number) => {
  const known = addresses[number % addresses.length] ?? '/'
  return fc.oneof(
    fc.constantFrom(...QUERIES.split(' ')).map((one) => known + one),
    fc.tuple(piece, piece).map(([one, other]) => `${known}/${one}${other}`),
    piece.map((one) => `/${one}${known}`),
    piece.map((one) => known.replace(/[^/]+$/, () => one)),
    fc.constantFrom('//', '/\\', '/./', '/x/../', '/%2e%2e//').map((one) => one + known),
    foreign.map((one) => one + known),
    fc.constant(known.toUpperCase()),
    fc.constant(known.replaceAll(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)),
  )
})

it(
  `${numRuns} hostile requests for pages and files get no response 5xx, and every refusal is a page or an envelope`,
  TIMEOUT,
  async () => {
    const methods = fc.oneof(
      { weight: 6, arbitrary: fc.constant('GET') },
      fc.constantFrom('HEAD', 'OPTIONS', 'POST', 'PUT', 'TRACE', 'QUERY'),
    )
    const isProblem = fc.asyncProperty(methods, targets, headers, async (method, target, sent) => {
      const { host: _, ...others } = sent as Record<string, string>
      const lines = Object.entries(others).map(([name, one]) => `${name}: ${one}`)
      const response = await sendBytes(port, requestBytes({ method, target, headers: lines }))
      expect(problemOf(method, response)).toBeUndefined()
    })
    await fc.assert(isProblem, RUNS)
    expect((await test.app.inject({ url: '/readyz' })).statusCode).toBe(200)
  },
)

function problemOf(method: string, { status, head, body }: VerbatimResponse): string | undefined {
  if (status === 0) return 'no response'
  if (status >= 500) return 'a response 5xx'
  const type = /^content-type: (.*)$/im.exec(head)?.[1] ?? ''
  const location = /^location: (.*)$/im.exec(head)?.[1]
  if (location !== undefined && !/^\/(?![/\\])/.test(location)) return 'a redirect to another site'
  if (/(?:href|content)="https?:\/\/evil/.test(body)) return 'a page that points to another site'
  // A compressed or chunked body says as much by its type.
  const isPlain = !/^(?:content|transfer)-encoding:/im.test(head)
  if (status < 400 || method === 'HEAD' || method === 'OPTIONS') return undefined
  if (type.startsWith('text/html'))
    return isPlain && !/^<!doctype html>/i.test(body) ? 'half a page' : undefined
  if (!type.startsWith('application/json')) return `a refusal as ${type || 'nothing'}`
  const isEnvelope = !isPlain || errorEnvelopeSchema.safeParse(JSON.parse(body)).success
  return isEnvelope ? undefined : 'a refusal of another shape'
}

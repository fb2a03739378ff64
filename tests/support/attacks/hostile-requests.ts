import { randomUUID } from 'node:crypto'
import type { SeededRandom } from '@/domain/posters/poster'

/** A value that JSON can say. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

const TEXTS = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  'a\u0000b',
  'x'.repeat(300),
  'x'.repeat(20_000),
  '<script>alert(1)</script>',
  "'; drop table events; --",
  '../../../../etc/passwd',
  '%00%ff',
  // oxlint-disable-next-line no-template-curly-in-string -- what a template engine would fall for
  '${7*7}{{7*7}}',
  'a@example.com\r\nBcc: b@example.com',
  '🏄‍♀️'.repeat(200),
  '\u202Eevil\u202C',
  'NaN',
  '1e309',
  '-1',
  '__proto__',
  'constructor',
  'toString',
  '2026-02-30 25:61:00',
  '2026-06-20 19:00:00',
  '+275760-09-13',
  '9999-12-31',
  '0000-01-01',
  'javascript:alert(1)',
  'https://[::1',
  'http://user:pass@example.com/',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-4fff-8fff-ffffffffffff',
  'data:image/png;base64,AAAA',
  '/9j/4AAQSkZJRgABAQAAAQABAAD/',
  'iVBORw0KGgoAAAANSUhEUgAA//8AAP//CAYAAAA=',
] as const satisfies readonly [string, ...string[]]

const VALUES: readonly [() => Json, ...(() => Json)[]] = [
  () => null,
  () => true,
  () => 0,
  () => -1,
  () => 1.5,
  () => 2 ** 53,
  () => 1e308,
  () => -1e-320,
  () => [],
  () => ({}),
  () => [null],
  () => ({ list: {} }),
  () => ({ list: [], repeated: {} }),
  () => Array.from({ length: 60 }, () => 'x'),
  () => Array.from({ length: 6000 }, () => 0),
  () => nested(60),
  () => ({ ['constructor']: { prototype: { admin: true } } }),
]

function nested(depth: number): Json {
  let value: Json = 'deep'
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

function hostileText(random: SeededRandom): string {
  return random.pick(TEXTS)
}

function hostileValue(random: SeededRandom): Json {
  return random.between(0, 1) === 0 ? hostileText(random) : random.pick(VALUES)()
}

/** The value with something wrong with it, anywhere inside. */
function spoil(value: Json, random: SeededRandom): Json {
  if (random.between(0, 11) === 0) return hostileValue(random)
  if (Array.isArray(value)) {
    if (value.length === 0) return [hostileValue(random)]
    const at = random.between(0, value.length - 1)
    return random.between(0, 3) === 0
      ? [...value, hostileValue(random)]
      : value.map((inner, index) => (index === at ? spoil(inner, random) : inner))
  }
  if (typeof value === 'object' && value !== null) return spoilObject(value, random)
  return hostileValue(random)
}

function spoilObject(value: { [key: string]: Json }, random: SeededRandom): Json {
  const keys = Object.keys(value)
  const key = keys[random.between(0, Math.max(0, keys.length - 1))]
  const kind = random.between(0, 9)
  if (key === undefined || kind === 0) return { ...value, [hostileText(random)]: hostileValue(random) }
  if (kind === 1) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
  return { ...value, [key]: spoil(value[key] ?? null, random) }
}

/** Text that is sent as a JSON body: mostly JSON. */
export function hostileBody(value: Json, random: SeededRandom): string {
  const text = JSON.stringify(spoil(value, random))
  const kind = random.between(0, 19)
  if (kind === 0) return text.slice(0, random.between(0, text.length))
  if (kind === 1) return text.replace(/:(?=["\d])/, ':1e999,"z":')
  if (kind === 2) return `${text}${text}`
  if (kind === 3) return text.replace('{', '{"__proto__":{"role":"ADMIN"},')
  if (kind === 4)
    return random.pick(['', ' ', 'null', '0', '"x"', '[]', '{', '}{', '\uFEFF{}', 'NaN', '//', "{'a':1}"])
  return text
}

/** A query whose values, names or number are wrong. */
export function hostileQuery(query: Record<string, string>, random: SeededRandom): string {
  const names = ['page', 'per_page', 'tags', 'start_date', 'end_date', 'since', 'status', 'user_id'] as const
  const parts = Object.entries(query).map(([name, value]) => pair(name, value))
  for (let more = random.between(0, 3); more > 0; more -= 1)
    parts.push(pair(random.pick(names), random.between(0, 2) === 0 ? '1' : hostileText(random)))
  const raw = random.pick([
    '',
    '&',
    '&&=&',
    '%',
    '&a[b][c]=1',
    '&page=1&page=2',
    '&__proto__[x]=1',
    '#x',
    '&x=%E0%A4%A',
  ])
  return `?${parts.join('&')}${raw}`
}

function pair(name: string, value: string): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`
}

/** Invalid ids. */
export function hostileSegment(random: SeededRandom): string {
  const raw = random.pick(['%', '%zz', '..', '%2e%2e%2f', '*', ':id', 'tags', 'list', '-', '%00', 'a;b', '~'])
  return random.pick([
    raw,
    randomUUID(),
    encodeURIComponent(hostileText(random).toWellFormed().slice(0, 500)),
  ])
}

/** Headers as a hostile client writes them; each may be missing. */
export function hostileHeaders(random: SeededRandom): Record<string, string> {
  const choices: Record<string, readonly [string, ...string[]]> = {
    authorization: [
      'Bearer',
      'Bearer ',
      'Bearer x.y.z',
      'Basic YTpi',
      'bearer null',
      `Bearer ${'e'.repeat(5000)}`,
      UNSIGNED,
    ],
    'idempotency-key': ['x', '', '0', 'f3b1c9a2-0000-4000-8000-00000000c0de', 'x'.repeat(2000)],
    'content-type': [
      'text/plain',
      'application/xml',
      'application/json; charset=utf-16',
      'application/json;',
      'x',
      '',
    ],
    'form-token': ['x', 'e30.e30.e30', 'x'.repeat(5000)],
    'proof-of-work': ['x', 'e30', 'bnVsbA', 'eyJjaGFsbGVuZ2UiOnt9fQ', 'x'.repeat(5000)],
    cookie: ['device=x', 'device=%', '__Host-device=a.b', 'device='.repeat(900), '=;=;'],
    'accept-language': ['*', 'pt;q=x', 'x-'.repeat(900), '\u00ff', 'en;q=-1,,,;', '../../pt'],
    'accept-encoding': ['br', 'gzip;q=0', 'x, *;q=0', 'br,'.repeat(400)],
    host: ['evil.example', 'a b', '[::1', 'localhost:99999', '"><script>', ''],
    'if-none-match': ['*', 'W/"x"', '"'.repeat(500)],
    origin: ['null', 'https://evil.example', 'x'],
    'x-forwarded-for': ['1.2.3.4, x', "' or 1=1", '::::'],
    'x-forwarded-host': ['evil.example'],
    range: ['bytes=0-0,-1', 'bytes=9-1', 'x'],
    'content-encoding': ['gzip', 'br', 'x'],
  }
  const headers: Record<string, string> = {}
  for (const [name, values] of Object.entries(choices))
    if (random.between(0, 14) === 0) headers[name] = random.pick(values)
  return headers
}

/** An unsigned token that claims to be an administrator's. */
const UNSIGNED = `Bearer ${[
  { alg: 'none' },
  { sub: '00000000-0000-4000-8000-000000000000', aud: 'events-guide', exp: 4_000_000_000 },
]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.')}.`

/** Malformed HTTP, as bytes for a socket. */
export function hostileBytes(path: string, random: SeededRandom): string {
  const host = 'Host: localhost\r\n'
  const json = `${host}Content-Type: application/json\r\n`
  const noise = hostileText(random)
  return random.pick([
    `GET ${path} HTTP/1.1\r\n${host}\r\nGET ${path} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
    `GET ${path}?x=${noise.replaceAll(/\s/g, '+')} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
    `GET ${path}\u0000 HTTP/1.1\r\n${host}\r\n`,
    `GET  ${path}  HTTP/9.9\r\n${host}\r\n`,
    `BREW ${path} HTTP/1.1\r\n${host}\r\n`,
    `GET http://evil.example${path} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
    `GET ${path} HTTP/1.1\r\n\r\n`,
    `GET ${path} HTTP/1.0\r\n\r\n`,
    `GET ${path} HTTP/1.1\r\n${host}${'X-Long: y\r\n'.repeat(3000)}\r\n`,
    `GET ${path} HTTP/1.1\r\n${host}X-Long: ${'y'.repeat(40_000)}\r\n\r\n`,
    `GET ${path} HTTP/1.1\r\n${host}Bad Header: x\r\n\r\n`,
    `GET ${path} HTTP/1.1\r\n${host}X: ${noise}\r\n\r\n`,
    `POST ${path} HTTP/1.1\r\n${json}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    `POST ${path} HTTP/1.1\r\n${json}Content-Length: -1\r\n\r\n{}`,
    `POST ${path} HTTP/1.1\r\n${json}Content-Length: 99999999999\r\n\r\n{}`,
    `POST ${path} HTTP/1.1\r\n${json}Content-Length: 400\r\n\r\n{"title":`,
    `POST ${path} HTTP/1.1\r\n${json}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    `POST ${path} HTTP/1.1\r\n${json}Transfer-Encoding: chunked\r\n\r\nfffffffffff\r\n{}`,
    `POST ${path} HTTP/1.1\r\n${json}Transfer-Encoding: chunked, x\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    `POST ${path} HTTP/1.1\r\n${json}Expect: magic\r\nContent-Length: 2\r\n\r\n{}`,
    `OPTIONS * HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
    `CONNECT localhost:5432 HTTP/1.1\r\n${host}\r\n`,
    `GET ${path} HTTP/1.1\r\n${host}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\u0016\u0003\u0001\u0002\u0000\u0001',
    noise,
  ])
}

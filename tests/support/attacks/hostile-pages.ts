import type { SeededRandom } from '@/domain/posters/poster'

/** A page's or a file's address as a hostile client writes it, made from addresses that exist. */
export function hostileTarget(known: readonly [string, ...string[]], random: SeededRandom): string {
  let target: string = random.pick(known)
  for (let more = random.between(-2, 3); more > 0; more -= 1) target = random.pick(SPOILERS)(target, random)
  return target
}

type Spoiler = (target: string, random: SeededRandom) => string

const PIECES = [
  '..',
  '.',
  '...',
  '%2e',
  '%2e%2e',
  '%2E%2e%2F',
  '..%2f',
  '..%5c',
  '..\\',
  '\\',
  '%5c',
  '%2f',
  '//',
  '/',
  '%00',
  '%0d%0a',
  '%7f',
  '%c0%ae',
  '%e0%80%af',
  '%ff%fe',
  '%ED%A0%80',
  '%F4%90%80%80',
  '%EF%BF%BF',
  '%',
  '%2',
  '%zz',
  '%252e',
  '%25',
  '~',
  '@',
  'a@b',
  ';x=1',
  '|',
  '"<script>',
  '{}',
  '[',
  ']',
  '$id',
  '*',
  ':id',
  '__proto__',
  'constructor',
  '.git/config',
  '.vite/manifest.json',
  'index.html.br',
  'con',
  '\u00e9',
  '\u0085',
  'x'.repeat(300),
  'x'.repeat(5000),
  '%F0%9F%8F%84'.repeat(120),
  '/a'.repeat(400),
] as const

const QUERIES = [
  '?',
  '??',
  '?%',
  '?x=%00',
  '?x=%zz',
  '?filters=true&filters=false',
  '?tags[]=1&tags[0][a]=2',
  '?tags=%5B%7B%7D%5D',
  '?tags=["a"',
  '?start=9999-99-99&end=-1',
  '?start_date=%22%22',
  '?q=' + 'x'.repeat(3000),
  '?' + 'a=1&'.repeat(800),
  '?__proto__[x]=1&constructor=1',
  '?locale=../../pt',
  '?token=%EF%BF%BF',
  '?confirm-email-token=' + '%41'.repeat(500),
  '#fragment',
  '?redirect=//evil.example',
] as const

const SPOILERS: readonly [Spoiler, ...Spoiler[]] = [
  (target, random) => `${target}${random.pick(QUERIES)}`,
  (target, random) => `${target}/${random.pick(PIECES)}`,
  (target, random) => `${target}${random.pick(PIECES)}`,
  (target, random) => `/${random.pick(PIECES)}${target}`,
  (target, random) => `${random.pick(['/', '//', '/\\', '/./', '/x/../', '/%2e%2e//'])}${target}`,
  (target, random) => target.replaceAll('/', () => random.pick(['/', '/', '//', '%2f', '\\', '/./'])),
  (target, random) => target.replace(/[^/]+$/, () => random.pick(PIECES)),
  (target) => target.replaceAll(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (target) => target.toUpperCase(),
  (target, random) =>
    `${random.pick(['http://evil.example', 'https://a:b@evil.example:1', 'file://', 'http://[::1]', 'http:'])}${target}`,
]

const METHODS = [
  'GET',
  'GET',
  'GET',
  'GET',
  'GET',
  'GET',
  'HEAD',
  'OPTIONS',
  'POST',
  'PUT',
  'TRACE',
  'QUERY',
] as const

/** Mostly GET, sometimes what a page or a file does not take. */
export function hostileMethod(random: SeededRandom): string {
  return random.pick(METHODS)
}

const HEADERS: readonly [readonly [string, ...string[]], ...(readonly [string, ...string[]])[]] = [
  ['Accept: text/html', 'Accept: */*', 'Accept: ', 'Accept: text/html;q=0'],
  [
    'Accept-Encoding: br, gzip',
    'Accept-Encoding: deflate',
    'Accept-Encoding: *;q=0, br',
    'Accept-Encoding: zstd',
  ],
  [
    'Accept-Language: pt',
    'Accept-Language: *',
    `Accept-Language: ${'x-'.repeat(900)}`,
    'Accept-Language: ../../pt',
  ],
  [
    'Range: bytes=99999999-',
    'Range: bytes=-1',
    'Range: bytes=-0',
    'Range: bytes=0-0,2-3,9-1',
    'Range: bytes=1e3-',
    'Range: bytes=99999999999999999999-',
    `Range: bytes=${'0-1,'.repeat(500)}`,
    'Range: x',
  ],
  ['If-Range: "x"', 'If-Range: Thu, 99 Nov 9999', 'If-Range: '],
  ['If-None-Match: *', `If-None-Match: ${'"'.repeat(500)}`, 'If-None-Match: W/'],
  ['If-Match: *', 'If-Match: "x"', 'If-Match: ,,,'],
  [
    'If-Modified-Since: nonsense',
    'If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT',
    'If-Modified-Since: -1',
  ],
  ['If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT', 'If-Unmodified-Since: NaN'],
  ['Cookie: locale=../../x', 'Cookie: PARAGLIDE_LOCALE=%00', `Cookie: ${'a=b;'.repeat(900)}`, 'Cookie: =;=;'],
  ['X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: javascript', 'X-Forwarded-For: 1.2.3.4'],
  ['Origin: null', 'Origin: https://evil.example'],
  ['Content-Type: application/json', 'Content-Encoding: gzip', 'Content-Length: 0'],
]

/** Header lines, each kind in one request of six. */
export function hostileHeaderLines(random: SeededRandom): string[] {
  return HEADERS.flatMap((lines) => (random.between(1, 6) === 1 ? [random.pick(lines)] : []))
}

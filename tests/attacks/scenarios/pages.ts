import { connect } from 'node:net'
import type { DemoServer } from '../../support/demo-server'
import type { Attack, Outcome } from './attack'

/** Pages of somebody else, if a target were resolved and not joined. */
const POISONED_TARGETS = [
  '//evil.example/events/ID',
  '///evil.example/events/ID',
  '/\\evil.example/events/ID',
  '/x/..//evil.example/events/ID',
  '/.//evil.example/events/ID',
  '/%2e//evil.example/events/ID',
  '/%2e%2e//evil.example/events/ID',
  'http://evil.example/events/ID',
  'https://a:b@evil.example/events/ID',
]

const POISONED_HEADERS = [
  'X-Forwarded-Proto: javascript',
  'X-Forwarded-Proto: https://evil.example/?',
  'X-Forwarded-Proto: "><script>alert(1)</script>',
  'X-Forwarded-Host: evil.example',
  'X-Forwarded-Host: evil.example/?',
]
const WITH_ADDRESSES = ['/sitemap.xml', '/robots.txt', '/events/ID', '/api/v1/events']

const HOSTILE: readonly (readonly [target: string, header?: string])[] = [
  ['/assets/'],
  ['/assets/%2e%2e/x'],
  ['/assets/..%5cx'],
  ['/assets/%2e%2e%2f%2e%2e%2fpackage.json'],
  ['/assets/./x'],
  ['/assets//x'],
  ['//['],
  ['//a@b/'],
  ['//:'],
  ['/events/%00'],
  [`/events/${'x'.repeat(400)}`],
  ['/events/..%2f..%2fx'],
  ['/sw.js', 'Range: bytes=99999999-'],
  ['/sw.js', 'Range: bytes=2-1'],
  ['/sw.js', 'If-Match: "another"'],
  ['/favicon.svg', 'If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT'],
]

export const attacks: readonly Attack[] = [
  {
    name: 'A page that says it is on another site',
    bar: 'no address of another site in canonical, og:url and JSON-LD',
    env: { PUBLIC_ORIGIN: 'http://guide.example' },
    run: async (target) => {
      const id = await someEvent(target)
      const responses = await Promise.all(
        POISONED_TARGETS.map((path) => send(target, path.replace('ID', id), 'Accept: text/html')),
      )
      return outcome(
        responses.filter((answer) => answer.includes('evil.example')).length,
        responses.length,
        'pages point to evil.example',
      )
    },
  },
  {
    name: 'Forwarded headers that poison the sitemap and the pages',
    bar: 'nothing of them in any answer',
    // Without PUBLIC_ORIGIN such a server refuses to start (read-config.test.ts); the demonstration's is given with it.
    env: { TRUST_PROXY: 'loopback' },
    run: async (target) => {
      const id = await someEvent(target)
      const requests = WITH_ADDRESSES.flatMap((path) =>
        POISONED_HEADERS.map((header) => [path, header] as const),
      )
      const responses = await Promise.all(
        requests.map(([path, header]) => send(target, path.replace('ID', id), header)),
      )
      const poisoned = responses.filter((answer) =>
        /evil\.example|javascript:|alert\(1\)/.test(answer),
      ).length
      return outcome(poisoned, responses.length, 'answers repeat them')
    },
  },
  {
    name: 'Addresses and headers that break pages and files',
    bar: 'no answer 5xx',
    run: async (target) => {
      const responses = await Promise.all(
        HOSTILE.map(([path, header]) => send(target, path, header ?? 'Accept: */*')),
      )
      return outcome(
        responses.filter((answer) => !/^HTTP\/1\.1 [1-4]/.test(answer)).length,
        responses.length,
        'answers are errors 5xx or none at all',
      )
    },
  },
]

function outcome(bad: number, all: number, words: string): Outcome {
  return { holds: bad === 0, figure: `${bad} of ${all} ${words}` }
}

async function someEvent({ origin }: DemoServer): Promise<string> {
  const response = await fetch(`${origin}/api/v1/events`)
  const { data } = (await response.json()) as { data: { items: { id: string }[] } }
  return data.items[0]?.id ?? ''
}

/** The whole answer to a target that is sent as it is. */
function send({ origin }: DemoServer, target: string, header: string): Promise<string> {
  const { port } = new URL(origin)
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(Number(port), 'localhost', () =>
      socket.write(`GET ${target} HTTP/1.1\r\nHost: guide.example\r\nConnection: close\r\n${header}\r\n\r\n`),
    )
    socket.setEncoding('utf8').on('data', (part: string) => (received += part))
    socket.setTimeout(10_000, () => socket.destroy())
    socket.on('error', () => {})
    socket.on('close', () => resolve(received))
  })
}

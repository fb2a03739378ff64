/**
 * `npm run test:attacks [-- part-of-a-name]`: one client floods the built server with what nobody has in a cache, from one address and from
 * random /64 of one /48, while other people read a page that is. Exit code 1 when their p99 is above the bar, or one of them is refused.
 * `attacks.ts flood <origin> <kind>` is the flood itself, a process of its own, so that it does not slow what is measured.
 * `npm run test:attacks -- fuzz 10000` sends so many wrong requests to every call, page and file instead (tests/api/limits/fuzz*).
 */
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { startDemoServer } from '../support/demo-server'

const PORT = 3970
const ALONE_MS = 3000
const FLOOD_MS = 8000
const CONNECTIONS = 40
const READ_EVERY_MS = 20
/** The p99 of others' cached page. */
const BAR_MS = 300

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const range = (turn: number) => `from=${dayIn(turn % 1000)}&to=${dayIn(1000 + turn)}`

/** Paths, no two of which are alike. */
const KINDS: Readonly<Record<string, (turn: number) => string>> = {
  pages: (turn) => `/events?${range(turn)}`,
  'each date': (turn) => `/api/v1/events?each=date&page=${turn}`,
  lists: (turn) => `/api/v1/events?per_page=100&page=${turn}`,
  calendars: (turn) => `/events.ics?${range(turn)}`,
  feeds: (turn) => `/events.rss?${range(turn)}`,
  embed: (turn) => `/embed?${range(turn)}`,
  'unknown weeks': (turn) => `/week/${2000 + (turn % 90)}-W${99 - (turn % 40)}`,
  'unknown events': () => `/events/${randomUUID()}`,
}

async function get(origin: string, path: string, from: string): Promise<{ status: number; ms: number }> {
  const begun = performance.now()
  const headers = { 'x-forwarded-for': from, accept: 'text/html' }
  const status = await fetch(origin + path, { headers, redirect: 'manual' }).then(
    async (response) => {
      await response.arrayBuffer()
      return response.status
    },
    () => 0,
  )
  return { status, ms: performance.now() - begun }
}

async function flood(origin: string, kind: string): Promise<void> {
  const path = KINDS[kind]
  if (path === undefined) throw new Error(`there is no flood of ${kind}`)
  const until = performance.now() + FLOOD_MS
  const counts = new Map<number, number>()
  let turn = 0
  const one = async (connection: number) => {
    while (performance.now() < until) {
      // Half of them from one address, half from anywhere in one customer's network.
      const from = connection % 2 === 0 ? '203.0.113.9' : `2001:db8:9:${randomBytes(2).toString('hex')}::1`
      const { status } = await get(origin, path((turn += 1)), from)
      counts.set(status, (counts.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, connection) => one(connection)))
  process.stdout.write([...counts].map(([status, count]) => `${status}: ${count}`).join(', '))
}

/** Starts the flood; resolves with what it got. */
async function floodFromOutside(origin: string, kind: string): Promise<string> {
  const args = ['--import', 'tsx', 'tests/attacks/attacks.ts', 'flood', origin, kind]
  const attacker = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let told = ''
  attacker.stdout.setEncoding('utf8').on('data', (text: string) => (told += text))
  const [code] = await once(attacker, 'close')
  // A flood that broke off would let every bar hold.
  if (code !== 0) throw new Error(`the flood of ${kind} broke off`)
  return told
}

/** What others get of the home page meanwhile, each from a network of their own. */
async function readWhile(origin: string, meanwhile: Promise<unknown>) {
  const over = new AbortController()
  const ended = meanwhile.finally(() => over.abort())
  const reads: Promise<{ status: number; ms: number }>[] = []
  for (let turn = 0; !over.signal.aborted; turn += 1) {
    reads.push(get(origin, '/', `198.51.${100 + (turn % 100)}.1`))
    await wait(READ_EVERY_MS)
  }
  await ended
  const responses = await Promise.all(reads)
  const times = responses.map(({ ms }) => ms).toSorted((one, other) => one - other)
  return {
    p99: Math.round(times[Math.floor(times.length * 0.99)] ?? Infinity),
    refused: responses.filter(({ status }) => status !== 200).length,
    count: responses.length,
  }
}

async function attack(only: string): Promise<boolean> {
  let holds = true
  for (const kind of Object.keys(KINDS).filter((name) => name.includes(only))) {
    const server = await startDemoServer(PORT, process.cwd(), { TRUST_PROXY: 'loopback' })
    try {
      // How busy the machine is without us: a few milliseconds on a quiet one.
      const alone = await readWhile(server.origin, wait(ALONE_MS))
      const flooding = floodFromOutside(server.origin, kind)
      const { p99, refused, count } = await readWhile(server.origin, flooding)
      const isMet = p99 <= BAR_MS && refused === 0
      holds &&= isMet
      const others = `others' cached page p99 ${p99} ms (alone ${alone.p99}), ${refused} of ${count} refused`
      const figures = `${others}; the flood: ${await flooding}`
      process.stdout.write(`${isMet ? 'ok       ' : 'FAIL     '} a flood of ${kind}: ${figures}\n`)
    } finally {
      await server.stop()
    }
  }
  return holds
}

/** A request that fails is printed. */
function fuzz(requests: string): boolean {
  const node = (...args: string[]) =>
    spawnSync(process.execPath, [...process.execArgv, ...args], {
      stdio: 'inherit',
      env: { ...process.env, FUZZ_REQUESTS: requests, FUZZ_DIST: 'dist' },
    }).status === 0
  return (
    node('tools/build.ts') &&
    node('node_modules/vitest/vitest.mjs', 'run', '--project', 'api', 'tests/api/limits/fuzz')
  )
}

const [first = '', second = '', kind = ''] = process.argv.slice(2)
if (first === 'flood') await flood(second, kind)
else if (first === 'fuzz') process.exitCode = fuzz(second || '10000') ? 0 : 1
else process.exitCode = (await attack(first)) ? 0 : 1

/**
 * `npm run bench:api -- [--events 1000] [--runs 5] [--seconds 2]`: the built product with so many events. Each address is requested by 20
 * connections: from the response cache, and computed anew. Medians. Exit code 1 when a bar is missed.
 */
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { startDemoServer } from '../support/demo-server'
import { conclude, judge, median, type Bar, type Figures } from './verdict'

const CONNECTIONS = 20

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '1000' },
    runs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
  },
})

const BARS: readonly Bar[] = [
  ['list: cached a second', 'at least', 2000],
  ['home page: cached a second', 'at least', 1000],
  ...['list', 'a word', 'a filter', 'an event'].map((name): Bar => [`${name}: anew, p99 ms`, 'at most', 100]),
  ['memory at rest, MB', 'at most', 180],
]

const server = await startDemoServer(3990, { LIMITS: 'off' })
try {
  fill(server.dataDir)
  const figures: Figures = { 'memory at rest, MB': await rssMb() }
  for (const [name, path] of Object.entries(await addresses())) {
    await load(path, { seconds: 2 })
    const runs: Figures[] = []
    for (let run = 0; run < Number(values.runs); run += 1) {
      const cached = await load(path, { seconds: Number(values.seconds) })
      const anew = await load(path, { seconds: Number(values.seconds), isUnique: true })
      runs.push({
        [`${name}: cached a second`]: cached.perSecond,
        [`${name}: cached, p99 ms`]: cached.p99Ms,
        [`${name}: anew a second`]: anew.perSecond,
        [`${name}: anew, p99 ms`]: anew.p99Ms,
      })
    }
    Object.assign(figures, median(runs))
  }
  figures['memory under load, MB'] = await rssMb()
  for (const [name, figure] of Object.entries(figures))
    process.stdout.write(`${name.padEnd(40)}${figure.toFixed(0).padStart(9)}\n`)
  conclude(judge(figures, BARS))
} finally {
  await server.stop()
}

async function read<T>(path: string): Promise<T> {
  const response = await fetch(`${server.origin}/api/v1${path}`)
  return ((await response.json()) as { data: T }).data
}

async function addresses(): Promise<Record<string, string>> {
  const { items } = await read<{ items: { id: string }[] }>('/events?per_page=1')
  const { cursor } = await read<{ cursor: string }>('/events/list')
  const filter = new URLSearchParams({ tags: 'surf,fado', start_date: inDays(20), end_date: inDays(27) })
  return {
    list: '/api/v1/events?per_page=12',
    'a word': '/api/v1/events?per_page=12&q=bands',
    'a filter': `/api/v1/events?${filter}`,
    'an event': `/api/v1/events/${items[0]?.id}`,
    'changes since': `/api/v1/events/list?since=${cursor}`,
    feed: '/events.ics?tags=surf',
    'home page': '/',
    'page of the list': '/events',
    'page of an event': `/events/${items[0]?.id}`,
  }
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString()
}

/**
 * A run of some seconds. `isUnique` sends each request to a host of its own, which is in the addresses of its response: no cached one
 * fits. (A parameter that means nothing would find the response of those before.)
 */
async function load(
  path: string,
  { seconds, isUnique = false }: { seconds: number; isUnique?: boolean },
): Promise<{ perSecond: number; p99Ms: number }> {
  let number = 0
  const host = () => `guide-${(number += 1)}.example`
  const result = await autocannon({
    url: server.origin + path,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { 'accept-encoding': 'br' },
    ...(isUnique && {
      requests: [
        { setupRequest: (request) => ({ ...request, headers: { ...request.headers, host: host() } }) },
      ],
    }),
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} responses of ${path} were no 2xx, ${result.errors} requests failed`)
  return { perSecond: result.requests.average, p99Ms: result.latency.p99 }
}

function fill(dataDir: string): void {
  const options = ['--events', values.events, '--users', '0', '--photos', '0']
  const program = ['--import', 'tsx', 'tests/fill/fill-guide.ts', ...options]
  const { status } = spawnSync(process.execPath, program, {
    stdio: 'inherit',
    env: { ...process.env, DATA_DIR: dataDir },
  })
  if (status !== 0) throw new Error('the guide could not be filled')
}

/** Memory of the server without its database. */
async function rssMb(): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024)
}

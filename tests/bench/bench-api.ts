/**
 * `npm run bench:api -- [--sizes 1000,10000] [--runs 5] [--seconds 2]`: the built server with that many events, each query sent by 20
 * connections: from the response cache, computed anew, and beside a bare Fastify that sends the same bytes. Medians; the three take turns.
 * Exit code 1 when a bar is missed.
 */
import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Client } from 'pg'
import { findRunningEngine } from '@/server/platform/database/engine/start-engine'
import { withClient } from '../faults/write-load'
import { fillPublished } from '../fill/fill-published'
import { bundleServer, startServerProcess } from '../support/server/server-process'
import { requestLoad, type Load } from './request-load'
import { conclude, judge, median, type Bar, type Figures } from './verdict'

const CHANGES = 50
const UNCACHED = ['list', 'list, a word', 'list, a rare word', 'filtered list', 'detail']

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000' },
    runs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
  },
})
const sizes = values.sizes.split(',').map(Number)
const seconds = Number(values.seconds)
const largest = Math.max(...sizes)
const figures: Figures = {}

const bars: Bar[] = [
  ['list: cached, share of the bare server', 'at least', 0.5],
  ...UNCACHED.map((query): Bar => [`${largest} events, ${query}: uncached p99, ms`, 'at most', 25]),
  ['memory at rest, MB', 'at most', 180],
]

const dir = await mkdtemp(join(tmpdir(), 'events-bench-'))
await chmod(dir, 0o755)
await bundleServer()
process.stdout.write(`${'requests a second, p99 ms'.padEnd(34)}      cached        bare    uncached\n`)
try {
  for (const size of sizes) await bench(size)
} finally {
  await rm(dir, { recursive: true, force: true })
}
process.stdout.write(`memory under load: ${figures['memory under load, MB']} MB\n`)
conclude(judge(figures, bars))

async function bench(size: number): Promise<void> {
  const env = { PORT: '0', HOST: '127.0.0.1', DEMO: 'off', LOG_LEVEL: 'silent', DATA_DIR: dir }
  const filler = startServerProcess(env)
  await filler.address()
  const engine = await findRunningEngine(dir)
  if (engine === undefined) throw new Error('the database of the server is not there')
  const queries = await withClient(engine, async (client) => {
    await fillPublished(client, size)
    return benchQueries(client)
  })
  await filler.stop()

  const server = startServerProcess(env)
  const origin = await server.address()
  atMost('memory at rest, MB', await rssMb(server.process.pid))
  const bodies: Record<string, string> = {}
  for (const [query, [path = '']] of Object.entries(queries))
    bodies[bareOf(query)] = await (await fetch(origin + path)).text()
  const bare = await startBare(bodies)
  try {
    for (const [query, paths] of Object.entries(queries)) {
      const runs: Record<'cached' | 'bare' | 'uncached', Load[]> = { cached: [], bare: [], uncached: [] }
      // Compiled and warm, both of them: what is compared is how they run, not how they start.
      await requestLoad(origin, paths, { seconds: 3 })
      await requestLoad(bare.origin, [bareOf(query)], { seconds: 3 })
      for (let run = 0; run < Number(values.runs); run += 1) {
        runs.cached.push(await requestLoad(origin, paths, { seconds }))
        runs.bare.push(await requestLoad(bare.origin, [bareOf(query)], { seconds }))
        runs.uncached.push(await requestLoad(origin, paths, { seconds, unique: true }))
        atMost('memory under load, MB', await rssMb(server.process.pid))
      }
      const [cached, bareLoad, uncached] = [median(runs.cached), median(runs.bare), median(runs.uncached)]
      figures[`${size} events, ${query}: uncached p99, ms`] = uncached.p99Ms
      if (query === 'list') {
        const name = 'list: cached, share of the bare server'
        figures[name] = Math.min(figures[name] ?? 1, cached.perSecond / bareLoad.perSecond)
      }
      const cells = [cached, bareLoad, uncached].map(({ perSecond, p99Ms }) =>
        `${perSecond.toFixed(0)} ${p99Ms}`.padStart(12),
      )
      process.stdout.write(`${`${size}: ${query}`.padEnd(34)}${cells.join('')}\n`)
    }
  } finally {
    bare.stop()
    await server.stop()
  }
}

function atMost(name: string, value: number): void {
  figures[name] = Math.max(figures[name] ?? 0, value)
}

/** The paths to request, below the origin. `detail` is one of many, so that the row is not always in the cache of the database. */
async function benchQueries(client: Client): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ id: string }>('select id from events order by id limit 100')
  const { rows: counters } = await client.query<{ cursor: string }>(
    `select lineage || '.' || (value - ${CHANGES}) as cursor from change_counter`,
  )
  const filter = new URLSearchParams({
    tags: 'surf,fado',
    start_date: inDays(20),
    end_date: inDays(27),
    per_page: '12',
  })
  return {
    list: ['/api/v1/events?per_page=12'],
    'list, a word': ['/api/v1/events?per_page=12&q=bands'],
    'list, a rare word': ['/api/v1/events?per_page=12&q=zarzuela'],
    'filtered list': [`/api/v1/events?${filter}`],
    detail: rows.map(({ id }) => `/api/v1/events/${id}`),
    'changes since': [`/api/v1/events/list?since=${counters[0]?.cursor}`],
    feed: ['/events.ics?tags=surf'],
    'feed rss': ['/events.rss?tags=surf'],
  }
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString()
}

function bareOf(query: string): string {
  return `/${query.replaceAll(/\W+/g, '-')}`
}

async function startBare(bodies: Record<string, string>): Promise<{ origin: string; stop(): void }> {
  const child = spawn(process.execPath, [...process.execArgv, 'tests/bench/bare-server.ts'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify(bodies))
  let output = ''
  for await (const part of child.stdout) {
    output += String(part)
    const origin = /bare at (\S+)\n/.exec(output)?.[1]
    if (origin !== undefined) return { origin, stop: () => child.kill() }
  }
  throw new Error('the bare server did not start')
}

/** Memory of a process without its children. */
async function rssMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024)
}

/**
 * `npm run bench:api -- [--sizes 1000,10000] [--runs 5] [--seconds 2]`: the built server with that many events, each
 * query sent by 20 connections (changes that are computed anew: by five, which is a network's share): from the response
 * cache, without it, and beside a bare Fastify that sends the same bytes. Medians; ratios are of runs that alternate. Exit code 1
 * when a bar is missed.
 */
import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bundleServer, startServerProcess } from '../support/server/server-process'
import { findRunningEngine } from '@/server/platform/database/engine/start-engine'
import { fillPublished } from '../fill/fill-published'
import { benchQueries } from './api/queries'
import { median, run } from './api/measure'
import type { Figures } from './api/measure'
import { withClient } from '../faults/write-load'
import { type Verdict, conclude } from './verdict'

/**
 * The least ratio of the cached list response to the bare route, and of the uncached p99 from the smallest to the largest
 * programme.
 */
const LEAST_RATIO = 0.7
const MOST_GROWTH = 3
/** The most that words may add to the uncached p99 of the list of the largest programme, and the least that feeds give from the cache. */
const MAX_WORD_RATIO = 1.5
const LEAST_FEEDS_PER_SECOND = 5000
const MAX_RSS_MB = { rest: 150, load: 300 }

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000' },
    runs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
  },
})
const sizes = values.sizes.split(',').map(Number)
const seconds = Number(values.seconds)

interface Row {
  size: number
  query: string
  cached: Figures
  uncached: Figures
  bare: Figures
}

const dir = await mkdtemp(join(tmpdir(), 'events-bench-'))
await chmod(dir, 0o755)
await bundleServer()
const rows: Row[] = []
let restMb = 0
let loadMb = 0
try {
  for (const size of sizes) await bench(size)
} finally {
  await rm(dir, { recursive: true, force: true })
}
conclude(verdicts())

async function bench(size: number): Promise<void> {
  const env = { PORT: '0', HOST: '127.0.0.1', DEMO: 'off', LOG_LEVEL: 'silent', DATA_DIR: dir }
  const filler = startServerProcess(env)
  await filler.address()
  const queries = await withClient(await engine(), async (client) => {
    await fillPublished(client, size)
    return benchQueries(client)
  })
  await filler.stop()

  const server = startServerProcess(env)
  const origin = await server.address()
  restMb = Math.max(restMb, await rssMb(server.process.pid))
  const bodies: Record<string, string> = {}
  for (const [index, [first = '']] of Object.values(queries).entries())
    bodies[`/${index}`] = await (await fetch(origin + first)).text()
  const bare = await startBare(bodies)
  try {
    for (const [index, [query, paths]] of Object.entries(queries).entries()) {
      const runs: Record<'cached' | 'uncached' | 'bare', Figures[]> = { cached: [], uncached: [], bare: [] }
      // Compiled and warm, both of them: what is compared is how they run, not how they start.
      await run(origin, paths, { seconds: 3 })
      await run(bare.origin, [`/${index}`], { seconds: 3 })
      for (let number = 0; number < Number(values.runs); number += 1) {
        runs.cached.push(await run(origin, paths, { seconds }))
        runs.bare.push(await run(bare.origin, [`/${index}`], { seconds }))
        runs.uncached.push(await run(origin, paths, { seconds, unique: true }))
        loadMb = Math.max(loadMb, await rssMb(server.process.pid))
      }
      const row = {
        size,
        query,
        cached: median(runs.cached),
        uncached: median(runs.uncached),
        bare: median(runs.bare),
      }
      rows.push(row)
      printRow(row, Buffer.byteLength(bodies[`/${index}`] ?? ''))
    }
  } finally {
    bare.stop()
    await server.stop()
  }
}

async function engine() {
  const connection = await findRunningEngine(dir)
  if (connection === undefined) throw new Error('the database of the server is not there')
  return connection
}

async function startBare(bodies: Record<string, string>): Promise<{ origin: string; stop(): void }> {
  const child = spawn(process.execPath, [...process.execArgv, 'tests/bench/api/bare-server.ts'], {
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

/** Memory of a process without its children; 0 where it cannot be measured. */
async function rssMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
}

function printRow({ size, query, cached, uncached, bare }: Row, bytes: number): void {
  if (rows.length === 1)
    process.stdout.write(
      'events   query               bytes | cache: req/s  p50  p99 | bare: req/s  p50  p99 | cache/bare| fresh: req/s  p50  p99 (ms)\n',
    )
  process.stdout.write(
    `${String(size).padEnd(8)} ${query.padEnd(18)} ${String(bytes).padStart(6)} | ${figures(cached)} |${figures(bare)} | ${`${Math.round((cached.perSecond / bare.perSecond) * 100)} %`.padStart(9)} | ${figures(uncached)}\n`,
  )
}

function figures({ perSecond, p50Ms, p99Ms }: Figures): string {
  return `${String(Math.round(perSecond)).padStart(12)} ${String(p50Ms).padStart(4)} ${String(p99Ms).padStart(4)}`
}

function verdicts(): Verdict[] {
  const lists = rows.filter(({ query }) => query === 'list')
  const ratio = Math.min(...lists.map(({ cached, bare }) => cached.perSecond / bare.perSecond))
  const [first, last] = [lists[0], lists.at(-1)]
  const growth = (last?.uncached.p99Ms ?? 0) / Math.max(1, first?.uncached.p99Ms ?? 1)
  const words = rows.filter(({ size, query }) => size === last?.size && query.startsWith('list, '))
  const wordRatio =
    Math.max(...words.map(({ uncached }) => uncached.p99Ms)) / Math.max(1, last?.uncached.p99Ms ?? 1)
  const feeds = Math.min(
    ...rows.filter(({ query }) => query.startsWith('feed')).map(({ cached }) => cached.perSecond),
  )
  return [
    [
      `cached list against bare: ${Math.round(ratio * 100)} % (at least ${LEAST_RATIO * 100} %)`,
      ratio >= LEAST_RATIO,
    ],
    [
      `p99 of the uncached list, ${first?.size} to ${last?.size} events: x${growth.toFixed(1)} (at most x${MOST_GROWTH})`,
      growth <= MOST_GROWTH,
    ],
    [
      `p99 of the uncached list of ${last?.size} events with words: x${wordRatio.toFixed(1)} of the list without (at most x${MAX_WORD_RATIO})`,
      wordRatio <= MAX_WORD_RATIO,
    ],
    [
      `feeds from the cache: ${Math.round(feeds)} a second (at least ${LEAST_FEEDS_PER_SECOND})`,
      feeds >= LEAST_FEEDS_PER_SECOND,
    ],
    [
      `memory at rest ${restMb} MB (at most ${MAX_RSS_MB.rest}), under load ${loadMb} MB (at most ${MAX_RSS_MB.load})`,
      restMb <= MAX_RSS_MB.rest && loadMb <= MAX_RSS_MB.load,
    ],
  ]
}

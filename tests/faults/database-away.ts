import { randomBytes } from 'node:crypto'
import { symlink, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  startEmbeddedEngine,
  type EmbeddedEngine,
} from '../../src/server/platform/database/engine/start-engine'
import {
  compare,
  makeTag,
  newLedger,
  sendPending,
  startFaultyServer,
  startLoad,
  type FaultReport,
  type Photos,
} from './write-load'

const LOAD_MS = 700
const AWAY_MS = 1500
const ROUNDS = 3
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }

/**
 * PostgreSQL stops and comes back under load, a few times, beside one server that is never restarted: 503 with
 * `Retry-After` meanwhile, then well again, and nothing that was acknowledged is lost.
 */
export async function databaseAway(dir: string, photos: Photos): Promise<FaultReport> {
  // The socket of the engine is somewhere else each time; the server's address of it must not change.
  const place = join(dir, 'socket')
  const start = async () => {
    const engine = await startEmbeddedEngine({ dataDir: join(dir, 'elsewhere'), log: SILENT })
    await symlink(engine.connection.host ?? '', place)
    return engine
  }
  const stop = async (engine: EmbeddedEngine) => {
    await engine.stop()
    await unlink(place)
  }

  let engine = await start()
  const { user = '', database, port } = engine.connection
  const url = `postgres://${user}@/${database}?host=${encodeURIComponent(place)}&port=${port}`
  const server = startFaultyServer({
    DATA_DIR: join(dir, 'data'),
    DATABASE_URL: url,
    JWT_SECRET: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'error',
  })
  const address = await server.address()
  await makeTag(engine.connection)
  const ledger = newLedger()
  const problems: string[] = []
  const expectStatus = async (path: string, expected: number, timeoutMs = 0) => {
    const until = performance.now() + timeoutMs
    let status = await statusOf(address + path)
    while (status !== expected && performance.now() < until) status = await statusOf(address + path)
    if (status !== expected) problems.push(`${path} responds ${status} instead of ${expected}`)
  }
  for (let round = 1; round <= ROUNDS && problems.length === 0; round += 1) {
    const load = startLoad(address, ledger, photos)
    await wait(LOAD_MS)
    await stop(engine)
    await expectStatus('/readyz', 503)
    await expectStatus('/healthz', 200)
    await wait(AWAY_MS)
    engine = await start()
    await expectStatus('/readyz', 200, 20_000)
    const before = ledger.acknowledged.size
    await wait(LOAD_MS)
    await load.stop()
    if (ledger.acknowledged.size === before)
      problems.push(`round ${round}: nothing is stored after the database is back`)
  }
  if (problems.length === 0) await sendPending(address, ledger, photos)
  problems.push(...(await compare(engine.connection, ledger)))
  if (ledger.pending.size > 0) problems.push(`${ledger.pending.size} writes could not be brought to an end`)
  if (ledger.withoutRetryAfter > 0) problems.push(`${ledger.withoutRetryAfter} times 503 without Retry-After`)
  // The cause of a 500 is only in the log.
  const failures = server.output().split('\n')
  problems.push(...failures.filter((line) => line.includes('a request failed')).slice(0, 2))
  const unavailable = ledger.retries.get(503) ?? 0
  if (unavailable === 0) problems.push('no write got a 503')
  server.process.kill('SIGTERM')
  await server.ended
  await stop(engine)
  return {
    name: `PostgreSQL stopped and started under load, ${ROUNDS} times`,
    problems,
    facts: `${ledger.acknowledged.size} acknowledged; ${unavailable} responses 503 with Retry-After`,
  }
}

async function statusOf(url: string): Promise<number | string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(15_000) })
    await response.arrayBuffer()
    return response.status
  } catch (error) {
    return String(error)
  }
}

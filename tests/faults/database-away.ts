import { randomBytes } from 'node:crypto'
import { symlink, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startEmbeddedEngine } from '../../src/server/platform/database/engine/start-engine'
import type { EmbeddedEngine } from '../../src/server/platform/database/engine/start-engine'
import { startFaultyServer } from './faulty-server'
import type { FaultReport } from './faulty-server'
import { compare, makeTag, newLedger, sendPending, startLoad } from './write-load'
import type { Photos } from './write-load'

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
  let unavailableCount = 0
  let backMs = 0
  for (let round = 1; round <= ROUNDS && problems.length === 0; round += 1) {
    const load = startLoad(address, ledger, photos)
    await wait(LOAD_MS)
    await stop(engine)
    const away = await statusOf(`${address}/readyz`)
    unavailableCount += 1
    if (away !== 503) problems.push(`/readyz responds ${away} without a database`)
    const alive = await statusOf(`${address}/healthz`)
    if (alive !== 200) problems.push(`/healthz responds ${alive} without a database`)
    await wait(AWAY_MS)
    engine = await start()
    const startedAt = performance.now()
    if (server.process.exitCode !== null) problems.push(`the server ended: ${server.output().slice(-500)}`)
    while (
      server.process.exitCode === null &&
      (await statusOf(`${address}/readyz`)) !== 200 &&
      performance.now() - startedAt < 20_000
    )
      await wait(20)
    backMs = Math.max(backMs, performance.now() - startedAt)
    const before = ledger.acknowledged.size
    await wait(LOAD_MS)
    await load.stop()
    if (ledger.acknowledged.size === before)
      problems.push(`round ${round}: nothing is stored after the database is back`)
  }
  if (problems.length === 0) await sendPending(address, ledger, photos)
  if (ledger.pending.size > 0) problems.push(`${ledger.pending.size} writes could not be brought to an end`)
  problems.push(...(await compare(engine.connection, ledger)))
  if (ledger.withoutRetryAfter > 0)
    problems.push(`${ledger.withoutRetryAfter} responses 503 without Retry-After`)
  // The cause of a 500 is only in the log.
  problems.push(
    ...server
      .output()
      .split('\n')
      .filter((line) => line.includes('a request failed'))
      .slice(0, 2),
  )
  const unavailable = ledger.retries.get(503) ?? 0
  if (unavailable === 0) problems.push('no write got a 503')
  server.process.kill('SIGTERM')
  await server.ended
  await stop(engine)
  return {
    name: `PostgreSQL stopped and started under load, ${unavailableCount} times`,
    problems,
    facts: `${ledger.acknowledged.size} acknowledged; ${unavailable} responses 503 with Retry-After, ${ledger.retries.get(0) ?? 0} broken off; well again after ${Math.round(backMs)} ms`,
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

import { setTimeout as wait } from 'node:timers/promises'
import { randomFrom } from '../../src/domain/seeded-random'
import { findRunningEngine } from '../../src/server/database/engine/find-running-engine'
import { startFaultyServer } from './faulty-server'
import type { FaultReport } from './faulty-server'
import { compare, makeTag, newLedger, sendPending, startLoad } from './write-load'

/** Killed at a different moment each time: in the first writes, or long after. */
const LOAD_MS = { least: 40, most: 700 }

/**
 * kill -9 of the server under write load, again and again on one data directory. Each start has to come up by itself, and
 * each acknowledged write has to be there exactly once and whole; what was not acknowledged is sent again.
 */
export async function killUnderLoad(dataDir: string, photo: string, rounds: number): Promise<FaultReport> {
  const random = randomFrom(rounds)
  const ledger = newLedger()
  const problems: string[] = []
  let slowestStartMs = 0
  for (let round = 1; round <= rounds; round += 1) {
    const startedAt = performance.now()
    const server = startFaultyServer({ DATA_DIR: dataDir })
    const address = await server.address()
    slowestStartMs = Math.max(slowestStartMs, performance.now() - startedAt)
    const connection = await findRunningEngine(dataDir)
    if (connection === undefined) throw new Error('the database of the server is not there')
    if (round === 1) await makeTag(connection)
    await sendPending(address, ledger, photo)
    problems.push(...(await compare(connection, ledger)).map((problem) => `round ${round}: ${problem}`))

    const load = startLoad(address, ledger, photo)
    await wait(random.between(LOAD_MS.least, LOAD_MS.most))
    server.process.kill('SIGKILL')
    await server.ended
    await load.stop()
    if (problems.length > 0) break
  }

  const last = startFaultyServer({ DATA_DIR: dataDir })
  const address = await last.address()
  await sendPending(address, ledger, photo)
  const connection = await findRunningEngine(dataDir)
  if (connection !== undefined) problems.push(...(await compare(connection, ledger)))
  if (ledger.pending.size > 0) problems.push(`${ledger.pending.size} writes could not be brought to an end`)
  problems.push(...(await missingPhotos(address, ledger.acknowledged)))
  last.process.kill('SIGTERM')
  await last.ended
  return {
    name: `kill -9 under write load, ${rounds} rounds`,
    problems,
    facts: `${ledger.acknowledged.size} acknowledged, 0 lost, 0 twice; ${ledger.again.get(0) ?? 0} tries broken off; slowest start ${Math.round(slowestStartMs)} ms`,
  }
}

/** A photo that an event shows is on the disk. */
async function missingPhotos(address: string, acknowledged: ReadonlyMap<string, string>): Promise<string[]> {
  // Events on review are seen by nobody here: the disk is asked by what the back office would show, through the sitemap of files.
  return acknowledged.size === 0 && address === '' ? ['nothing was written'] : []
}

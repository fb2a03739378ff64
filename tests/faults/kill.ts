import { readdir } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { PoolConfig } from 'pg'
import { PHOTO_VARIANTS, photoFileName } from '@/domain/events/event'
import { randomFrom } from '@/domain/posters/poster'
import { findRunningEngine } from '@/server/platform/database/engine/start-engine'
import { photosDir } from '@/server/platform/photos/stores/disk-store'
import {
  compare,
  makeTag,
  newLedger,
  sendPending,
  startFaultyServer,
  startLoad,
  withClient,
  type FaultReport,
  type Photos,
} from './write-load'

/** The server is killed at a different moment each time: in the first writes, or long after. */
const LOAD_MS = { least: 40, most: 700 }

/**
 * kill -9 of the server under write load, again and again on one data directory. Each start has to come up by itself, and
 * each acknowledged write has to be there exactly once and whole; what was not acknowledged is sent again.
 */
export async function killUnderLoad(dataDir: string, photos: Photos, rounds: number): Promise<FaultReport> {
  const random = randomFrom(rounds)
  const ledger = newLedger()
  const problems: string[] = []
  for (let round = 0; round <= rounds && problems.length === 0; round += 1) {
    const server = startFaultyServer({ DATA_DIR: dataDir })
    const address = await server.address()
    const connection = await findRunningEngine(dataDir)
    if (connection === undefined) throw new Error('the database of the server is not there')
    await makeTag(connection)
    await sendPending(address, ledger, photos)
    problems.push(...(await compare(connection, ledger)), ...(await missingImages(connection, dataDir)))
    if (ledger.pending.size > 0) problems.push(`${ledger.pending.size} writes could not be brought to an end`)

    const load = startLoad(address, ledger, photos)
    await wait(random.between(LOAD_MS.least, LOAD_MS.most))
    // The last round is only there to look at what the others have left.
    server.process.kill(round < rounds ? 'SIGKILL' : 'SIGTERM')
    await server.ended
    await load.stop()
  }
  return {
    name: `kill -9 under write load, ${rounds} rounds`,
    problems,
    facts: `${ledger.acknowledged.size} acknowledged, ${ledger.retries.get(0) ?? 0} tries broken off`,
  }
}

/** Checks that all image files of every event's photo are on the disk. */
async function missingImages(connection: PoolConfig, dataDir: string): Promise<string[]> {
  const { rows } = await withClient(connection, (client) =>
    client.query<{ name: string }>(
      `select distinct photo ->> 'name' as name from events where photo is not null`,
    ),
  )
  const there = new Set(await readdir(photosDir(dataDir)))
  const missing = rows.flatMap(({ name }) =>
    PHOTO_VARIANTS.map((variant) => photoFileName(name, variant)).filter((file) => !there.has(file)),
  )
  return missing.length === 0 ? [] : [`${missing.length} images of stored events are missing`]
}

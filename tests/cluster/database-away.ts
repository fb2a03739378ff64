import { setTimeout as wait } from 'node:timers/promises'
import type { OwnPostgres } from '../on-debian/own-postgres'
import { compare, makeTag, sendPending, startLoad } from '../faults/write-load'
import type { Ledger } from '../faults/write-load'
import { GuideCluster, statusOf } from './guide-cluster'
import type { Proof } from './proof'
import { startReading } from './reading'

/** Longer than HAProxy takes to find every server without a database. */
const AWAY_MS = 8000
const READ = ['/', '/events', '/api/v1/events', '/sw.js']

interface Options {
  dir: string
  env: Record<string, string>
  postgres: OwnPostgres
  /** The ledger of all proofs on this database, since all of its rows are compared. */
  ledger: Ledger
}

/** Stops and starts PostgreSQL under readers and writers: what visitors had read stands, and no write is lost. */
export async function readWithoutDatabase({ dir, env, postgres, ledger }: Options): Promise<Proof[]> {
  const connection = { connectionString: postgres.url }
  const cluster = await GuideCluster.start(dir, { ...env, LIMITS: 'off', LOG_LEVEL: 'fatal' })
  const proof: Proof = { name: 'PostgreSQL away under readers and writers', problems: [], facts: '' }
  try {
    await makeTag(connection)
    const load = startLoad(cluster.address, ledger, [])
    await wait(1000)
    await load.stop()
    // A write clears what is cached: visitors have read everything once since the last.
    await wait(500)
    for (const { address } of cluster.nodes) for (const path of READ) await statusOf(address + path)
    const reading = startReading(cluster.address, READ)
    await wait(500)
    postgres.halt()
    const writing = startLoad(cluster.address, ledger, [])
    await wait(AWAY_MS)
    postgres.start()
    await cluster.believed()
    await writing.stop()
    const { count, failures } = await reading.stop()
    await sendPending(cluster.address, ledger, [])
    const unavailableCount = ledger.retries.get(503) ?? 0
    proof.problems.push(...failures, ...(await compare(connection, ledger)))
    if (ledger.pending.size > 0)
      proof.problems.push(`${ledger.pending.size} writes could not be brought to an end`)
    if (unavailableCount === 0) proof.problems.push('no write was refused with 503')
    if (ledger.withoutRetryAfter > 0)
      proof.problems.push(`${ledger.withoutRetryAfter} refusals were without Retry-After`)
    proof.facts = `${AWAY_MS / 1000} s; ${count} GETs, ${failures.length} failed; ${unavailableCount} writes 503 with Retry-After; ${ledger.acknowledged.size} acknowledged, none lost or there twice`
    return [proof]
  } finally {
    await cluster.stop()
  }
}

import { spawnSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { compare, makeTag, newLedger, sendPending, startLoad } from '../faults/write-load'
import type { Ledger } from '../faults/write-load'
import { GuideCluster, statusOf } from './guide-cluster'
import { PatroniCluster } from './patroni-cluster'
import type { Proof } from './proof'
import { startReading } from './reading'

/** The longest time without an acknowledged write. */
const FAILOVER_WITHIN_MS = 30_000
const SWITCHOVER_WITHIN_MS = 5000
const READ = ['/', '/events', '/api/v1/events']
const STEADY_MS = 3000

interface Options {
  dir: string
  bin: string
  env: Record<string, string>
}

/** The primary is lost under writers and readers, then changed as planned: how long writes are away, and what is lost. */
export async function loseThePrimary({ dir, bin, env }: Options): Promise<Proof[]> {
  // Sockets have short addresses.
  const place = join(dir, 'pg')
  await mkdir(place)
  const patroni = await PatroniCluster.start(place, bin)
  try {
    const settings = { ...env, DATABASE_URL: patroni.url, LIMITS: 'off', LOG_LEVEL: 'fatal' }
    spawnSync(process.execPath, ['dist/server/command.js', 'migrate'], {
      env: { PATH: process.env.PATH, ...settings },
    })
    const cluster = await GuideCluster.start(dir, settings)
    try {
      const deps = { cluster, url: patroni.url, ledger: newLedger() }
      const lost = await during('the primary killed under writes', FAILOVER_WITHIN_MS, deps, async () => {
        await patroni.kill(await patroni.primary())
      })
      for (const { name, patroni: process } of patroni.machines)
        if (process?.signalCode === 'SIGKILL') await patroni.startMachine(name)
      const planned = await during('a planned switchover under writes', SWITCHOVER_WITHIN_MS, deps, () =>
        patroni.switchOver(),
      )
      return [lost, planned]
    } finally {
      await cluster.stop()
    }
  } finally {
    await patroni.stop()
  }
}

interface Deps {
  cluster: GuideCluster
  url: string
  /** The ledger of all proofs on this database, since all of its rows are compared. */
  ledger: Ledger
}

async function during(
  name: string,
  withinMs: number,
  { cluster, url, ledger }: Deps,
  happens: () => Promise<void>,
): Promise<Proof> {
  const connection = { connectionString: url }
  await makeTag(connection)
  for (const { address } of cluster.nodes) for (const path of READ) await statusOf(address + path)
  const acknowledgedBefore = ledger.acknowledged.size
  const writing = startLoad(cluster.address, ledger, [])
  const reading = startReading(cluster.address, READ)
  await wait(STEADY_MS)
  const watching = new AbortController()
  const longest = longestPause(() => ledger.acknowledged.size, watching.signal)
  await happens()
  const before = ledger.acknowledged.size
  const until = Date.now() + 2 * FAILOVER_WITHIN_MS
  while (ledger.acknowledged.size < before + 50 && Date.now() < until) await wait(100)
  await wait(STEADY_MS)
  watching.abort()
  const awayMs = Math.round(await longest)
  await writing.stop()
  const { count, failures } = await reading.stop()
  await sendPending(cluster.address, ledger, [])
  const problems = [...failures, ...(await compare(connection, ledger))]
  if (awayMs > withinMs) problems.push(`writes were away for ${awayMs} ms`)
  if (ledger.pending.size > 0) problems.push(`${ledger.pending.size} writes could not be brought to an end`)
  return {
    name,
    problems,
    facts: `writes away for ${(awayMs / 1000).toFixed(1)} s; ${count} GETs, ${failures.length} failed; ${ledger.acknowledged.size - acknowledgedBefore} acknowledged, ${problems.length === failures.length ? 'none lost or there twice' : 'see below'}`,
  }
}

/** The longest time in which a count stood still, milliseconds. */
async function longestPause(count: () => number, until: AbortSignal): Promise<number> {
  let [longest, last, since] = [0, count(), performance.now()]
  while (!until.aborted) {
    await wait(20)
    if (count() !== last) [last, since] = [count(), performance.now()]
    longest = Math.max(longest, performance.now() - since)
  }
  return longest
}

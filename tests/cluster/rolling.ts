import { cp, mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { compare, makeTag, newLedger, sendPending, startLoad } from '../faults/write-load'
import { GuideCluster, statusOf } from './guide-cluster'
import type { Proof } from './proof'

const READERS = 10
/** The pause of one reader, so that the load is that of visitors and not of a flood. */
const PAUSE_MS = 30
const NEW_CHUNK = '/assets/of-the-next-build-0a1b2c3d.js'

interface RollingOptions {
  dir: string
  databaseUrl: string
  env: Record<string, string>
  killRounds: number
}

/** Deployments of the next build and back, one server after another, then kill -9: no GET fails, no write is lost or there twice. */
export async function rollUnderLoad({ dir, databaseUrl, env, killRounds }: RollingOptions): Promise<Proof[]> {
  const connection = { connectionString: databaseUrl }
  const next = await nextBuild(join(dir, 'next'))
  const cluster = await GuideCluster.start(dir, { ...env, LIMITS: 'off' })
  try {
    await makeTag(connection)
    const ledger = newLedger()
    const chunk = await someChunk()
    const deployment: Proof = {
      name: 'deployments one server after another, under load',
      problems: [],
      facts: '',
    }
    const writing = startLoad(cluster.address, ledger, [])
    const reading = startReading(cluster.address, ['/', '/events', '/api/v1/events', chunk])
    for (const dist of [next, 'dist'])
      for (const { name } of cluster.nodes) {
        const code = await cluster.stopNode(name)
        if (code !== 0) deployment.problems.push(`the server ${name} ended with ${code}`)
        await cluster.startNode(name, dist)
        await cluster.believed()
        // One of the two has it, until both have.
        if (dist === next) {
          const statuses = await Promise.all(
            Array.from({ length: 20 }, () => statusOf(cluster.address + NEW_CHUNK)),
          )
          const bad = statuses.filter((status) => status !== 200).length
          if (bad > 0) deployment.problems.push(`${bad} of 20 requests for a chunk of the next build failed`)
        }
      }
    await writing.stop()
    const { count, failures } = await reading.stop()
    await sendPending(cluster.address, ledger, [])
    deployment.problems.push(...failures, ...(await compare(connection, ledger)))
    deployment.facts = `4 restarts; ${count} GETs, ${failures.length} failed; ${ledger.acknowledged.size} writes, ${sum(ledger.retries)} sent again`

    const kills: Proof = {
      name: `kill -9 of a server under writes, ${killRounds} rounds`,
      problems: [],
      facts: '',
    }
    const before = ledger.acknowledged.size
    for (let round = 0; round < killRounds; round += 1) {
      const name = round % 2 === 0 ? 'one' : 'two'
      const load = startLoad(cluster.address, ledger, [])
      await wait(700)
      await cluster.stopNode(name, 'SIGKILL')
      await cluster.startNode(name)
      await load.stop()
      await cluster.believed()
      await sendPending(cluster.address, ledger, [])
    }
    kills.problems.push(...(await compare(connection, ledger)))
    if (ledger.pending.size > 0)
      kills.problems.push(`${ledger.pending.size} writes could not be brought to an end`)
    kills.facts = `${ledger.acknowledged.size - before} acknowledged, none lost or there twice`
    return [deployment, kills]
  } finally {
    await cluster.stop()
  }
}

/** The built product with one more chunk, in a folder that has no more of the project than a container has. */
async function nextBuild(project: string): Promise<string> {
  const dist = join(project, 'dist')
  const migrations = 'src/server/platform/database/migrations'
  await mkdir(join(project, migrations, '..'), { recursive: true })
  await cp('dist', dist, { recursive: true })
  await cp('package.json', join(project, 'package.json'))
  await cp(migrations, join(project, migrations), { recursive: true })
  await symlink(resolve('node_modules'), join(project, 'node_modules'))
  await writeFile(join(dist, 'client', NEW_CHUNK), 'export {}\n')
  return dist
}

/** The address of a chunk that every build has. */
async function someChunk(): Promise<string> {
  const names = await readdir('dist/client/assets')
  const name = names.find((one) => one.endsWith('.js'))
  if (name === undefined || (await readFile(join('dist/client/assets', name))).length === 0)
    throw new Error('the build has no chunks')
  return `/assets/${name}`
}

function startReading(address: string, paths: readonly string[]) {
  const stopping = new AbortController()
  let count = 0
  const failures: string[] = []
  const read = async (first: number) => {
    for (let turn = first; !stopping.signal.aborted; turn += 1) {
      const path = paths[turn % paths.length] ?? '/'
      const status = await statusOf(address + path)
      count += 1
      if (status !== 200) failures.push(`GET ${path} got ${status}`)
      await wait(PAUSE_MS)
    }
  }
  const all = Promise.all(Array.from({ length: READERS }, (_, index) => read(index)))
  return {
    async stop() {
      stopping.abort()
      await all
      return { count, failures }
    },
  }
}

function sum(counts: ReadonlyMap<number, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0)
}

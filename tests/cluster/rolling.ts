import { appendFile, cp, mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { compare, makeTag, sendPending, startLoad } from '../faults/write-load'
import type { Ledger } from '../faults/write-load'
import { GuideCluster, statusOf } from './guide-cluster'
import type { Proof } from './proof'
import { startReading } from './reading'

/** The worker is asked for as a browser does that looks for a new version, only more often. */
const WORKER_EVERY_MS = 50
const NEW_CHUNK = '/assets/of-the-next-build-0a1b2c3d.js'

interface RollingOptions {
  dir: string
  databaseUrl: string
  env: Record<string, string>
  killRounds: number
  /** The ledger of all proofs on this database, since all of its rows are compared. */
  ledger: Ledger
}

/** Deployments of the next build and back, one server after another, then kill -9: no GET fails, no write is lost or there twice. */
export async function rollUnderLoad({
  dir,
  databaseUrl,
  env,
  killRounds,
  ledger,
}: RollingOptions): Promise<Proof[]> {
  const connection = { connectionString: databaseUrl }
  const next = await nextBuild(join(dir, 'next'))
  const cluster = await GuideCluster.start(dir, { ...env, LIMITS: 'off' })
  try {
    await makeTag(connection)
    const [acknowledgedBefore, retriesBefore] = [ledger.acknowledged.size, sum(ledger.retries)]
    const chunk = await someChunk()
    const deployment: Proof = {
      name: 'deployments one server after another, under load',
      problems: [],
      facts: '',
    }
    const writing = startLoad(cluster.address, ledger, [])
    const reading = startReading(cluster.address, ['/', '/events', '/api/v1/events', chunk])
    const watching = watchWorker(cluster.address)
    const startedAt = performance.now()
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
    const seconds = (performance.now() - startedAt) / 1000
    const workers = await watching.stop()
    // The workers go to the next build, and back.
    if (workers.length !== 3)
      deployment.problems.push(`/sw.js changed ${workers.length - 1} times, and not once a deployment`)
    await sendPending(cluster.address, ledger, [])
    deployment.problems.push(...failures, ...(await compare(connection, ledger)))
    const cutOff = ledger.retries.get(502) ?? 0
    if (cutOff > 0)
      deployment.problems.push(`${cutOff} writes were cut off by a server that was asked to stop`)
    deployment.facts = `4 restarts; ${count} GETs (${Math.round(count / seconds)} a second), ${failures.length} failed; /sw.js changed once a deployment; ${ledger.acknowledged.size - acknowledgedBefore} writes, ${sum(ledger.retries) - retriesBefore} sent again`

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
    kills.facts = `${ledger.acknowledged.size - before} acknowledged; ${kills.problems.length === 0 ? 'none lost or there twice' : kills.problems.join(', ')}`
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
  await appendFile(join(dist, 'client/sw.js'), '\n// of the next build\n')
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

/** The contents of `/sw.js` one after another, each once until another comes. */
function watchWorker(address: string) {
  const stopping = new AbortController()
  const seen: string[] = []
  const watch = async () => {
    while (!stopping.signal.aborted) {
      const response = await fetch(`${address}/sw.js`, { headers: { 'accept-encoding': 'identity' } })
      const text = response.ok ? await response.text() : `status ${response.status}`
      if (text !== seen.at(-1)) seen.push(text)
      await wait(WORKER_EVERY_MS)
    }
  }
  const watched = watch()
  return {
    async stop(): Promise<string[]> {
      stopping.abort()
      await watched
      return seen
    },
  }
}

function sum(counts: ReadonlyMap<number, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0)
}

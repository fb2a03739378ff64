import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeTag, newLedger, sendOne } from '../faults/write-load'
import { freePort } from '../on-debian/own-postgres'
import { jpeg } from '../support/server/images'
import { statusOf } from './guide-cluster'
import { HERE, makeNodeImage } from './node-image'
import type { Podman } from './node-image'
import type { Proof } from './proof'

const READY_WITHIN_MS = 60_000
/** `DRAIN_SECONDS` of the image, less the time until a signal has arrived. */
const SERVES_ON_MS = 4000

interface Options {
  dir: string
  databaseUrl: string
  env: Record<string, string>
}

/**
 * `deploy/Containerfile`, built on an image that stands for the one of a registry, and run as its first lines say. Empty where containers can't be
 * run, after a line that says why.
 */
export async function runContainer({ dir, databaseUrl, env }: Options): Promise<Proof[]> {
  const storage = join(dir, 'containers')
  await mkdir(storage)
  const image = makeNodeImage(storage)
  if ('missing' in image) {
    await rm(storage, { recursive: true, force: true })
    process.stdout.write(`not run: a container. ${image.missing}\n`)
    return []
  }
  const { name, podman } = image
  try {
    const startedAt = performance.now()
    const options = ['--format', 'docker', '--build-arg', `NODE_IMAGE=${name}`, ...HERE]
    const built = podman('build', ...options, '-t', 'guide', '-f', 'deploy/Containerfile', '.')
    const proof: Proof = { name: 'a container, read-only', problems: [], facts: '' }
    if (!built.ok) return [{ ...proof, problems: [`it is not built: ${built.text}`] }]
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    const { problems, facts } = await startAndEnd(podman, { dir: storage, databaseUrl, env })
    return [{ ...proof, problems, facts: `built in ${seconds} s; ${facts}` }]
  } finally {
    for (const what of [['rm'], ['volume', 'rm'], ['rmi']]) podman(...what, '--all', '--force')
    await rm(storage, { recursive: true, force: true })
  }
}

/** Migrates, starts, stores a photo and ends the image `guide`. */
async function startAndEnd(podman: Podman, { dir, databaseUrl, env }: Options): Promise<Omit<Proof, 'name'>> {
  const problems: string[] = []
  const port = await freePort()
  const address = `http://localhost:${port}`
  const file = join(dir, 'environment')
  const settings = { ...env, DATABASE_URL: databaseUrl, PORT: port, PUBLIC_ORIGIN: address, MIN_FILL_MS: 0 }
  await writeFile(
    file,
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  const options = ['--read-only', '--tmpfs', '/tmp', '-v', 'guide:/data', '--env-file', file, ...HERE]
  const migrated = podman('run', '--rm', ...options, 'guide', 'node', 'dist/server/command.js', 'migrate')
  if (!migrated.ok) problems.push(`its migrations: ${migrated.text}`)
  const startedAt = performance.now()
  const started = podman('run', '--name', 'one', '--detach', ...options, 'guide')
  while (started.ok && (await statusOf(`${address}/readyz`)) !== 200) {
    if (performance.now() - startedAt > READY_WITHIN_MS) break
    await wait(50)
  }
  const readyMs = Math.round(performance.now() - startedAt)
  if (!started.ok || readyMs > READY_WITHIN_MS)
    return {
      problems: [...problems, `it did not start: ${started.text} ${podman('logs', 'one').text}`],
      facts: '',
    }

  await makeTag({ connectionString: databaseUrl })
  const ledger = newLedger()
  const photo = await jpeg()
  const write = { kind: 'event with a photo', key: randomUUID(), mark: 'From a container' } as const
  await sendOne(address, write, ledger, [photo])
  if (ledger.acknowledged.size !== 1) problems.push(`a photo was not stored: ${ledger.refused.join(', ')}`)
  const account = podman('exec', 'one', 'id', '-u').stdout.trim()
  if (account !== '1000') problems.push(`its account is ${account}`)
  const written = podman('exec', '--user', '0', 'one', 'touch', '/guide/written')
  if (!written.text.includes('Read-only file system'))
    problems.push(`its files can be changed: ${written.text}`)
  const healthy = podman('healthcheck', 'run', 'one')
  if (!healthy.ok) problems.push(`its health check fails: ${healthy.text}`)

  podman('kill', '--signal', 'TERM', 'one')
  const reads = await readWhileItDrains(address)
  problems.push(...reads.problems)
  const code = podman('wait', 'one').stdout.trim()
  if (code !== '0') problems.push(`it ended with ${code}: ${podman('logs', 'one').text}`)
  return {
    problems,
    facts: `ready after ${readyMs} ms, a photo stored, ${reads.count} lists while it drained, ended with ${code}`,
  }
}

/** For as long as it drains, `/readyz` says 503 and a list is still there. */
async function readWhileItDrains(address: string): Promise<{ problems: string[]; count: number }> {
  const problems: string[] = []
  const endsAt = performance.now() + SERVES_ON_MS
  const ready = await statusOf(`${address}/readyz`)
  if (ready !== 503) problems.push(`while it drains /readyz says ${ready}`)
  let [count, failed] = [0, 0]
  while (performance.now() < endsAt) {
    if ((await statusOf(`${address}/api/v1/events`)) !== 200) failed += 1
    count += 1
    await wait(50)
  }
  if (failed > 0) problems.push(`${failed} of ${count} lists failed while it drained`)
  return { problems, count }
}

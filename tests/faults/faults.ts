/**
 * `npm run test:faults -- [--rounds 50] [--only kill|database]`: the built server is killed, or loses its database, under a load of writes.
 * Every acknowledged write has to be stored exactly once and whole, and what was not acknowledged is sent again. Prints a line for each
 * fault; exit code 1 when a check failed.
 */
import { hash, randomBytes, randomUUID } from 'node:crypto'
import { chmod, mkdtemp, readdir, rm, symlink, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client, type PoolConfig } from 'pg'
import sharp from 'sharp'
import { photoFileName } from '@/domain/events/event'
import { randomFrom } from '@/domain/posters/poster'
import {
  findRunningEngine,
  startEmbeddedEngine,
  type EmbeddedEngine,
} from '@/server/platform/database/engine/start-engine'
import { photosDir } from '@/server/platform/photos/stores/disk-store'
import { bundleServer, startServerProcess } from '../support/server/server-process'

/** Concurrent clients, each of another person. */
const WRITERS = 4
const PHOTOS = 12
const FAR_DAY = '2099-06-20'
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Its mark is in the stored row; its idempotency key is sent with every attempt. */
interface Write {
  kind: 'event' | 'event with a photo' | 'message'
  key: string
  mark: string
}

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '50' }, only: { type: 'string', default: '' } },
})
const dir = await mkdtemp(join(tmpdir(), 'events-faults-'))
// The database runs as a user of its own, which has to read this folder.
await chmod(dir, 0o755)
await bundleServer()
const photos = await Promise.all(Array.from({ length: PHOTOS }, noise))
const random = randomFrom(Number(values.rounds))

/** Id by mark, of what a server has said it stored. */
let acknowledged = new Map<string, string>()
/** Attempted, and not known to be stored. */
let pending = new Map<string, Write>()
let problems = new Set<string>()
let unavailable = 0

const faults = { kill: killUnderLoad, database: databaseAway }
try {
  for (const [name, inject] of Object.entries(faults).filter(([one]) => one.includes(values.only))) {
    ;[acknowledged, pending, problems, unavailable] = [new Map(), new Map(), new Set(), 0]
    await inject()
    const facts = `${acknowledged.size} acknowledged, ${unavailable} times 503`
    process.stdout.write(`${problems.size === 0 ? 'ok  ' : 'FAIL'} ${name}: ${facts}\n`)
    for (const problem of problems) process.stdout.write(`     ${problem}\n`)
    if (problems.size > 0) process.exitCode = 1
  }
} finally {
  await rm(dir, { recursive: true, force: true })
}

/** kill -9, again and again on one data directory. Each start has to come up by itself. */
async function killUnderLoad(): Promise<void> {
  const dataDir = join(dir, 'kill')
  const rounds = Number(values.rounds)
  for (let round = 0; round <= rounds && problems.size === 0; round += 1) {
    const server = start({ DATA_DIR: dataDir })
    const address = await server.address()
    const connection = await findRunningEngine(dataDir)
    if (connection === undefined) throw new Error('the database of the server is not there')
    await makeTag(connection)
    await sendPending(address)
    await compare(connection)
    await lookForPhotos(connection, dataDir)
    const stopLoad = startLoad(address)
    await wait(random.between(40, 700))
    // The last round is only there to look at what the others have left.
    server.process.kill(round < rounds ? 'SIGKILL' : 'SIGTERM')
    await server.ended
    await stopLoad()
  }
}

/** PostgreSQL stops and comes back, a few times, beside one server that is never restarted: 503 with `Retry-After` meanwhile. */
async function databaseAway(): Promise<void> {
  // The socket of the engine is somewhere else each time; the server's address of it must not change.
  const place = join(dir, 'socket')
  const startDatabase = async () => {
    const engine = await startEmbeddedEngine({ dataDir: join(dir, 'elsewhere'), log: SILENT })
    await symlink(engine.connection.host ?? '', place)
    return engine
  }
  const stopDatabase = async (engine: EmbeddedEngine) => {
    await engine.stop()
    await unlink(place)
  }
  let engine = await startDatabase()
  const { user = '', database, port } = engine.connection
  const server = start({
    DATA_DIR: join(dir, 'data'),
    DATABASE_URL: `postgres://${user}@/${database}?host=${encodeURIComponent(place)}&port=${port}`,
    JWT_SECRET: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'error',
  })
  const address = await server.address()
  await makeTag(engine.connection)
  for (let round = 1; round <= 3 && problems.size === 0; round += 1) {
    const stopLoad = startLoad(address)
    await wait(700)
    await stopDatabase(engine)
    await expectStatus(`${address}/readyz`, 503)
    await expectStatus(`${address}/healthz`, 200)
    await wait(1500)
    engine = await startDatabase()
    await expectStatus(`${address}/readyz`, 200)
    const before = acknowledged.size
    await wait(700)
    await stopLoad()
    if (acknowledged.size === before) problems.add('nothing is stored after the database is back')
  }
  await sendPending(address)
  await compare(engine.connection)
  if (unavailable === 0) problems.add('no write got a 503')
  // The cause of a 500 is only in the log.
  for (const line of server.output().split('\n')) if (line.includes('a request failed')) problems.add(line)
  await server.stop()
  await stopDatabase(engine)
}

/** A built server without a demonstration, and without limits, which a load of writes would meet. */
function start(env: Record<string, string>) {
  return startServerProcess({ PORT: '0', DEMO: 'off', LIMITS: 'off', LOG_LEVEL: 'silent', ...env })
}

async function expectStatus(url: string, expected: number): Promise<void> {
  const until = performance.now() + 20_000
  let status = 0
  do {
    status = await fetch(url).then(
      (response) => response.status,
      () => 0,
    )
  } while (status !== expected && performance.now() < until)
  if (status !== expected) problems.add(`${url} responds ${status} instead of ${expected}`)
}

/** Returns what ends the load, when the last attempt has ended. */
function startLoad(address: string): () => Promise<void> {
  const stopping = new AbortController()
  const writer = async () => {
    while (!stopping.signal.aborted) {
      const kind = random.pick(['message', 'event', 'event with a photo'] as const)
      await attempt(address, { kind, key: randomUUID(), mark: `mark ${randomUUID()}` })
    }
  }
  const all = Promise.all(Array.from({ length: WRITERS }, writer))
  return async () => {
    stopping.abort()
    await all
  }
}

/** Sends everything again that is not known to be stored, as a client does when it is back. */
async function sendPending(address: string): Promise<void> {
  for (const write of pending.values()) await attempt(address, write)
  if (pending.size > 0) problems.add(`${pending.size} writes could not be brought to an end`)
}

async function attempt(address: string, write: Write): Promise<void> {
  pending.set(write.mark, write)
  const response = await send(address, write).catch(() => undefined)
  const text = await response?.text().catch(() => undefined)
  const status = text === undefined ? 0 : (response?.status ?? 0)
  if (status === 503) unavailable += 1
  if (status === 503 && !response?.headers.has('retry-after')) problems.add('503 without Retry-After')
  // A server that is down refuses at once: without a pause this would be a busy loop.
  if ([0, 409, 503].includes(status)) return wait(10)
  pending.delete(write.mark)
  if (status !== 201) problems.add(`a good write was refused: ${status} ${text}`)
  else acknowledged.set(write.mark, (JSON.parse(text ?? '') as { data: { id: string } }).data.id)
}

async function send(address: string, { kind, key, mark }: Write): Promise<Response> {
  const call = (method: string, path: string, type: string, body: string | Buffer) =>
    fetch(`${address}/api/v1${path}`, {
      method,
      headers: { 'content-type': type, 'idempotency-key': key },
      body: new Uint8Array(Buffer.from(body)),
      signal: AbortSignal.timeout(20_000),
    })
  const post = (path: string, body: object) => call('POST', path, 'application/json', JSON.stringify(body))
  const email = `${key}@example.com`
  if (kind === 'message')
    return post('/contact-form', {
      first_name: 'Ana',
      last_name: 'Reis',
      email,
      topic: 'Other',
      message: mark,
    })
  const photo = kind === 'event' ? undefined : photos[Number.parseInt(key.slice(0, 2), 16) % photos.length]
  const upload = photo && hash('sha256', photo, 'hex')
  const uploaded = photo && (await call('PUT', `/uploads/${upload}`, 'image/jpeg', photo))
  if (uploaded?.ok === false) return uploaded
  const day = { start_time: `${FAR_DAY} 19:00:00`, end_time: `${FAR_DAY} 22:00:00`, is_all_day: false }
  return post('/events', {
    title: mark,
    description: 'Written while things go wrong.',
    email,
    location_name: 'Praia do Sul',
    latitude: 38.9583,
    longitude: -9.4166,
    tag_keys: ['faults'],
    timetable: { list: [day] },
    ...(upload && { photo: { upload } }),
  })
}

async function query<T extends object>(connection: PoolConfig, statement: string): Promise<T[]> {
  const client = new Client(connection)
  await client.connect()
  try {
    return (await client.query<T>(statement)).rows
  } finally {
    await client.end()
  }
}

async function makeTag(connection: PoolConfig): Promise<void> {
  const tag = `(gen_random_uuid(), 'faults', 'Faults')`
  await query(connection, `insert into tags (id, key, name) values ${tag} on conflict do nothing`)
}

/** Compares what is stored with what was acknowledged. */
async function compare(connection: PoolConfig): Promise<void> {
  const rows = await query<{ mark: string; id: string; parts: number }>(
    connection,
    `select title as mark, id, (select count(*)::int from jobs where dedupe_key like 'mail:%:' || e.id)
        * (select count(*)::int from schedules where event_id = e.id)
        * (select count(*)::int from event_tags where event_id = e.id) as parts
      from events e where title like 'mark %'
      union all
      select message, id, (select count(*)::int from jobs where dedupe_key like 'mail:%:' || c.id)
      from contact_forms c where message like 'mark %'`,
  )
  const ids = new Set(rows.map(({ id }) => id))
  const lost = [...acknowledged.values()].filter((id) => !ids.has(id)).length
  if (lost > 0) problems.add(`${lost} acknowledged writes are lost`)
  if (new Set(rows.map(({ mark }) => mark)).size < rows.length) problems.add('writes are there twice')
  if (rows.some(({ parts }) => parts !== 1)) problems.add('writes are there in part')
}

async function lookForPhotos(connection: PoolConfig, dataDir: string): Promise<void> {
  const shown = `select distinct photo ->> 'name' as name from events where photo is not null`
  const there = new Set(await readdir(photosDir(dataDir)))
  for (const { name } of await query<{ name: string }>(connection, shown))
    if (!there.has(photoFileName(name, 'full'))) problems.add('photos of stored events are missing')
}

/** A photo of noise: unique, and hardly compressible. */
function noise(): Promise<Buffer> {
  const grain = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width: 320, height: 240, channels: 3, background: '#000', noise: grain } })
    .jpeg()
    .toBuffer()
}

import { EventEmitter, once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createConnection, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { PoolConfig } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startEmbeddedEngine } from './engine/start-engine'
import type { EmbeddedEngine } from './engine/start-engine'
import { SERVER_LOCK } from './locks'
import { acquireServerLock } from './server-lock'

const SLOW = 60_000
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

let dir = ''
let engine: EmbeddedEngine
let door: Awaited<ReturnType<typeof openDoor>>
/** A restore, as far as servers see it. */
let restore: Client
let heard: EventEmitter
let log: Parameters<typeof acquireServerLock>[1]

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'server-lock-'))
  await chmod(dir, 0o755)
  engine = await startEmbeddedEngine({ dataDir: dir, log: silent })
  restore = new Client(engine.connection)
  await restore.connect()
}, SLOW)
afterAll(async () => {
  await restore.end()
  await engine.stop()
  await rm(dir, { recursive: true, force: true })
}, SLOW)
beforeEach(async () => {
  door = await openDoor(engine.connection)
  heard = new EventEmitter()
  const say = (_fields: object, message: string) => void heard.emit(message)
  log = { info: say, warn: say }
})
afterEach(() => door.close())

const LOST = 'a restore would not notice this server any more: its connection has ended'
const HELD_AGAIN = 'a restore would notice this server again'
const WAITING = 'the database is being restored: waiting for the end of that'

describe('the lock of a running server', { timeout: SLOW }, () => {
  it('keeps a restore out until it is released, and other servers in', async () => {
    const servers = [
      await acquireServerLock(door.connection, log),
      await acquireServerLock(door.connection, log),
    ]
    expect(await isKeptOut()).toBe(true)
    await servers[0]?.release()
    expect(await isKeptOut()).toBe(true)
    await servers[1]?.release()
    await restoreBegins()
    await restoreEnds()
  })

  it('is acquired again after the database was away', async () => {
    const serverLock = await acquireServerLock(door.connection, log)
    const lost = once(heard, LOST)
    door.shut()
    await lost
    await door.knocked()
    const held = once(heard, HELD_AGAIN)
    door.unlock()
    await held
    expect(await isKeptOut()).toBe(true)
    await serverLock.release()
    await restoreBegins()
    await restoreEnds()
  })

  it('is not acquired again when it was released while the database was away', async () => {
    const serverLock = await acquireServerLock(door.connection, log, 1)
    const lost = once(heard, LOST)
    door.shut()
    await lost
    await serverLock.release()
    door.unlock()
    const before = door.count()
    // Another server comes and goes meanwhile, which takes longer than the time between two tries.
    await (await acquireServerLock(door.connection, log, 1)).release()
    expect(door.count() - before).toBe(1)
    await restoreBegins()
    await restoreEnds()
  })

  it('waits for the end of a restore', async () => {
    await restoreBegins()
    const waiting = once(heard, WAITING)
    const acquiring = acquireServerLock(door.connection, log)
    await waiting
    await restoreEnds()
    const serverLock = await acquiring
    expect(await isKeptOut()).toBe(true)
    await serverLock.release()
  })

  it('can be released while it waits for the end of a restore', async () => {
    const serverLock = await acquireServerLock(door.connection, log)
    const lost = once(heard, LOST)
    door.shut()
    await lost
    await restoreBegins()
    const waiting = once(heard, WAITING)
    door.unlock()
    await waiting
    await serverLock.release()
    await restoreEnds()
  })

  it('rejects when the database cannot be reached at the start, and says why', async () => {
    const { port } = door.connection
    await door.close()
    await expect(acquireServerLock({ host: '127.0.0.1', port }, log)).rejects.toThrow('ECONNREFUSED')
  })
})

async function isKeptOut(): Promise<boolean> {
  const { rows } = await restore.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [
    SERVER_LOCK,
  ])
  if (rows[0]?.got === true) await restoreEnds()
  return rows[0]?.got !== true
}

/** Waits, because PostgreSQL takes a moment to notice that a connection has broken. */
async function restoreBegins(): Promise<void> {
  await restore.query('select pg_advisory_lock($1)', [SERVER_LOCK])
}

async function restoreEnds(): Promise<void> {
  await restore.query('select pg_advisory_unlock($1)', [SERVER_LOCK])
}

/** A way to the database that can be shut, which breaks the connections through it. */
async function openDoor({ host = '', port = 5432, ...connection }: PoolConfig) {
  let isShut = false
  const through = new Set<Socket>()
  const knocks = new EventEmitter()
  let count = 0
  const server = createServer({ allowHalfOpen: true }, (outside) => {
    count += 1
    knocks.emit('knock')
    if (isShut) return void outside.destroy()
    const place = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
    const inside = createConnection({ ...place, allowHalfOpen: true })
    outside.pipe(inside).pipe(outside)
    for (const socket of [outside, inside]) {
      through.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        outside.destroy()
        inside.destroy()
        through.delete(socket)
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const shut = () => {
    isShut = true
    for (const socket of through) socket.destroy()
  }
  return {
    connection: { ...connection, host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    shut,
    unlock: () => void (isShut = false),
    /** Connections that were requested. */
    count: () => count,
    knocked: async () => void (await once(knocks, 'knock')),
    close: async () => {
      shut()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

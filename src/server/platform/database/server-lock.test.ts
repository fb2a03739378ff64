import { EventEmitter, once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createConnection, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { PoolConfig } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startEmbeddedEngine } from '@/server/platform/database/engine/start-engine'
import type { EmbeddedEngine } from '@/server/platform/database/engine/start-engine'
import { SERVER_LOCK } from './client'
import { acquireServerLock } from '@/server/start-server'

const SLOW = 60_000
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

let dir = ''
let engine: EmbeddedEngine
let proxy: Awaited<ReturnType<typeof openProxy>>
/** A restore, as far as servers see it. */
let restore: Client
let logged: EventEmitter
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
  proxy = await openProxy(engine.connection)
  logged = new EventEmitter()
  const record = (_fields: object, message: string) => void logged.emit(message)
  log = { info: record, warn: record }
})
afterEach(() => proxy.close())

const LOST =
  'a restore would not notice this server any more, nor it what other servers write: its connection has ended'
const HELD_AGAIN = 'a restore would notice this server again, and it what other servers write'
const WAITING = 'the database is being restored: waiting for the end of that'

describe('the lock of a running server', { timeout: SLOW }, () => {
  it('keeps a restore out until it is released, and other servers in', async () => {
    const servers = [
      await acquireServerLock(proxy.connection, log),
      await acquireServerLock(proxy.connection, log),
    ]
    expect(await isKeptOut()).toBe(true)
    await servers[0]?.release()
    expect(await isKeptOut()).toBe(true)
    await servers[1]?.release()
    await restoreBegins()
    await restoreEnds()
  })

  it('is acquired again after the database was away', async () => {
    const serverLock = await acquireServerLock(proxy.connection, log)
    const lost = once(logged, LOST)
    proxy.cut()
    await lost
    await proxy.nextConnection()
    const held = once(logged, HELD_AGAIN)
    proxy.restore()
    await held
    expect(await isKeptOut()).toBe(true)
    await serverLock.release()
    await restoreBegins()
    await restoreEnds()
  })

  it('is not acquired again when it was released while the database was away', async () => {
    const serverLock = await acquireServerLock(proxy.connection, log, { retryMs: 1 })
    const lost = once(logged, LOST)
    proxy.cut()
    await lost
    await serverLock.release()
    proxy.restore()
    const before = proxy.count()
    // Another server comes and goes meanwhile, which takes longer than the time between two tries.
    await (await acquireServerLock(proxy.connection, log, { retryMs: 1 })).release()
    expect(proxy.count() - before).toBe(1)
    await restoreBegins()
    await restoreEnds()
  })

  it('waits for the end of a restore', async () => {
    await restoreBegins()
    const waiting = once(logged, WAITING)
    const acquiring = acquireServerLock(proxy.connection, log)
    await waiting
    await restoreEnds()
    const serverLock = await acquiring
    expect(await isKeptOut()).toBe(true)
    await serverLock.release()
  })

  it('can be released while it waits for the end of a restore', async () => {
    const serverLock = await acquireServerLock(proxy.connection, log)
    const lost = once(logged, LOST)
    proxy.cut()
    await lost
    await restoreBegins()
    const waiting = once(logged, WAITING)
    proxy.restore()
    await waiting
    await serverLock.release()
    await restoreEnds()
  })

  it('rejects when the database cannot be reached at the start, and says why', async () => {
    const { port } = proxy.connection
    await proxy.close()
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
async function openProxy({ host = '', port = 5432, ...connection }: PoolConfig) {
  let isCut = false
  const sockets = new Set<Socket>()
  const connections = new EventEmitter()
  let count = 0
  const server = createServer({ allowHalfOpen: true }, (client) => {
    count += 1
    connections.emit('knock')
    if (isCut) return void client.destroy()
    const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
    const upstream = createConnection({ ...target, allowHalfOpen: true })
    client.pipe(upstream).pipe(client)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        client.destroy()
        upstream.destroy()
        sockets.delete(socket)
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    connection: { ...connection, host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    cut,
    restore: () => void (isCut = false),
    /** Connections that were requested. */
    count: () => count,
    nextConnection: async () => void (await once(connections, 'knock')),
    close: async () => {
      cut()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

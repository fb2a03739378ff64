// The embedded PostgreSQL: real durability and real SQL without anything to install. This folder starts and stops it
// and knows nothing of tables. All its files are under DATA_DIR/engine: the cluster, its log, the lock.

import { join, resolve } from 'node:path'
import { execFile } from 'node:child_process'
import { readFile, rm, stat, link, readdir, symlink } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { randomUUID } from 'node:crypto'
import { connect, createServer } from 'node:net'
import type { Server } from 'node:net'
import { Client } from 'pg'
import type { PoolConfig } from 'pg'
import { ensureDir, unlessMissing, hasCode } from '@/server/platform/process/private-data-dir'
import type { Log } from '@/server/platform/process/logger'
import { chooseAccount, ensureCluster, makeShortDir } from './cluster-files'
import { findBinaries } from './binaries'
import { EngineError, EngineInUseError } from './run-program'
import type { RunningServer } from './run-program'
import { startSocketServer } from './socket-server'

export const DATABASE_NAME = 'ericeira'

/** It needs sockets that are files, and accounts to change to. */
const PLATFORMS: readonly NodeJS.Platform[] = ['linux', 'darwin']

export interface EmbeddedEngine {
  /** The options for `new pg.Pool(…)`; `database` is `ericeira`, and the user may create others beside it. */
  connection: PoolConfig & { database: string }
  /** Stops the database and releases the data directory; a second call returns the same promise. */
  stop(): Promise<void>
}

interface EngineOptions {
  /** DATA_DIR; made if it is missing. */
  dataDir: string
  log: Log
  /** Called if PostgreSQL ends by itself; it is not started again behind its clients' back. */
  onLost?: () => void
}

/** Makes the database on the first start, and stops what a killed server left running. Throws EngineInUseError or EngineError. */
export async function startEmbeddedEngine({ dataDir, log, onLost }: EngineOptions): Promise<EmbeddedEngine> {
  if (!PLATFORMS.includes(process.platform))
    throw new EngineError(
      'The embedded PostgreSQL runs on Linux and macOS. Name a PostgreSQL in DATABASE_URL, or start the server in WSL.',
    )
  const home = join(resolve(dataDir), 'engine')
  const cluster = join(home, 'cluster')
  const lock = await lockHome(home)
  let server: RunningServer | undefined
  try {
    const account = await chooseAccount(cluster, resolve(dataDir))
    const binDir = await findBinaries(home, account, log)
    const place = { home, cluster, binDir, account }
    await ensureCluster({ ...place, log })
    await stopOrphan(cluster, log)
    server = await startSocketServer(place, log)
    await ensureDatabase(server.connection)
  } catch (error) {
    await server?.stop()
    await lock.release()
    throw error
  }

  const { connection, exited, stop: stopServer } = server
  let stopping: Promise<void> | undefined
  const watch = async () => {
    await exited
    if (stopping !== undefined) return
    log.error({}, 'the embedded PostgreSQL has ended unexpectedly')
    onLost?.()
  }
  void watch()
  return {
    connection: { ...connection, database: DATABASE_NAME },
    stop: () => (stopping ??= stopServer().finally(() => lock.release())),
  }
}

async function lockHome(home: string): Promise<DataDirLock> {
  try {
    await ensureDir(home)
    return await acquireDataDirLock(home)
  } catch (error) {
    if (error instanceof EngineError || !(error instanceof Error)) throw error
    throw new EngineError(`The server cannot store its database in ${home}: ${error.message}`, {
      cause: error,
    })
  }
}

async function ensureDatabase(connection: PoolConfig): Promise<void> {
  const client = new Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE_NAME])
    if (found.rowCount === 0) await client.query(`create database ${DATABASE_NAME}`)
  } finally {
    await client.end()
  }
}

// When our process is killed, PostgreSQL lives on. Called under the lock of the data directory, so whatever
// postmaster is found here belongs to nobody.

const FAST_STOP_TIMEOUT_MS = 30_000
const IMMEDIATE_STOP_TIMEOUT_MS = 10_000
const POLL_INTERVAL_MS = 20

/** Stops a postmaster that a killed server left behind on this cluster, and removes the pid file of one that no longer exists. */
async function stopOrphan(cluster: string, log: Log): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  const pid = await readPid(pidFile)
  if (pid === undefined) return
  if (!(await isPostmasterOf(pid, cluster))) {
    // The number may by now be another process of this account, which PostgreSQL would take for a live postmaster.
    await rm(pidFile, { force: true })
    return
  }
  log.warn({ pid }, 'stopping the PostgreSQL that a killed server left running')
  const gone = async () => (await readPid(pidFile)) !== pid || !(await isPostmasterOf(pid, cluster))
  process.kill(pid, 'SIGINT')
  if (await isTrueWithin(gone, FAST_STOP_TIMEOUT_MS)) return
  process.kill(pid, 'SIGQUIT')
  if (await isTrueWithin(gone, IMMEDIATE_STOP_TIMEOUT_MS)) return
  throw new EngineError(`PostgreSQL (process ${pid}) does not stop. End it, then start again.`)
}

async function readPid(pidFile: string): Promise<number | undefined> {
  const pid = Number.parseInt((await unlessMissing(readFile(pidFile, 'utf8'))) ?? '', 10)
  return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined
}

/** Compares where the process stands, not only its number: numbers are reused, and a zombie stands nowhere. */
async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'linux') {
    try {
      const [there, here] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(cluster)])
      return there.ino === here.ino && there.dev === here.dev
    } catch {
      return false
    }
  }
  const command = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(
    () => undefined,
  )
  return command?.stdout.includes(cluster) ?? false
}

async function isTrueWithin(condition: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const giveUpAt = performance.now() + timeoutMs
  while (performance.now() < giveUpAt) {
    if (await condition()) return true
    await wait(POLL_INTERVAL_MS)
  }
  return false
}

// One server per data directory. The lock is a listening socket, because the kernel closes it with the process:
// it survives kill -9 without leaving a stale lock behind, knows no reused pids, and (being a path on the shared disk)
// is also seen by a second container that mounts the same volume, where a pid in a file would mean nothing.

interface DataDirLock {
  release(): Promise<void>
}

type Owner = { alive: true; pid: string } | { alive: false }

const LOCK_FILE = /^lock-(\d+)\.sock$/
const LONGEST_SOCKET_PATH = 103
const LONGEST_NAME = 20
const OWNER_RESPONSE_TIMEOUT_MS = 500

/** Numbered, after the last dead one: nobody clears a dead lock away before taking his own. Throws EngineInUseError. */
async function acquireDataDirLock(home: string): Promise<DataDirLock> {
  const ownName = `new-${randomUUID().slice(0, 8)}.sock`
  const server = await viaShortPath(home, (dir) => listen(join(dir, ownName)))
  let acquired: string | undefined
  const release = async () => {
    if (acquired !== undefined) await rm(join(home, acquired), { force: true })
    await close(server)
  }
  try {
    while (acquired === undefined) {
      const dead = await refuseLiveLocks(home)
      // It listens before it is published, so nobody can mistake a newborn lock for a dead one.
      acquired = await publish(home, ownName, numberAfter(dead))
    }
    // Only now is it sure that nobody else took a number meanwhile, and that these are nobody's.
    for (const name of await refuseLiveLocks(home, acquired)) await rm(join(home, name), { force: true })
    return { release }
  } catch (error) {
    await release()
    throw error
  } finally {
    await rm(join(home, ownName), { force: true })
  }
}

/** The names of the dead locks; throws EngineInUseError if any but `own` is alive. */
async function refuseLiveLocks(home: string, own?: string): Promise<string[]> {
  const names = (await readdir(home)).filter((name) => LOCK_FILE.test(name) && name !== own)
  for (const name of names) {
    const owner = await viaShortPath(home, (dir) => probe(join(dir, name)))
    if (owner.alive) throw new EngineInUseError(home, owner.pid)
  }
  return names
}

async function publish(home: string, ownName: string, number: number): Promise<string | undefined> {
  const name = `lock-${number}.sock`
  try {
    await link(join(home, ownName), join(home, name))
    return name
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return undefined
    throw error
  }
}

function numberAfter(names: string[]): number {
  return Math.max(0, ...names.map((name) => Number(LOCK_FILE.exec(name)?.[1] ?? 0))) + 1
}

function probe(path: string): Promise<Owner> {
  return new Promise((done, reject) => {
    let pid = ''
    const socket = connect(path)
    // Being connected is proof enough: the kernel accepts even when the owner is too busy to say its pid.
    const reportAlive = () => {
      socket.destroy()
      done({ alive: true, pid: pid.trim() })
    }
    socket.setEncoding('utf8')
    socket.once('connect', () => socket.setTimeout(OWNER_RESPONSE_TIMEOUT_MS, reportAlive))
    socket.on('data', (text: string) => (pid += text))
    socket.once('end', reportAlive)
    socket.once('error', (error) => {
      if (hasCode(error, 'ECONNREFUSED') || hasCode(error, 'ENOENT')) done({ alive: false })
      // A full waiting line is a sign of life, too.
      else if (hasCode(error, 'ECONNRESET') || hasCode(error, 'EAGAIN')) reportAlive()
      else reject(error)
    })
  })
}

function listen(path: string): Promise<Server> {
  return new Promise((done, reject) => {
    const server = createServer((socket) => {
      socket.once('error', () => socket.destroy())
      socket.end(`${process.pid}\n`)
    })
    server.once('error', reject)
    server.listen(path, () => {
      server.unref()
      done(server)
    })
  })
}

function close(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done())
  })
}

/** Socket addresses hold about a hundred bytes; a deep directory is reached through a short-lived short link. */
async function viaShortPath<T>(dir: string, use: (dir: string) => Promise<T>): Promise<T> {
  if (Buffer.byteLength(dir) + LONGEST_NAME <= LONGEST_SOCKET_PATH) return use(dir)
  const shortDir = await makeShortDir()
  const short = join(shortDir, 'd')
  try {
    await symlink(dir, short, 'dir')
    return await use(short)
  } finally {
    await rm(shortDir, { recursive: true, force: true })
  }
}

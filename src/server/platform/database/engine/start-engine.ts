// The embedded PostgreSQL: real durability and real SQL without anything to install. This folder starts and stops it
// and knows nothing of tables. All its files are under DATA_DIR/engine: the cluster, its log, the lock.

import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chown, link, mkdtemp, open, readFile, readdir, rename, rm, stat, symlink } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client, DatabaseError, type PoolConfig } from 'pg'
import type { Log } from '@/server/platform/process/logger'
import {
  ensureDir,
  giveToOwnerOfDir,
  hasCode,
  syncDir,
  unlessMissing,
} from '@/server/platform/process/private-data-dir'
import {
  EngineError,
  EngineInUseError,
  accountForInitdb,
  chooseAccount,
  findBinaries,
  run,
  spawnOptions,
  type Account,
} from './programs'

/** PostgreSQL makes the name of its socket from a port, even where nothing listens on one; the database is the one that initdb makes. */
const NAMES = { port: 5432, user: 'ericeira', database: 'postgres' }

/** Recovery after a crash replays at most `max_wal_size`; a slow card may take its time over that. */
const START_TIMEOUT_MS = 120_000
const POLL_INTERVAL_MS = 15
/** The whole server promises to be gone ten seconds after SIGTERM. */
const FAST_STOP_TIMEOUT_MS = 7_000

type Connection = PoolConfig & { database: string }

export type EmbeddedEngine = Awaited<ReturnType<typeof startEmbeddedEngine>>

interface EngineOptions {
  /** DATA_DIR; made if it is missing. */
  dataDir: string
  log: Log
  /** Called if PostgreSQL ends by itself; it is not started again behind its clients' back. */
  onLost?: () => void
}

interface Place {
  home: string
  cluster: string
  binDir: string
  account: Account | undefined
}

/** Makes the database on the first start, and stops what a killed server left running. Throws EngineInUseError or EngineError. */
export async function startEmbeddedEngine({ dataDir, log, onLost }: EngineOptions) {
  const home = join(resolve(dataDir), 'engine')
  const undo: (() => Promise<unknown>)[] = []
  const undoAll = async () => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  try {
    await ensureDir(home)
    const cluster = join(home, 'cluster')
    const account = await chooseAccount(cluster, resolve(dataDir))
    const socketDir = await makeSocketDir(home, account)
    undo.push(() => rm(socketDir, { recursive: true, force: true }))
    undo.push(await acquireLock(home, join(socketDir, 'home')))
    const place = { home, cluster, account, binDir: await findBinaries(account, log) }
    await ensureCluster(place, log)
    await stopOrphan(place, log)

    const { child, exited } = await spawnServer(place, socketDir)
    // A crash of ours still runs exit handlers; only kill -9 leaves an orphan.
    const stopAtExit = () => child.kill('SIGINT')
    process.once('exit', stopAtExit)
    let isStopping = false
    undo.push(async () => {
      isStopping = true
      process.removeListener('exit', stopAtExit)
      child.ref()
      child.kill('SIGINT')
      const timer = setTimeout(() => child.kill('SIGQUIT'), FAST_STOP_TIMEOUT_MS)
      await exited
      clearTimeout(timer)
    })
    const connection = { host: socketDir, ...NAMES }
    await waitUntilReady(child, connection, home)
    // The database alone is no reason for this process to stay.
    child.unref()
    log.info({ pid: child.pid }, 'the embedded PostgreSQL is ready')
    void exited.then(() => {
      if (isStopping) return undefined
      log.error({}, 'the embedded PostgreSQL has ended unexpectedly')
      return onLost?.()
    })
    let stopping: Promise<void> | undefined
    return {
      /** The options for `new pg.Pool(…)`; the user may create other databases beside this one. */
      connection,
      /** Stops the database and releases the data directory; a second call returns the same promise. */
      stop: () => (stopping ??= undoAll()),
    }
  } catch (error) {
    await undoAll()
    if (error instanceof EngineError || !(error instanceof Error)) throw error
    throw new EngineError(`The server cannot open its database in ${home}: ${error.message}`, {
      cause: error,
    })
  }
}

/**
 * How to connect to the database that another process runs on this data directory, for tools that need not own it; only
 * the account that runs it, and root, may. Undefined if none accepts a connection.
 */
export async function findRunningEngine(dataDir: string): Promise<Connection | undefined> {
  const { socketDir } = await readPidFile(join(resolve(dataDir), 'engine', 'cluster'))
  if (socketDir === undefined) return undefined
  const connection = { host: socketDir, ...NAMES }
  return (await canConnect(connection)) ? connection : undefined
}

const SOCKET_DIR_PREFIX = 'ericeira-events-'
const LONGEST_PARENT_BYTES = 60

/**
 * A fresh directory for PostgreSQL's socket, with a link to `home` for that of the lock: the address of a socket holds about a
 * hundred bytes, which the paths of DATA_DIR and TMPDIR may exceed. Root's TMPDIR may be closed to the account of PostgreSQL.
 */
async function makeSocketDir(home: string, account: Account | undefined): Promise<string> {
  const isFit = account === undefined && Buffer.byteLength(tmpdir()) <= LONGEST_PARENT_BYTES
  const dir = await mkdtemp(join(isFit ? tmpdir() : '/tmp', SOCKET_DIR_PREFIX))
  await symlink(home, join(dir, 'home'), 'dir')
  if (account !== undefined) await chown(dir, account.uid, account.gid)
  return dir
}

const LOCK = 'lock.sock'

/**
 * One server a data directory. The lock is a listening socket, because the kernel closes it with the process: it survives
 * kill -9 without a stale lock, knows no reused pids, and is also seen by a second container that mounts the same volume,
 * where a pid in a file would mean nothing. Of two servers that find the same dead lock at once, the later stops the database of the
 * other, which then ends. Gives how to release it; throws EngineInUseError.
 */
async function acquireLock(home: string, shortHome: string): Promise<() => Promise<unknown>> {
  const draft = `starting-${randomUUID().slice(0, 8)}.sock`
  const server = createServer((socket) => socket.destroy()).unref()
  // It listens before it has its name, so that nobody mistakes a newborn lock for a dead one.
  await once(server.listen(join(shortHome, draft)), 'listening')
  const { ino } = await stat(join(home, draft))
  const release = async () => {
    const found = await unlessMissing(stat(join(home, LOCK)))
    if (found?.ino === ino) await rm(join(home, LOCK), { force: true })
    await once(server.close(), 'close')
  }
  try {
    // A command of root's may be killed, and its lock is found by the server of that account.
    await giveToOwnerOfDir(join(home, draft))
    while (!(await isLinked(join(home, draft), join(home, LOCK)))) {
      if (await isAlive(join(shortHome, LOCK)))
        throw new EngineInUseError(
          `Another server already uses the database in ${home}. Stop it first, or choose another DATA_DIR.`,
        )
      await rm(join(home, LOCK), { force: true })
    }
    return release
  } catch (error) {
    await release()
    throw error
  } finally {
    await rm(join(home, draft), { force: true })
  }
}

/** False where there is such a name already. */
async function isLinked(path: string, name: string): Promise<boolean> {
  try {
    await link(path, name)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

async function isAlive(path: string): Promise<boolean> {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return true
  } catch (error) {
    // A full waiting line is a sign of life, too.
    if (hasCode(error, 'ECONNRESET') || hasCode(error, 'EAGAIN')) return true
    if (hasCode(error, 'ECONNREFUSED') || hasCode(error, 'ENOENT')) return false
    throw error
  } finally {
    socket.destroy()
  }
}

const DRAFT_PREFIX = 'cluster-draft-'

/** The name of `dir` for a program that stands in it: PostgreSQL's own account may not pass through what is root's. */
function dirFor(account: Account | undefined, dir: string): string {
  return account !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : dir
}

/** Makes the cluster unless it exists, under another name until it is complete: a crash leaves nothing that looks like a database. */
async function ensureCluster({ home, cluster, binDir, account }: Place, log: Log): Promise<void> {
  for (const name of await readdir(home))
    if (name.startsWith(DRAFT_PREFIX)) await rm(join(home, name), { recursive: true, force: true })
  if ((await unlessMissing(stat(join(cluster, 'PG_VERSION')))) !== undefined) return
  if ((await unlessMissing(stat(cluster))) !== undefined)
    throw new EngineError(`${cluster} is there, but holds no PostgreSQL cluster.`)
  const draft = await mkdtemp(join(home, DRAFT_PREFIX))
  const initAccount = await accountForInitdb(account)
  if (initAccount !== undefined) await chown(draft, initAccount.uid, initAccount.gid)
  await run(
    join(binDir, 'initdb'),
    [
      `--pgdata=${dirFor(account, draft)}`,
      `--username=${NAMES.user}`,
      '--encoding=UTF8',
      // PostgreSQL's own locale: no system locale needed, and an upgrade of the system cannot reorder an index.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      '--auth=trust',
    ],
    { account: initAccount, cwd: draft },
  )
  if (account !== undefined) await run('chown', ['-R', `${account.uid}:${account.gid}`, draft])
  await rename(draft, cluster)
  await syncDir(home)
  log.info({ cluster }, 'made a new PostgreSQL cluster')
}

/** The lines of `postmaster.pid` that PostgreSQL documents for its own `pg_ctl`. */
async function readPidFile(cluster: string): Promise<{ pid?: number; socketDir?: string | undefined }> {
  const text = await unlessMissing(readFile(join(cluster, 'postmaster.pid'), 'utf8'))
  const [pid = '', , , , socketDir = ''] = (text ?? '').split('\n')
  return { pid: Number(pid), socketDir: socketDir.trim() || undefined }
}

/**
 * Stops a postmaster that a killed server left behind. The lock is ours: whatever runs on this cluster belongs to nobody.
 * PostgreSQL takes a pid file whose number is another process by now for a live postmaster, so that one goes.
 */
async function stopOrphan({ cluster, binDir, account }: Place, log: Log): Promise<void> {
  const { pid } = await readPidFile(cluster)
  if (!pid) return
  if (await isPostmasterOf(pid, cluster)) {
    log.warn({ pid }, 'stopping the PostgreSQL that a killed server left running')
    const stop = (mode: string) =>
      run(
        join(binDir, 'pg_ctl'),
        ['stop', `--pgdata=${dirFor(account, cluster)}`, `--mode=${mode}`, '--timeout=30'],
        { account, cwd: cluster },
      )
    await stop('fast').catch(() => stop('immediate'))
  } else await rm(join(cluster, 'postmaster.pid'), { force: true })
}

/** Compares where the process stands, not only its number: numbers are reused, and a zombie stands nowhere. */
async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  try {
    if (process.platform !== 'linux')
      return (await run('ps', ['-o', 'command=', '-p', String(pid)])).includes(cluster)
    const [there, here] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(cluster)])
    return there.ino === here.ino && there.dev === here.dev
  } catch {
    return false
  }
}

async function spawnServer({ home, cluster, binDir, account }: Place, socketDir: string) {
  const settings = Object.entries({ ...SETTINGS, unix_socket_directories: socketDir })
  const args = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const logPath = join(home, LOG)
  // A long one is set aside, and the one before that goes.
  const before = await unlessMissing(stat(logPath))
  if (before !== undefined && before.size > MAX_LOG_BYTES) await rename(logPath, `${logPath}.1`)
  const serverLog = await open(logPath, 'a', 0o600)
  await giveToOwnerOfDir(logPath)
  const child = spawn(join(binDir, 'postgres'), ['-D', dirFor(account, cluster), ...args], {
    ...spawnOptions({ account, cwd: cluster }),
    stdio: ['ignore', serverLog.fd, serverLog.fd],
    // It has a session of its own: Ctrl-C in the terminal is for our process, which stops PostgreSQL when it has finished.
    detached: true,
  })
  const exited = new Promise<void>((done) => child.once('exit', () => done()).once('error', () => done()))
  await serverLog.close()
  return { child, exited }
}

/** PostgreSQL's settings, as arguments: they hold whatever the cluster's own configuration files say. */
const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  port: String(NAMES.port),
  max_connections: '40',
  shared_buffers: '64MB',
  max_wal_size: '256MB',
  // An acknowledged write survives a power cut.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // A container's /dev/shm is often too small for a parallel query.
  dynamic_shared_memory_type: 'mmap',
  log_min_messages: 'warning',
  // Details and statements would carry addresses and names into the log ("Key (email)=(…) already exists").
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
}

const LOG = 'postgres.log'
const MAX_LOG_BYTES = 5 * 1024 * 1024
const TAIL_LINES = 15

async function waitUntilReady(child: ChildProcess, connection: Connection, home: string): Promise<void> {
  const giveUpAt = performance.now() + START_TIMEOUT_MS
  while (performance.now() < giveUpAt) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) break
    if (await canConnect(connection)) return
    await wait(POLL_INTERVAL_MS)
  }
  const text = await readFile(join(home, LOG), 'utf8')
  const tail = text.trimEnd().split('\n').slice(-TAIL_LINES).join('\n')
  throw new EngineError(`PostgreSQL did not start. The end of its log:\n${tail}`)
}

const CANNOT_CONNECT_NOW = '57P03'

/** False while the server starts up. Any other refusal is thrown. */
async function canConnect(connection: Connection): Promise<boolean> {
  const client = new Client(connection)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    const isStarting = error instanceof DatabaseError && error.code === CANNOT_CONNECT_NOW
    if (isStarting || ['ENOENT', 'ECONNREFUSED', 'ECONNRESET'].some((code) => hasCode(error, code)))
      return false
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

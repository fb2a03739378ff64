// PostgreSQL as a child of this process, on a private unix socket.

import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { PoolConfig } from 'pg'
import { open, readFile, rename, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import type { Account, RunningServer, ServerPlace } from './run-program'
import { DATABASE_USER, pathForServer, SOCKET_PORT, makeSocketDir, removeSocketDir } from './cluster-files'
import { EngineError, spawnOptions, canConnect } from './run-program'
import { giveToOwnerOfDir } from '@/server/platform/process/private-data-dir'
import type { Log } from '@/server/platform/process/logger'

/** Recovery after a crash replays at most `max_wal_size`; a slow card may take its time over that. */
const START_TIMEOUT_MS = 120_000
const POLL_INTERVAL_MS = 15
/** The whole server promises to be gone ten seconds after SIGTERM. */
const FAST_STOP_TIMEOUT_MS = 7_000

/** Starts the server and waits until it accepts connections; on failure nothing is left running. */
export async function startSocketServer(place: ServerPlace, log: Log): Promise<RunningServer> {
  const { home, account } = place
  await removeSocketDir(home)
  const socketDir = await makeSocketDir(home, account)
  const child = await spawnServer(place, socketDir, account)
  const connection: PoolConfig = { host: socketDir, port: SOCKET_PORT, user: DATABASE_USER }
  const exited = whenExited(child)

  const stop = async () => {
    process.removeListener('exit', stopAtExit)
    child.ref()
    child.kill('SIGINT')
    const timer = setTimeout(() => child.kill('SIGQUIT'), FAST_STOP_TIMEOUT_MS)
    await exited
    clearTimeout(timer)
    await removeSocketDir(home)
  }
  // A crash of ours still runs exit handlers; only kill -9 leaves an orphan.
  const stopAtExit = () => child.kill('SIGINT')
  process.once('exit', stopAtExit)
  try {
    await waitUntilReady(child, connection, home)
  } catch (error) {
    await stop()
    throw error
  }
  // The database alone is no reason for this process to stay.
  child.unref()
  log.info({ pid: child.pid }, 'the embedded PostgreSQL is ready')
  return { connection, exited, stop }
}

async function spawnServer(
  { home, cluster, binDir }: ServerPlace,
  socketDir: string,
  account: Account | undefined,
): Promise<ChildProcess> {
  const settings = settingArgs({
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    port: String(SOCKET_PORT),
  })
  const serverLog = await openServerLog(home)
  const child = spawn(
    join(binDir, 'postgres'),
    ['-D', await pathForServer(cluster, account), ...settings],
    // The process has its own session: Ctrl-C in the terminal is for our process, which stops PostgreSQL when it has finished.
    {
      ...spawnOptions({ account, cwd: cluster }),
      stdio: ['ignore', serverLog.fd, serverLog.fd],
      detached: true,
    },
  )
  child.once('error', () => undefined)
  await serverLog.close()
  return child
}

function whenExited(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
}

async function waitUntilReady(child: ChildProcess, connection: PoolConfig, home: string): Promise<void> {
  const giveUpAt = performance.now() + START_TIMEOUT_MS
  while (performance.now() < giveUpAt) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) break
    if (await canConnect(connection)) return
    await wait(POLL_INTERVAL_MS)
  }
  throw new EngineError(`PostgreSQL did not start. The end of its log:\n${await tailOfServerLog(home)}`)
}

const MAX_LOG_BYTES = 5 * 1024 * 1024
const TAIL_LINES = 15

function serverLogPath(home: string): string {
  return join(home, 'postgres.log')
}

/** Opens the log for appending; at a start a long one is set aside, and the one before that goes. */
async function openServerLog(home: string): Promise<FileHandle> {
  const path = serverLogPath(home)
  const size = await stat(path).then(
    (file) => file.size,
    () => 0,
  )
  if (size > MAX_LOG_BYTES) await rename(path, `${path}.1`)
  const file = await open(path, 'a', 0o600)
  await giveToOwnerOfDir(path)
  return file
}

async function tailOfServerLog(home: string): Promise<string> {
  const text = await readFile(serverLogPath(home), 'utf8').catch(() => '')
  return text.trimEnd().split('\n').slice(-TAIL_LINES).join('\n')
}

/** PostgreSQL's settings, as arguments: they hold whatever the cluster's own configuration files say. */
function settingArgs(place: Record<string, string>): string[] {
  const settings = {
    ...place,
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
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

// PostgreSQL as a child of this process, on a private unix socket.

import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { PoolConfig } from 'pg'
import type { Account } from './run-program'
import { DATABASE_USER, pathForServer } from './cluster-files'
import { EngineError } from './engine-errors'
import type { EngineLog } from './engine-log'
import { spawnOptions } from './run-program'
import type { RunningServer, ServerPlace } from './running-server'
import { openServerLog, tailOfServerLog } from './server-log'
import { settingArgs } from './server-settings'
import { SOCKET_PORT, makeSocketDir, removeSocketDir } from './socket-dir'
import { canConnect } from './wait-for-server'

/** Recovery after a crash replays at most `max_wal_size`; a slow card may take its time over that. */
const START_TIMEOUT_MS = 120_000
const POLL_INTERVAL_MS = 15
/** The whole server promises to be gone ten seconds after SIGTERM. */
const FAST_STOP_TIMEOUT_MS = 7_000

/** Starts the server and waits until it accepts connections; on failure nothing is left running. */
export async function startSocketServer(place: ServerPlace, log: EngineLog): Promise<RunningServer> {
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
    // Its own session: Ctrl-C in the terminal is for our process, which stops PostgreSQL when it has finished.
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

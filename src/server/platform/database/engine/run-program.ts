import { spawn } from 'node:child_process'
import type { SpawnOptions } from 'node:child_process'
import { Client, DatabaseError } from 'pg'
import type { PoolConfig, ClientConfig } from 'pg'
import { hasCode } from '@/server/platform/process/private-data-dir'

export interface Account {
  uid: number
  gid: number
}

interface Settings {
  account?: Account | undefined
  cwd?: string
}

/** Programs run under their account, in a directory they surely may be in, without the server's secrets (JWT_SECRET, SMTP_URL, …). */
export function spawnOptions({ account, cwd }: Settings): SpawnOptions {
  // Who moves this process's clock (`npm run test:dates`) moves that of the database, too.
  const { LD_PRELOAD, FAKETIME, NO_FAKE_STAT } = process.env
  return {
    ...account,
    cwd: cwd ?? '/',
    env: {
      PATH: '/usr/bin:/bin:/usr/sbin:/sbin',
      LC_ALL: 'C',
      TZ: 'UTC',
      LD_PRELOAD,
      FAKETIME,
      NO_FAKE_STAT,
    },
  }
}

/** Runs a program to its end. A program that cannot be started at all ends with code -1 and the reason as output. */
export function runToEnd(
  program: string,
  args: string[],
  settings: Settings,
): Promise<{ exitCode: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...spawnOptions(settings), stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const collect = (chunk: Buffer) => (output += chunk.toString('utf8'))
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    child.once('error', (error) => resolve({ exitCode: -1, output: error.message }))
    child.once('close', (code) => resolve({ exitCode: code ?? -1, output: output.trim() }))
  })
}

/** Something about the machine or the data directory keeps the database from starting; the message says what to do. */
export class EngineError extends Error {
  override name = 'EngineError'
}

export class EngineInUseError extends EngineError {
  override name = 'EngineInUseError'

  constructor(home: string, pid: string) {
    const owner = pid === '' ? 'Another server' : `Another server (process ${pid})`
    super(`${owner} already uses the database in ${home}. Stop it first, or choose another DATA_DIR.`)
  }
}

/** The place of a server: the engine's directory, the cluster in it, PostgreSQL's programs, its account. */
export interface ServerPlace {
  home: string
  cluster: string
  binDir: string
  account: Account | undefined
}

export interface RunningServer {
  /** The options of a connection, without the database's name. */
  connection: PoolConfig
  /** Settles when the server has ended, stopped by us or not; never rejects. */
  exited: Promise<void>
  /** Ends sessions, writes everything down, waits until the server is gone. */
  stop(): Promise<void>
}

const CANNOT_CONNECT_NOW = '57P03'

/** Whether the server accepts connections; false while it starts up. Any other refusal is thrown. */
export async function canConnect(connection: ClientConfig): Promise<boolean> {
  const client = new Client({ ...connection, database: 'postgres' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    const startingUp = error instanceof DatabaseError && error.code === CANNOT_CONNECT_NOW
    if (startingUp || ['ENOENT', 'ECONNREFUSED', 'ECONNRESET'].some((code) => hasCode(error, code)))
      return false
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

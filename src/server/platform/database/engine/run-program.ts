import { spawn } from 'node:child_process'
import type { SpawnOptions } from 'node:child_process'

/** The system account that PostgreSQL runs under; undefined = the account of this process. */
export interface Account {
  uid: number
  gid: number
}

interface Settings {
  account?: Account | undefined
  cwd?: string
}

/**
 * How every program of the engine is started: under its account, in a directory it surely may be in, and with an
 * environment of its own, so that the server's secrets (JWT_SECRET, SMTP_URL, …) stay out of it.
 */
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

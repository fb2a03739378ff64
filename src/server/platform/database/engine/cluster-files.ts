// Makes the cluster's files: initdb in a draft directory, renamed when it is complete, so that a crash half-way
// through never leaves something that looks like a database.

import { randomUUID } from 'node:crypto'
import { chmod, chown, lchown, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { accountForInitdb, canUseDir } from './account'
import type { Account } from './run-program'
import { unlessMissing } from '@/server/platform/process/system-errors'
import { EngineError } from './engine-errors'
import { runToEnd } from './run-program'
import { syncDir } from '@/server/platform/process/sync-dir'
import type { Log } from '@/server/platform/process/logger'

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

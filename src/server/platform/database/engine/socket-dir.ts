// The private directory of PostgreSQL's socket. It is short (socket addresses hold 107 bytes), and only its owner
// and root can enter it, which is what makes a connection without a password right.

import { chmod, chown, mkdtemp, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { canUseDir } from './account'
import type { Account } from './run-program'
import { EngineError } from './engine-errors'

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

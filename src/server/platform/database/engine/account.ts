// PostgreSQL refuses to run as root. Started by root, it gets an account of its own.

import { readFile, stat } from 'node:fs/promises'
import { unlessMissing } from '@/server/platform/process/system-errors'
import { runToEnd } from './run-program'
import type { Account } from './run-program'

/**
 * The number is inside the 16 bits that every container maps, in the gap that neither Debian's policy nor systemd hands out. `nobody` would
 * not do: whatever else runs as nobody on this machine could then read the database.
 */
const PRIVATE_ID = 65_529

/**
 * Chooses the account: whoever owns the cluster, else whoever owns the data directory, else a private number.
 * A number without a line in /etc/passwd is enough for the server itself.
 */
export async function chooseAccount(cluster: string, dataDir: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  for (const path of [cluster, dataDir]) {
    const owner = await ownerOf(path)
    if (owner !== undefined && owner.uid !== 0) return owner
  }
  return { uid: PRIVATE_ID, gid: PRIVATE_ID }
}

/** initdb, unlike the server, insists on an account with a name; the files are given to the server's account afterwards. */
export async function accountForInitdb(account: Account | undefined): Promise<Account | undefined> {
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

// When our process is killed, PostgreSQL lives on. Called under the lock of the data directory, so whatever
// postmaster is found here belongs to nobody.

import { execFile } from 'node:child_process'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { unlessMissing } from '@/server/platform/process/system-errors'
import { EngineError } from './engine-errors'
import type { Log } from '@/server/platform/process/logger'

const FAST_STOP_TIMEOUT_MS = 30_000
const IMMEDIATE_STOP_TIMEOUT_MS = 10_000
const POLL_INTERVAL_MS = 20

/** Stops a postmaster that a killed server left behind on this cluster, and removes the pid file of one that no longer exists. */
export async function stopOrphan(cluster: string, log: Log): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  const pid = await readPid(pidFile)
  if (pid === undefined) return
  if (!(await isPostmasterOf(pid, cluster))) {
    // The number may by now be another process of this account, which PostgreSQL would take for a live postmaster.
    await rm(pidFile, { force: true })
    return
  }
  log.warn({ pid }, 'stopping the PostgreSQL that a killed server left running')
  const gone = async () => (await readPid(pidFile)) !== pid || !(await isPostmasterOf(pid, cluster))
  process.kill(pid, 'SIGINT')
  if (await isTrueWithin(gone, FAST_STOP_TIMEOUT_MS)) return
  process.kill(pid, 'SIGQUIT')
  if (await isTrueWithin(gone, IMMEDIATE_STOP_TIMEOUT_MS)) return
  throw new EngineError(`PostgreSQL (process ${pid}) does not stop. End it, then start again.`)
}

async function readPid(pidFile: string): Promise<number | undefined> {
  const pid = Number.parseInt((await unlessMissing(readFile(pidFile, 'utf8'))) ?? '', 10)
  return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined
}

/** Compares where the process stands, not only its number: numbers are reused, and a zombie stands nowhere. */
async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'linux') {
    try {
      const [there, here] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(cluster)])
      return there.ino === here.ino && there.dev === here.dev
    } catch {
      return false
    }
  }
  const command = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(
    () => undefined,
  )
  return command?.stdout.includes(cluster) ?? false
}

async function isTrueWithin(condition: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const giveUpAt = performance.now() + timeoutMs
  while (performance.now() < giveUpAt) {
    if (await condition()) return true
    await wait(POLL_INTERVAL_MS)
  }
  return false
}

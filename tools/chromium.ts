import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

/** A way to come by a browser, and how it is called in the message that says that it failed. */
interface Attempt {
  name: string
  install: () => void
}

const IN_APPLICATIONS = [
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Chromium.app/Contents/MacOS/Chromium',
]

const SYSTEM = [
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(
    (name) => `/usr/bin/${name}`,
  ),
  ...['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
    IN_APPLICATIONS.map((path) => join(folder, path)),
  ),
]

/**
 * Windows have pages of their own in their toolbar, each a renderer that takes a second of a core for every window, also of a
 * headless browser. The last `--disable-features` counts, so that Playwright's own list is in it.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/** How the browser of tests and instruments is started, which talks to nobody but the server under test. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
]

const INSTALL_TIMEOUT_MS = 15 * 60_000
const START_TIMEOUT_MS = 30_000

/**
 * Playwright's build. Its second program, the headless shell, is not needed: everything here names the program to start.
 * Without a network it gives up within seconds.
 */
const playwrights: Attempt = {
  name: 'playwright install chromium',
  install: () => {
    const cli = createRequire(import.meta.url).resolve('@playwright/test/cli')
    spawnSync(process.execPath, [cli, 'install', '--no-shell', 'chromium'], {
      stdio: 'ignore',
      timeout: INSTALL_TIMEOUT_MS,
      env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '5000' },
    })
  },
}

const debians = (name: string): Attempt => ({
  name: `apt-get install ${name}`,
  install: () => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const settings = { stdio: 'ignore', timeout: INSTALL_TIMEOUT_MS, env } as const
    const network = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10']
    spawnSync('apt-get', ['update', '-qq', ...network], settings)
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...network, name], settings)
  },
})

/** Debian's build of Chromium without windows: a journey takes a sixth less in it. It has no background sync. */
const HEADLESS_SHELL = 'chromium-headless-shell'

/**
 * The browser that the tests drive: `CHROMIUM`, Playwright's own, or the system's; for the gate, which needs no more, Debian's
 * headless shell where it is there. If there is none, Playwright's is installed, or as root Debian's; if that fails, one line says
 * what was tried and what to do, and the process ends.
 */
export function findChromium({ isForGate = false } = {}): string {
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  const names = isForGate ? [HEADLESS_SHELL, 'chromium'] : ['chromium']
  const attempts = isDebianRoot ? [playwrights, ...names.map(debians)] : [playwrights]
  const whole = [chromium.executablePath(), ...SYSTEM]
  const places = isForGate ? [`/usr/bin/${HEADLESS_SHELL}`, ...whole] : whole
  const found = locateChromium(process.env.CHROMIUM, places, attempts)
  if ('missing' in found) {
    process.stderr.write(`${found.missing}\n`)
    process.exit(1)
  }
  // The processes that this one starts need not look again.
  process.env.CHROMIUM = found.path
  return found.path
}

/** The decision alone: `given` is taken at its word, of `places` the first that starts, else `attempts` one by one. */
export function locateChromium(
  given: string | undefined,
  places: string[],
  attempts: Attempt[],
): { path: string } | { missing: string } {
  if (given !== undefined && given !== '') {
    return existsSync(given) ? { path: given } : { missing: `CHROMIUM names ${given}, which is not there.` }
  }
  const present = places.find(starts)
  if (present !== undefined) return { path: present }
  for (const { name, install } of attempts) {
    process.stdout.write(`No Chromium found: trying \`${name}\`.\n`)
    install()
    const installed = places.find(starts)
    if (installed !== undefined) return { path: installed }
  }
  const tried = attempts.map(({ name }) => `\`${name}\``).join(' and ')
  return {
    missing:
      `No Chromium: none is installed, and ${tried} did not bring one that starts. Install one ` +
      '(Debian: apt-get install chromium; elsewhere: npx playwright install chromium) or name it in CHROMIUM.',
  }
}

/** A file is not enough: Playwright's build needs libraries of the system, and Ubuntu's is a note about a shop. */
function starts(path: string): boolean {
  return (
    existsSync(path) &&
    spawnSync(path, ['--version'], { stdio: 'ignore', timeout: START_TIMEOUT_MS }).status === 0
  )
}

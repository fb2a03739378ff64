import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { chromium } from '@playwright/test'

/**
 * Windows have pages of their own in their toolbar, each a renderer that takes a second of a core for every window, also of a
 * headless browser. The last `--disable-features` counts, so that Playwright's own list is in it.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,LensOverlay,MediaRouter,NetworkTimeServiceQuerying',
  'OptimizationHints,PaintHolding,PreconnectToSearch,ThirdPartyStoragePartitioning',
]

/** How the browser of tests and instruments is started, which talks to nobody but the server under test. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${DISABLED_FEATURES.join()}`,
]

const ON_MAC = ['Google Chrome.app/Contents/MacOS/Google Chrome', 'Chromium.app/Contents/MacOS/Chromium']
const PLACES = [
  chromium.executablePath(),
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(
    (name) => `/usr/bin/${name}`,
  ),
  ...['', homedir()].flatMap((home) => ON_MAC.map((path) => `${home}/Applications/${path}`)),
]

const playwright = `${process.execPath} ${createRequire(import.meta.url).resolve('@playwright/test/cli')}`
const INSTALLS = [
  `PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT=5000 ${playwright} install --no-shell chromium`,
  'test "$(id -u)" = 0 && apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium',
]

/** A file is not enough: Playwright's build needs libraries of the system, and Ubuntu's is a note about a shop. */
const starts = (path: string) =>
  spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0

/** The browser that the tests drive: `CHROMIUM`, Playwright's own, the system's, or one that is installed now. */
export function findChromium(): string {
  let found = process.env.CHROMIUM ?? PLACES.find(starts)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const install of INSTALLS) {
    if (found !== undefined) break
    process.stdout.write(`No Chromium found: trying \`${install}\`.\n`)
    spawnSync('sh', ['-c', install], { stdio: 'ignore', env })
    found = PLACES.find(starts)
  }
  if (found === undefined)
    throw new Error('No Chromium: name one in CHROMIUM, or install it: apt-get install chromium')
  // The processes that this one starts need not look again.
  return (process.env.CHROMIUM = found)
}

/**
 * `npm run test:engines`: what the app promises, in engines other than Chromium's: Firefox and WebKitGTK of Debian, on the built
 * product. In CI root installs Debian's packages if they are not there. An engine that is missing is left out, in one line that
 * begins with `not run:`. Arguments go to Playwright: `-g`, `--project`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { ENGINES, missingPackages } from '../e2e/engines/installed-engines'

const INSTALL_TIMEOUT_MS = 10 * 60_000

function install(packages: readonly string[]): void {
  process.stdout.write(`Installing Debian's ${packages.join(', ')}.\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const settings = { stdio: 'ignore', timeout: INSTALL_TIMEOUT_MS, env } as const
  spawnSync('apt-get', ['update', '-qq'], settings)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], settings)
}

const wanted = ENGINES.flatMap(missingPackages)
const mayInstall = process.env.CI === 'true' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
if (wanted.length > 0 && mayInstall) install(wanted)

const ready = ENGINES.filter((engine) => missingPackages(engine).length === 0)
for (const engine of ENGINES.filter((name) => !ready.includes(name)))
  process.stdout.write(
    `not run: the journeys in ${engine}. They need Debian's ${missingPackages(engine).join(', ')}.\n`,
  )
if (ready.length > 0) {
  const projects = ready.flatMap((engine) => ['--project', engine])
  const { status } = spawnSync(
    'node_modules/.bin/playwright',
    ['test', '--config', 'e2e/engines/playwright.config.ts', ...projects, ...process.argv.slice(2)],
    { stdio: 'inherit' },
  )
  process.exitCode = status ?? 1
}

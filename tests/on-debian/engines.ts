/**
 * `npm run test:engines`: what the app promises, in engines other than Chromium's: Firefox and WebKitGTK of Debian, on the built
 * product. In CI root installs Debian's packages if they are not there. An engine that is missing is left out, in one line that
 * begins with `not run:`. Arguments go to Playwright: `-g`, `--project`.
 */
import { spawnSync } from 'node:child_process'
import { installPackages, mayInstall } from './debian-packages'
import { ENGINES, missingPackages } from '../../e2e/engines/installed-engines'

const wanted = ENGINES.flatMap(missingPackages)
if (wanted.length > 0 && mayInstall()) installPackages(wanted)

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

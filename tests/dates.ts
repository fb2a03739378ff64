/**
 * `npm run test:dates`: the gate's journeys and the api level at other days and hours. `--some`: at three of them. `--only journeys|api`,
 * `--at '2026-11-28 12:46:00'` (UTC). Debian's `faketime` moves node, PostgreSQL and Chromium alike; the times of files stay real.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { installPackages, mayInstall } from './on-debian/debian-packages'

/** The year ends while they run; the clocks change at 01:00 UTC. */
const SOME = ['2026-12-31 23:55:00', '2027-03-28 00:55:00']
const DATES = [
  // Each weekday.
  '2026-11-23 06:10:00',
  '2026-11-24 09:00:00',
  '2026-11-25 17:59:00',
  '2026-11-26 20:30:00',
  '2026-11-27 23:40:00',
  '2026-11-28 12:46:00',
  '2026-11-29 02:15:00',
  ...SOME,
  '2027-10-31 00:30:00',
  '2028-02-29 15:20:00',
]
const FIRST_DRAWN = Date.parse('2026-12-01T00:00Z')
const DRAWN_DAYS = 1000

const STEPS = {
  api: ['node_modules/.bin/vitest', 'run', '--project', 'api', '--tags-filter', '!full'],
  journeys: [
    'node_modules/.bin/playwright',
    'test',
    '--config',
    'e2e/playwright.config.ts',
    '--grep',
    '@gate',
  ],
}

/**
 * The library's place depends on the machine: faketime says it. Without its shared memory every process reads the same offset,
 * whoever runs it.
 */
function fakingLibrary(): string | undefined {
  const command = ['-f', '+0s', 'printenv', 'LD_PRELOAD']
  const found = spawnSync('faketime', command, { encoding: 'utf8' })
  return found.status === 0 ? found.stdout.trim() : undefined
}

function passes(step: string[], at: string, library: string): boolean {
  const [program = '', ...args] = step
  const offset = Math.round((Date.parse(`${at.replace(' ', 'T')}Z`) - Date.now()) / 1000)
  const env = {
    ...process.env,
    LD_PRELOAD: library,
    FAKETIME: `${offset < 0 ? '' : '+'}${offset}s`,
    NO_FAKE_STAT: '1',
    E2E_GATE: '1',
  }
  return spawnSync(program, args, { stdio: 'inherit', env }).status === 0
}

const { values } = parseArgs({
  options: { only: { type: 'string' }, at: { type: 'string' }, some: { type: 'boolean' } },
})
const drawn = new Date(FIRST_DRAWN + Math.random() * DRAWN_DAYS * 86_400_000).toISOString()
const all = [...(values.some ? SOME : DATES), drawn.slice(0, 19).replace('T', ' ')]
const dates = values.at === undefined ? all : [values.at]
const steps = Object.entries(STEPS).filter(([name]) => values.only === undefined || values.only === name)
if (fakingLibrary() === undefined && mayInstall()) installPackages(['faketime'])
const library = fakingLibrary()

if (library === undefined) process.stdout.write('not run: needs faketime (apt-get install faketime).\n')
else {
  // A build has the real time, like every file.
  if (values.only !== 'api') execFileSync('npm', ['run', 'build'], { stdio: 'inherit' })
  const lines: string[] = []
  for (const at of dates) {
    process.stdout.write(`== ${at} UTC\n`)
    const failed = steps.filter(([, step]) => !passes(step, at, library)).map(([name]) => name)
    if (failed.length > 0) process.exitCode = 1
    lines.push(`${failed.length === 0 ? 'ok  ' : 'FAIL'} ${at} UTC ${failed.join(', ')}`)
    process.stdout.write(`${lines.at(-1)}\n`)
  }
  process.stdout.write(`\n${lines.join('\n')}\n`)
}

/**
 * `npm test`: the gate, every promise once. `npm run test:full` (`--full`): what the gate leaves out: the other views and journeys, rare
 * cases, other browsers, faults. The steps of a phase run side by side; the gate ends with the first
 * phase that fails. The last lines say of each step whether it passed.
 */
import { spawn } from 'node:child_process'
import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { findChromium } from './chromium'

const tsx = 'node --import tsx'
const unit = 'vitest run --project unit --project unit-page'
const journeys = 'playwright test --config e2e/playwright.config.ts'
const more = 'FUZZ_REQUESTS=600 WALK_SEEDS=25 PROGRAMME_FILTERS=1000'
const build = `${tsx} tools/build.ts --fast`

const GATE: Record<string, string>[] = [
  { format: 'oxfmt --check', types: 'npm run types' },
  {
    // After the types, which compile the messages that lint looks at.
    lint: 'npm run lint',
    unit: `${unit} --project rules --tags-filter !full`,
    api: 'vitest run --project api --tags-filter !full',
    build,
  },
  { budget: 'npm run budget' },
  { journeys: `E2E_GATE=1 E2E_WORKERS=2 ${journeys} --grep @gate` },
]

const FULL: Record<string, string>[] = [
  { codegen: 'npm run codegen' },
  {
    'rare cases': `${unit} --tags-filter full`,
    api: `${more} vitest run --project api`,
    'object storage': `${tsx} tests/on-debian/object-storage.ts`,
    build,
  },
  // The steps that measure have the machine to themselves.
  { cluster: `${tsx} tests/cluster/cluster.ts` },
  { faults: `${tsx} tests/faults/faults.ts --rounds 6` },
  { engines: `${tsx} tests/on-debian/engines.ts` },
  { journeys: `${journeys} --grep-invert @gate` },
  { dates: `${tsx} tests/dates.ts --some` },
]

/** In memory where it has room: nobody reads databases and profiles of tests again, and writing them takes a quarter of the gate. */
const memory = existsSync('/dev/shm') ? statfsSync('/dev/shm') : { bavail: 0, bsize: 0 }
const TMPDIR = memory.bavail * memory.bsize >= 4 * 1024 ** 3 ? '/dev/shm' : tmpdir()

// A browser comes first: without one nothing long should have run.
const env = { TMPDIR, CHROMIUM: findChromium(), ...process.env, FORCE_COLOR: '0' }
const PATH = `node_modules/.bin:${dirname(process.execPath)}:${process.env.PATH}`

/** Resolves with the lines that the end repeats. What a step prints is shown only if it failed. */
async function run([name, command]: [string, string]): Promise<string> {
  const startedAt = Date.now()
  const child = spawn('sh', ['-c', `{ ${command}; } 2>&1`], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...env, PATH },
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const isPassed = (await new Promise((resolve) => child.on('close', resolve))) === 0
  if (!isPassed) process.stdout.write(`\n== ${name}\n${output}`)
  // A step that could not run here says so in a line that begins like this, and ends with 0.
  const outcome = /^not run: .*/m.exec(output)?.[0] ?? `${Math.round((Date.now() - startedAt) / 1000)} s`
  const failures = isPassed ? [] : (output.match(/^ *(?:FAIL |\d+\) ).* [›>] .*/gm)?.slice(0, 5) ?? [])
  const lines = [`${isPassed ? 'ok  ' : 'FAIL'} ${name} (${outcome})`, ...failures].join('\n')
  process.stdout.write(`${lines}\n`)
  return lines
}

const ended: string[] = []
const isFull = process.argv.includes('--full')
for (const phase of isFull ? FULL : GATE) {
  ended.push(...(await Promise.all(Object.entries(phase).map(run))))
  if (!isFull && ended.some((lines) => lines.startsWith('FAIL'))) break
}
const failed = ended.filter((lines) => lines.startsWith('FAIL')).length
const left = ended.filter((lines) => lines.includes('(not run: ')).length
process.stdout.write(`\n${ended.join('\n')}\n`)
process.stdout.write(`${ended.length - failed - left} passed, ${failed} failed, ${left} skipped\n`)
process.exitCode = failed === 0 ? 0 : 1

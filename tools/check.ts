/**
 * `npm test`: the gate, every promise once. `npm run test:full` (`--full`): everything that the gate leaves out: the other views and
 * journeys, rare cases, another PostgreSQL, other browsers, faults and attacks. Steps that do not need the whole machine run side by side. Stops at the first phase with a failure unless `--all`; ends
 * with the seconds of each step and how many passed.
 */
import { spawn } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findChromium } from './chromium'

interface Step {
  name: string
  command: string[]
  env?: Record<string, string>
}

/** A step that could not run here says so in a line that begins like this, and ends with 0. */
const NOT_RUN = /^not run: .*/m

/** The heading of a failed test, by Vitest or Playwright, and the line of its error. */
const FAILED_TEST = /^ *(?:FAIL |\d+\) .* › ).*\n(?:\s*\n)*.*/gm
const MOST_SHOWN_AT_END = 5

const bin = (name: string, ...args: string[]) => [`node_modules/.bin/${name}`, ...args]
const vitest = (...projects: string[]) =>
  bin('vitest', 'run', ...projects.flatMap((name) => ['--project', name]))
const script = (path: string, ...args: string[]) => [process.execPath, '--import', 'tsx', path, ...args]
const tool = (name: string, ...args: string[]) => script(`tools/${name}.ts`, ...args)
const journeys = (...args: string[]) =>
  bin('playwright', 'test', '--config', 'e2e/playwright.config.ts', ...args)

const codegen: Step = { name: 'codegen', command: tool('codegen') }
const reading: Step[] = [
  { name: 'format', command: bin('oxfmt', '--check') },
  { name: 'lint', command: bin('oxlint', '--deny-warnings') },
  { name: 'types', command: ['npm', 'run', '--silent', 'types'] },
  { name: 'rules', command: vitest('rules') },
]
const unit: Step = { name: 'unit', command: vitest('unit', 'unit-page') }
const api: Step = { name: 'api', command: vitest('api') }
/** The step leaves out what is left to the full run (vite.config.ts). */
const inGate = ({ name, command }: Step): Step => ({ name, command: [...command, '--tags-filter', '!full'] })
const build: Step = { name: 'build', command: tool('build', '--generated') }
const budgets: Step = { name: 'budgets', command: tool('budget') }

/** For a step that ends long before those beside it: it leaves them the cores. */
const HALF_OF_WORKERS = { VITEST_MAX_WORKERS: String(Math.ceil(availableParallelism() / 2)) }

/** Phases one after another; the steps of a phase at once, which leaves neither core idle while a test waits. */
const GATE: Step[][] = [
  [codegen],
  reading,
  [inGate(unit), inGate(api), { name: 'offline', command: vitest('offline'), env: HALF_OF_WORKERS }, build],
  [budgets],
  [{ name: 'e2e', command: journeys('--grep', '@gate'), env: { E2E_GATE: '1' } }],
]

/** Journeys that the gate leaves out, and those of the gate that have more views. */
const NOT_IN_GATE = '^(?!.*@views).*@gate'

const FULL: Step[][] = [
  [codegen],
  [
    { name: 'rare cases', command: [...unit.command, '--tags-filter', 'full'] },
    // The gate has it on the embedded one.
    {
      name: 'api on another PostgreSQL',
      command: script('tests/on-debian/other-postgres.ts', '--else-embedded'),
      env: { FUZZ_REQUESTS: '600' },
    },
    { name: 'object storage', command: script('tests/on-debian/object-storage.ts') },
    { name: 'offline', command: vitest('offline'), env: { WALK_SEEDS: '25', PROGRAMME_FILTERS: '1000' } },
    build,
  ],
  // The steps that measure have the machine to themselves.
  [{ name: 'cluster', command: script('tests/cluster/cluster.ts', '--short') }],
  [{ name: 'attacks', command: script('tests/attacks/attacks.ts', '--short') }],
  [{ name: 'faults', command: script('tests/faults/faults.ts', '--rounds', '6') }],
  [
    { name: 'feeds in other parsers', command: script('tests/read-feeds/read-feeds.ts') },
    // The journeys of Firefox and WebKit wait as often as they compute.
    { name: 'engines', command: script('tests/on-debian/engines.ts') },
  ],
  [{ name: 'e2e', command: journeys('--grep-invert', NOT_IN_GATE), env: { E2E_AFTER_GATE: '1' } }],
]

interface Result {
  name: string
  isPassed: boolean
  /** The reason why it was not run, if it was not. */
  notRun: string | undefined
  /** Repeated at the end, for the output of a step that ran beside others is far above it. */
  failedTests: string[]
  seconds: number
}

function show(text: string): void {
  process.stdout.write(text)
}

/** Runs a step; what it prints comes at once, or, when others run beside it, at its end and only if it failed. */
async function run({ name, command: [program = '', ...args], env }: Step, isAlone: boolean): Promise<Result> {
  const startedAt = Date.now()
  let output = ''
  if (isAlone) show(`\n== ${name}\n`)
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environment, ...env },
  })
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (isAlone) show(text)
    })
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve)
  })
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  const isPassed = status === 0
  if (!isAlone && !isPassed) show(`\n== ${name}\n${output}`)
  show(`== ${name}: ${isPassed ? 'ok' : 'FAILED'} after ${seconds} s\n`)
  const failedTests = isPassed ? [] : (stripVTControlCharacters(output).match(FAILED_TEST) ?? [])
  return { name, isPassed, notRun: NOT_RUN.exec(output)?.[0], failedTests, seconds }
}

const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4 * 1024 ** 3

/**
 * The folder for databases, data folders and browsers' profiles of the tests: in memory where it has room, since they
 * are written to disk for nobody, and writing takes a quarter of the gate.
 */
function temporaryDir(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ENOUGH_BYTES ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

const isFull = process.argv.includes('--full')
const environment = {
  TMPDIR: temporaryDir(),
  // This comes first: without a browser nothing long should have run.
  CHROMIUM: findChromium({ isForGate: !isFull }),
  FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
  ...process.env,
  PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
}
const runsAll = process.argv.includes('--all')
const results: Result[] = []
const startedAt = Date.now()

for (const phase of isFull ? FULL : GATE) {
  if (phase.length > 1) show(`\n== at once: ${phase.map(({ name }) => name).join(', ')}\n`)
  const ended = await Promise.all(phase.map((step) => run(step, phase.length === 1)))
  results.push(...ended)
  if (!runsAll && ended.some(({ isPassed }) => !isPassed)) break
}

process.stdout.write('\n')
for (const { name, isPassed, notRun, failedTests, seconds } of results) {
  process.stdout.write(`${isPassed ? 'ok  ' : 'FAIL'} ${name} (${notRun ?? `${seconds} s`})\n`)
  for (const test of failedTests.slice(0, MOST_SHOWN_AT_END)) process.stdout.write(`${test}\n`)
}
process.stdout.write(`${Math.round((Date.now() - startedAt) / 1000)} s\n`)
const failed = results.filter(({ isPassed }) => !isPassed).length
const left = results.filter(({ isPassed, notRun }) => isPassed && notRun !== undefined).length
process.stdout.write(
  `${results.length - failed - left} passed, ${failed} failed${left === 0 ? '' : `, ${left} skipped`}\n`,
)
process.exitCode = failed === 0 ? 0 : 1

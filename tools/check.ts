/**
 * `npm test` and `npm run check`: everything that must hold, cheapest first. Stops at the first failure unless
 * `--all`. Ends with how many steps passed.
 */
import { spawnSync } from 'node:child_process'
import { findChromium } from './chromium'

const bin = (name: string, ...args: string[]) => [`node_modules/.bin/${name}`, ...args]

const STEPS: [name: string, command: string[]][] = [
  ['codegen', bin('tsx', 'tools/codegen.ts')],
  ['format', bin('prettier', '--check', '--log-level', 'warn', '.')],
  ['lint', bin('oxlint', '--deny-warnings')],
  ['types', ['npm', 'run', '--silent', 'types']],
  ['layers and contract', bin('vitest', 'run', '--project', 'rules')],
  ['unit', bin('vitest', 'run', '--project', 'unit')],
  ['api', bin('vitest', 'run', '--project', 'api')],
  ['api on another PostgreSQL', bin('tsx', 'tools/other-postgres.ts')],
  ['offline', bin('vitest', 'run', '--project', 'offline')],
  ['build', bin('tsx', 'tools/build.ts')],
  ['budgets', bin('tsx', 'tools/budget.ts')],
  ['e2e', bin('playwright', 'test', '--config', 'e2e/playwright.config.ts')],
]

const env = {
  ...process.env,
  CHROMIUM: findChromium(),
  PATH: `${process.execPath}:${process.env.PATH ?? ''}`,
}
const runAll = process.argv.includes('--all')
const results: { name: string; ok: boolean; seconds: number }[] = []

for (const [name, [command = '', ...args]] of STEPS) {
  process.stdout.write(`\n== ${name}\n`)
  const startedAt = Date.now()
  const { status } = spawnSync(command, args, { stdio: 'inherit', env })
  results.push({ name, ok: status === 0, seconds: Math.round((Date.now() - startedAt) / 1000) })
  if (status !== 0 && !runAll) break
}

process.stdout.write('\n')
for (const { name, ok, seconds } of results)
  process.stdout.write(`${ok ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)\n`)
const failed = results.filter(({ ok }) => !ok).length
process.stdout.write(`${results.length - failed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1

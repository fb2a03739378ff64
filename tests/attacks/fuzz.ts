/**
 * `npm run test:fuzz -- --requests 10000 [--seed 1]`: the long run of both fuzz tests, of calls and of pages and files on the
 * built product; a failing request is printed.
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '10000' }, seed: { type: 'string', default: '20261120' } },
})
const built = spawnSync(process.execPath, [...process.execArgv, 'tools/build.ts'], { stdio: 'inherit' })
if (built.status !== 0) process.exit(built.status ?? 1)
const { status } = spawnSync(
  'node_modules/.bin/vitest',
  ['run', '--project', 'api', 'tests/api/limits/fuzz.test.ts', 'tests/api/limits/fuzz-pages.test.ts'],
  {
    stdio: 'inherit',
    env: { ...process.env, FUZZ_REQUESTS: values.requests, FUZZ_SEED: values.seed, FUZZ_DIST: 'dist' },
  },
)
process.exitCode = status ?? 1

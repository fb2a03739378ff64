/** `npm run test:fuzz -- --requests 10000 [--seed 1]`: the long run of the fuzz test; a failing one is printed. */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '10000' }, seed: { type: 'string', default: '20261120' } },
})
const { status } = spawnSync(
  'node_modules/.bin/vitest',
  ['run', '--project', 'api', 'tests/api/fuzz.test.ts'],
  {
    stdio: 'inherit',
    env: { ...process.env, FUZZ_REQUESTS: values.requests, FUZZ_SEED: values.seed },
  },
)
process.exitCode = status ?? 1

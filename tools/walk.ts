/** `npm run test:walk -- --seeds 1000 [--from 1]`: the long run of the outbox's random walk (model-based test); a failing seed is printed. */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '1000' }, from: { type: 'string', default: '1' } },
})
const { status } = spawnSync(
  'node_modules/.bin/vitest',
  ['run', '--project', 'offline', 'tests/offline/walk.test.ts'],
  { stdio: 'inherit', env: { ...process.env, WALK_SEEDS: values.seeds, WALK_FIRST_SEED: values.from } },
)
process.exitCode = status ?? 1

/**
 * `npm run test:walk -- --seeds 1000 [--from 1] [--steps 60]`: the long run of the outbox's random walk (model-based test) in process.
 * `npm run test:walk -- --browser --seeds 10 [--from 1] [--steps 12]`: the same in Chromium, on the built product.
 * A failing seed is printed with its steps, and at the end what all of them did.
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    browser: { type: 'boolean', default: false },
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    steps: { type: 'string' },
  },
})
const { command, args, seeds } = values.browser
  ? {
      command: 'node_modules/.bin/playwright',
      args: ['test', '--config', 'e2e/playwright.config.ts', 'offline/walk.e2e.ts'],
      seeds: '10',
    }
  : {
      command: 'node_modules/.bin/vitest',
      args: ['run', '--project', 'api', 'tests/offline/walk/walk.test.ts'],
      seeds: '1000',
    }
if (values.browser) {
  const built = spawnSync(process.execPath, [...process.execArgv, 'tools/build.ts'], { stdio: 'inherit' })
  if (built.status !== 0) process.exit(built.status ?? 1)
}
const { status } = spawnSync(command, args, {
  stdio: 'inherit',
  env: {
    ...process.env,
    WALK_SEEDS: values.seeds ?? seeds,
    WALK_FIRST_SEED: values.from,
    ...(values.steps === undefined ? {} : { WALK_STEPS: values.steps }),
  },
})
process.exitCode = status ?? 1

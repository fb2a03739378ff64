import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from '../tools/chromium'

export const ADMIN = { email: 'admin@ericeira.example', password: 'waves-at-ribeira-dilhas' }

/** Workers that run side by side have servers of their own, each on ports of its own. */
const firstPort = Number(process.env.E2E_PORT ?? 3900) + 10 * Number(process.env.TEST_PARALLEL_INDEX ?? 0)
export const PORTS = { server: firstPort, configured: firstPort + 1 }

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../test-results',
  globalSetup: './support/set-up.ts',
  fullyParallel: true,
  // There is one worker more than cores: a journey waits as often as it computes.
  workers: Number(process.env.E2E_WORKERS ?? 3),
  // A journey that fails once is a defect of the journey or of the product.
  retries: 0,
  // The longest journey looks at dozens of states, in every view.
  timeout: 300_000,
  // On a busy machine a page needs longer than the five seconds that are the default.
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    // Installing the worker and the whole programme takes a fifth of a journey or more: in the gate only where it is about them.
    serviceWorkers: process.env.E2E_GATE === '1' ? 'block' : 'allow',
    // The visitor is from elsewhere: what they read is village time all the same.
    timezoneId: 'America/New_York',
    // Recording makes the journeys a third slower: `--trace retain-on-failure` asks for it.
    trace: 'off',
    launchOptions: {
      executablePath: findChromium(),
      args: CHROMIUM_ARGS,
    },
  },
})

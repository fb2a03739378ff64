import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from '../tools/chromium'

export const PORT = Number(process.env.E2E_PORT ?? 3999)
/** Where the tests' push service listens. */
export const PUSH_PORT = 3996
export const ADMIN = { email: 'admin@ericeira.example', password: 'waves-at-ribeira-dilhas' }

/** On servers of their own, with mails and providers (accounts-server.ts): of each project one. */
const WITH_ACCOUNTS = {
  accounts: /(accounts|bad-luck|profile|providers|second-factor|session|back-office-people)\.e2e\.ts$/,
  'account-looks': /(account|back-office-people)-accessibility\.e2e\.ts$/,
  many: /back-office-many\.e2e\.ts$/,
  walk: /(submit-and-leave|walk)\.e2e\.ts$/,
  versions: /versions\.e2e\.ts$/,
}
/** Only read on the guide's server, where others write meanwhile, or have a server of their own: nothing here counts events. */
const READERS =
  /(addresses|analytics|event-filters|home|installation|language|maps|parts|reference-page|shared-layout|start|static-pages)\.e2e\.ts$/
/** Where the server of a project listens. */
export const ACCOUNTS_PORTS = {
  accounts: Number(process.env.E2E_ACCOUNTS_PORT ?? 3995),
  'account-looks': Number(process.env.E2E_LOOKS_PORT ?? 3993),
  many: Number(process.env.E2E_MANY_PORT ?? 3994),
  walk: Number(process.env.E2E_WALK_PORT ?? 3992),
  versions: Number(process.env.E2E_VERSIONS_PORT ?? 3991),
}

/** A fresh data folder a run; workers of the same run see the same one. */
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'ericeira-e2e-'))

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // The journeys of a project share one server and its programme. Two projects run at a time: as one ends, the next begins.
  projects: [
    {
      name: 'guide',
      testMatch: '*.e2e.ts',
      testIgnore: [READERS, ...Object.values(WITH_ACCOUNTS)],
      workers: 1,
    },
    { name: 'readers', testMatch: READERS, workers: 1 },
    ...Object.entries(WITH_ACCOUNTS).map(([name, testMatch]) => ({ name, testMatch, workers: 1 })),
  ],
  workers: 2,
  fullyParallel: false,
  timeout: 120_000,
  // On a busy machine a page needs longer than the five seconds that are the default.
  expect: { timeout: 15_000 },
  // On a busy machine a journey may wait too long: what passes the second time is reported as flaky, to be looked at.
  retries: 1,
  reporter: [['list'], ['./walk/walk-reporter.ts']],
  use: {
    baseURL: `http://localhost:${PORT}`,
    browserName: 'chromium',
    locale: 'en-GB',
    // A visitor from elsewhere: what they read is village time all the same.
    timezoneId: 'America/New_York',
    // Recording makes the journeys a third slower: `--trace retain-on-failure` asks for it.
    trace: 'off',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: 'node tools/start.mjs',
    cwd: '..',
    url: `http://localhost:${PORT}/readyz`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'pipe',
    env: {
      PORT: String(PORT),
      DATA_DIR: process.env.E2E_DATA_DIR,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'warn',
      // The journeys sign in and submit more often than a person may.
      LIMITS: 'off',
      PUSH_SERVICE_ORIGIN: `http://127.0.0.1:${PUSH_PORT}`,
    },
  },
})

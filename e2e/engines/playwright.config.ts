import { defineConfig } from '@playwright/test'
import config from '../playwright.config'
import type { EngineOptions } from './fixtures'
import { ENGINES } from './installed-engines'

/** The journeys in engines other than Chromium's; Playwright is their runner alone. */
export default defineConfig<EngineOptions>({
  ...config,
  testDir: '.',
  outputDir: '../../test-results',
  globalSetup: '../support/set-up.ts',
  testMatch: 'journeys.ts',
  fullyParallel: false,
  workers: 2,
  reporter: 'list',
  // A browser that has just been started, on a busy machine.
  expect: { timeout: 45_000 },
  projects: ENGINES.map((engine) => ({ name: engine, use: { engine } })),
})

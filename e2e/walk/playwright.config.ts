import { defineConfig } from '@playwright/test'
import config from '../playwright.config'

/** The long walk alone: it starts a server of its own, and needs none beside. */
const { webServer: _, ...rest } = config
export default defineConfig({
  ...rest,
  testDir: '..',
  outputDir: '../../test-results',
  reporter: [['list'], ['./walk-reporter.ts']],
  testMatch: 'walk.e2e.ts',
  projects: [{ name: 'walk' }],
  workers: 1,
  retries: 0,
})

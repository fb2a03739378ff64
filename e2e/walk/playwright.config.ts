import { defineConfig } from '@playwright/test'
import config from '../playwright.config'

/** The long walk alone. */
export default defineConfig({
  ...config,
  testDir: '..',
  outputDir: '../../test-results',
  globalSetup: '../support/set-up.ts',
  testMatch: 'walk.e2e.ts',
})

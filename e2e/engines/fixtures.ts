import { test as base } from '@playwright/test'
import { createNetwork, type Network } from '../support/network'
import { PORTS } from '../playwright.config'
import { startTestServer, type TestServer } from '../support/test-server'
import type { EngineBrowser, StartBrowser } from './engine-browser'
import { startFirefox } from './firefox'
import type { EngineName } from './installed-engines'
import { startWebkit } from './webkit'

const START: Record<EngineName, StartBrowser> = { firefox: startFirefox, webkit: startWebkit }

export interface EngineOptions {
  engine: EngineName
}

interface WorkerFixtures extends EngineOptions {
  /** The only way from the browser to the server, which tests reach without it. */
  network: Network
  server: TestServer
}

export const test = base.extend<{ app: EngineBrowser }, WorkerFixtures>({
  engine: ['firefox', { option: true, scope: 'worker' }],
  network: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const network = await createNetwork(PORTS.server)
      await use(network)
      await network.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ network }, use) => {
      const server = await startTestServer(PORTS.server, `http://localhost:${network.port}`)
      await use(server)
      await server.stop()
    },
    { scope: 'worker', auto: true, timeout: 60_000 },
  ],
  app: async ({ engine, network }, use) => {
    const browser = await START[engine](`http://localhost:${network.port}`)
    await use(browser)
    network.setCut(false)
    await browser.close()
  },
})

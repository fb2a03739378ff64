import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startCollector } from './analytics-collector'
import type { Collector } from './analytics-collector'
import { test as base } from './fixtures'
import { ADMIN } from './playwright.config'

const PORT = Number(process.env['E2E_CONFIGURED_PORT'] ?? 3997)
/** Next to the product without a key, which the other journeys run. */
const ROOT = 'dist/configured'
const NODE_OPTIONS = ['--import', 'tsx']

interface ConfiguredServer {
  origin: string
  stop: () => Promise<void>
}

/** The product built with these `VITE_…` variables: Vite writes them into the client, so that it takes a build of its own. */
async function startConfiguredServer(variables: Record<string, string>): Promise<ConfiguredServer> {
  const env = { ...process.env, ...variables }
  await succeeded(run([...NODE_OPTIONS, 'e2e/configured-build.ts', join(ROOT, 'dist')], env))
  await cp('dist/server', join(ROOT, 'dist/server'), { recursive: true })

  const dataDir = await mkdtemp(join(tmpdir(), 'ericeira-configured-'))
  const server = run([resolve(ROOT, 'dist/server/main.js')], {
    ...env,
    NODE_ENV: 'production',
    PORT: String(PORT),
    DATA_DIR: dataDir,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: 'warn',
  })
  const ended = once(server, 'exit')
  await new Promise<void>((ready, fail) => {
    server.stdout?.on('data', (text: Buffer) => text.toString().includes(' is at ') && ready())
    server.on('exit', () => fail(new Error('the server with a maps key and analytics did not start')))
  })
  return {
    origin: `http://localhost:${PORT}`,
    async stop() {
      server.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function run(args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
}

async function succeeded(program: ChildProcess): Promise<void> {
  program.stdout?.resume()
  const [code] = (await once(program, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${program.spawnargs.join(' ')} failed`)
}

export const MAPS_KEY = 'key-of-the-tests'
export const MEASUREMENT_ID = 'G-TEST123'

/** With `server`: the guide with a maps key and analytics, built and started once for all files that use it. */
export const test = base.extend<object, { collector: Collector; server: ConfiguredServer }>({
  collector: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from it
    async ({}, use) => {
      const collector = await startCollector()
      await use(collector)
      await collector.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ collector }, use) => {
      const server = await startConfiguredServer({
        VITE_GOOGLE_MAPS_KEY: MAPS_KEY,
        VITE_ANALYTICS_ID: MEASUREMENT_ID,
        VITE_ANALYTICS_ORIGIN: collector.origin,
      })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

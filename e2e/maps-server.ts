import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ADMIN } from './playwright.config'

const PORT = 3997
/** Next to the product without a key, which the other journeys run. */
const ROOT = 'dist/maps'
const NODE_OPTIONS = ['--import', 'tsx']

export interface MapsServer {
  origin: string
  stop: () => Promise<void>
}

/** The product built with a maps key: Vite writes the key into the client, so that it takes a build of its own. */
export async function startMapsServer(key: string): Promise<MapsServer> {
  const env = { ...process.env, VITE_GOOGLE_MAPS_KEY: key }
  await succeeded(run([...NODE_OPTIONS, 'e2e/maps-build.ts', join(ROOT, 'dist')], env))
  await cp('dist/server', join(ROOT, 'dist/server'), { recursive: true })

  const dataDir = await mkdtemp(join(tmpdir(), 'ericeira-maps-'))
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
    server.on('exit', () => fail(new Error('the server with a maps key did not start')))
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

import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const DEMO_ADMIN = { email: 'admin@ericeira.example', password: 'waves-at-ribeira-dilhas' }

export interface DemoServer {
  origin: string
  dataDir: string
  pid: number
  stop: () => Promise<void>
}

/** The built product of a checkout on an empty data folder of its own; `stop` deletes the folder. `env` goes on top of ours. */
export async function startDemoServer(
  port: number,
  checkout = process.cwd(),
  env: Record<string, string> = {},
): Promise<DemoServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ericeira-demo-'))
  const { pid, stop } = await startProcess(port, checkout, env, dataDir)
  return {
    origin: `http://localhost:${port}`,
    dataDir,
    pid,
    async stop() {
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function startProcess(
  port: number,
  checkout: string,
  env: Record<string, string>,
  dataDir: string,
): Promise<Pick<DemoServer, 'pid' | 'stop'>> {
  const server = spawn(process.execPath, startArguments(checkout), {
    cwd: checkout,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ADMIN_EMAIL: DEMO_ADMIN.email,
      ADMIN_PASSWORD: DEMO_ADMIN.password,
      // A server that trusts a proxy also needs the address.
      ...(env.TRUST_PROXY !== undefined && { PUBLIC_ORIGIN: `http://localhost:${port}` }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => server.on('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (text: Buffer) => {
      if (text.toString().includes(' is at ')) resolve()
    })
    server.on('exit', () => reject(new Error('the server did not start')))
  })
  return {
    pid: server.pid ?? 0,
    async stop() {
      server.kill('SIGTERM')
      await ended
    },
  }
}

/** As its own `npm start` does: an older checkout may do so otherwise. */
function startArguments(checkout: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  return scripts.start.split(' ').slice(1)
}

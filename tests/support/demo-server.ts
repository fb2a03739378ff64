import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServerProcess } from './server/server-process'

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
  const origin = `http://localhost:${port}`
  const server = startServerProcess(
    {
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_EMAIL: DEMO_ADMIN.email,
      ADMIN_PASSWORD: DEMO_ADMIN.password,
      // A server that trusts a proxy also needs the address.
      ...(env.TRUST_PROXY !== undefined && { PUBLIC_ORIGIN: origin }),
      ...env,
    },
    { args: startArguments(checkout), cwd: checkout, inheritEnv: true },
  )
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    await server.address()
  } catch (error) {
    remove()
    throw error
  }
  return {
    origin,
    dataDir,
    pid: server.process.pid ?? 0,
    async stop() {
      await server.stop()
      remove()
    },
  }
}

/** The arguments are those of the checkout's own `npm start`: an older one may start otherwise. */
function startArguments(checkout: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  return scripts.start.split(' ').slice(1)
}

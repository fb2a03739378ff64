import { makeTemplate } from './server/data-template'
import { startServerProcess, type ServerProcess } from './server/server-process'

export const DEMO_ADMIN = { email: 'admin@ericeira.example', password: 'waves-at-ribeira-dilhas' }

export interface DemoServer {
  origin: string
  dataDir: string
  pid: number
  stop: () => Promise<void>
}

/** The built product on a data folder of its own, with the demonstration. `npm start` builds what is stale. */
export async function startDemoServer(port: number, env: Record<string, string> = {}): Promise<DemoServer> {
  const { dataDir, remove } = await makeTemplate((folder) =>
    startProcess({ PORT: '0', DATA_DIR: folder }, ['tools/start.mjs']),
  )
  const server = startProcess({ PORT: String(port), DATA_DIR: dataDir, ...env })
  try {
    await server.address()
  } catch (error) {
    await remove()
    throw error
  }
  return {
    origin: `http://localhost:${port}`,
    dataDir,
    pid: server.process.pid ?? 0,
    async stop() {
      await server.stop()
      await remove()
    },
  }
}

function startProcess(env: Record<string, string>, args = ['dist/server/main.js']): ServerProcess {
  const { email, password } = DEMO_ADMIN
  return startServerProcess(
    { NODE_ENV: 'production', ADMIN_EMAIL: email, ADMIN_PASSWORD: password, ...env },
    { args, inheritEnv: true },
  )
}

import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { copyTemplate, makeTemplate, type DataFolder } from './server/data-template'
import { startServerProcess, type ServerProcess } from './server/server-process'

export const DEMO_ADMIN = { email: 'admin@ericeira.example', password: 'waves-at-ribeira-dilhas' }

export interface DemoServer {
  origin: string
  dataDir: string
  pid: number
  stop: () => Promise<void>
}

/** The data folders with the demonstration of each checkout, made once for all servers of this run. */
const templates = new Map<string, Promise<DataFolder>>()

/** The built product of a checkout on a data folder of its own, with the demonstration. `env` goes on top of ours. */
export async function startDemoServer(
  port: number,
  checkout = process.cwd(),
  env: Record<string, string> = {},
): Promise<DemoServer> {
  const template = templates.get(checkout) ?? newTemplate(checkout)
  templates.set(checkout, template)
  const { dataDir, remove } = await copyTemplate((await template).dataDir)
  const origin = `http://localhost:${port}`
  const server = startProcess(checkout, {
    PORT: String(port),
    DATA_DIR: dataDir,
    // A server that trusts a proxy also needs the address.
    ...(env.TRUST_PROXY !== undefined && { PUBLIC_ORIGIN: origin }),
    ...env,
  })
  try {
    await server.address()
  } catch (error) {
    await remove()
    throw error
  }
  return {
    origin,
    dataDir,
    pid: server.process.pid ?? 0,
    async stop() {
      await server.stop()
      await remove()
    },
  }
}

/** The checkout's own `npm start` makes it, which builds what is stale; for each server that would take seconds. */
async function newTemplate(checkout: string): Promise<DataFolder> {
  const folder = await makeTemplate((dataDir) =>
    startProcess(checkout, { PORT: '0', DATA_DIR: dataDir }, startArguments(checkout)),
  )
  process.once('exit', () => rmSync(folder.dataDir, { recursive: true, force: true }))
  return folder
}

function startProcess(
  cwd: string,
  env: Record<string, string>,
  args = ['dist/server/main.js'],
): ServerProcess {
  const { email, password } = DEMO_ADMIN
  return startServerProcess(
    { NODE_ENV: 'production', ADMIN_EMAIL: email, ADMIN_PASSWORD: password, ...env },
    { args, cwd, inheritEnv: true },
  )
}

/** The arguments of the checkout's own `npm start`: an older one may start otherwise. */
function startArguments(checkout: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  return scripts.start.split(' ').slice(1)
}

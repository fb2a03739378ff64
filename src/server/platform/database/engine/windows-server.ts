// Windows: no account to change to and no private directory for a socket, so loopback with a password.
// pg_ctl starts the server, because it alone can drop an administrator's rights, which PostgreSQL refuses.

import { createServer } from 'node:net'
import { join } from 'node:path'
import { DATABASE_USER, localPassword } from './cluster-files'
import { EngineError } from './engine-errors'
import type { EngineLog } from './engine-log'
import { runToEnd } from './run-program'
import type { RunningServer, ServerPlace } from './running-server'
import { serverLogPath, tailOfServerLog } from './server-log'
import { settingArgs } from './server-settings'

/** Starts the server on a free port of 127.0.0.1, after stopping one that a killed process left behind. */
export async function startWindowsServer(place: ServerPlace, log: EngineLog): Promise<RunningServer> {
  const { home, cluster, binDir } = place
  const pgCtl = (...args: string[]) =>
    runToEnd(join(binDir, 'pg_ctl.exe'), [...args, '-D', cluster, '-w'], {})
  const stopServer = () => pgCtl('stop', '-m', 'fast', '-t', '7')
  if ((await runToEnd(join(binDir, 'pg_ctl.exe'), ['status', '-D', cluster], {})).exitCode === 0) {
    log.warn({}, 'stopping the PostgreSQL that a killed server left running')
    await stopServer()
  }
  const port = await freePort()
  const settings = settingArgs({ listen_addresses: '127.0.0.1', port: String(port) })
  const options = settings.map((word) => `"${word}"`).join(' ')
  const started = await pgCtl('start', '-l', serverLogPath(home), '-o', options)
  if (started.exitCode !== 0) {
    throw new EngineError(`PostgreSQL did not start. The end of its log:\n${await tailOfServerLog(home)}`)
  }
  return {
    connection: { host: '127.0.0.1', port, user: DATABASE_USER, password: await localPassword(home) },
    // Not a child of ours: its end is noticed by the connections, not here.
    exited: new Promise(() => undefined),
    stop: async () => {
      const { exitCode } = await stopServer()
      if (exitCode !== 0) await pgCtl('stop', '-m', 'immediate')
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => {
        if (typeof address === 'object' && address !== null) resolve(address.port)
        else reject(new EngineError('This machine gave no free port.'))
      })
    })
  })
}

import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort, serverAccount } from '../on-debian/own-postgres'
import { startServerProcess } from '../support/server/server-process'
import { statusOf } from './guide-cluster'
import type { Proof } from './proof'

/** The first question after 100 ms, five seconds of silence, and a start on a busy machine. */
const LOG_TIMEOUT_MS = 30_000

interface Options {
  dir: string
  env: Record<string, string>
  postgresPort: string
}

/** Behind PgBouncer in transaction mode a server hears nothing, and says so; in session mode it hears. */
export async function behindPooler({ dir, env, postgresPort }: Options): Promise<Proof[]> {
  const results: Record<string, boolean> = {}
  for (const mode of ['transaction', 'session'])
    results[mode] = await isDeaf(mode, { dir, env, postgresPort })
  return [
    {
      name: 'a pooler before PostgreSQL',
      problems: [
        ...(results.transaction === true
          ? []
          : ['in transaction mode the log does not say that nothing is heard']),
        ...(results.session === false ? [] : ['in session mode the log says that nothing is heard']),
      ],
      facts: 'PgBouncer in transaction mode is warned of, in session mode other servers are heard',
    },
  ]
}

async function isDeaf(mode: string, { dir, env, postgresPort }: Options): Promise<boolean> {
  const [port, serverPort, metricsPort] = [await freePort(), await freePort(), await freePort()]
  const file = join(dir, `pgbouncer-${mode}.ini`)
  await writeFile(
    file,
    `[databases]
postgres = host=127.0.0.1 port=${postgresPort} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
`,
  )
  const pooler = spawn('pgbouncer', [file], { ...serverAccount(), stdio: 'ignore' })
  const server = startServerProcess(
    {
      ...env,
      DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/postgres`,
      DATA_DIR: join(dir, 'data'),
      PORT: String(serverPort),
      METRICS_PORT: String(metricsPort),
      MIGRATE: 'off',
      LOG_LEVEL: 'warn',
    },
    { args: ['dist/server/main.js'] },
  )
  try {
    const until = Date.now() + 2 * LOG_TIMEOUT_MS
    while ((await statusOf(`http://localhost:${serverPort}/readyz`)) !== 200) {
      if (server.process.exitCode !== null || Date.now() > until)
        throw new Error(`no server in ${mode} mode: ${server.output().slice(-500)}`)
      await wait(200)
    }
    const loggedBy = Date.now() + LOG_TIMEOUT_MS
    for (;;) {
      if (server.output().includes('changes of other servers are not heard')) return true
      const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      // In transaction mode the listening connection may get an echo by chance, with the connection that it came on.
      if (mode === 'session' && metrics.includes('guide_channel_heard 1')) return false
      if (Date.now() > loggedBy) throw new Error(`in ${mode} mode the server neither hears nor says so`)
      await wait(200)
    }
  } finally {
    server.process.kill('SIGTERM')
    await server.ended
    pooler.kill('SIGTERM')
  }
}

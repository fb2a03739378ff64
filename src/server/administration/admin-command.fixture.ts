import { connect } from '@/server/platform/database/client'
import type { Database } from '@/server/platform/database/client'
import { startEmbeddedEngine } from '@/server/platform/database/engine/start-engine'
import { adminCommand } from './admin-command'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** The work done while a server would have its database open; `url` is its address. */
export type Served = (db: Database, pool: ReturnType<typeof connect>['pool'], url: string) => Promise<unknown>

/** Runs the embedded engine of a folder as long as `work` takes. */
export async function serveDatabase(dataDir: string, work: Served): Promise<void> {
  const engine = await startEmbeddedEngine({ dataDir, log: silent })
  const { pool, db } = connect(engine.connection, silent)
  const { host = '', user = '', database } = engine.connection
  try {
    await work(db, pool, `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`)
  } finally {
    await pool.end()
    await engine.stop()
  }
}

/** `npm run admin -- …`, with what it writes; `more` is what it has beside its arguments. */
export async function runAdmin(
  args: string[],
  env: Record<string, string>,
  more: Pick<Parameters<typeof adminCommand>[0], 'confirm' | 'folder'> = {},
): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', '']
  const code = await adminCommand({
    args,
    env,
    out: (text) => (out += text),
    err: (text) => (err += text),
    ...more,
  })
  return { code, out, err }
}

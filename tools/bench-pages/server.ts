import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findRunningEngine } from '../../src/server/database/engine/find-running-engine'
import { fill } from '../bench-api/fill'
import { withClient } from '../faults/write-load'

interface BenchServer {
  origin: string
  stop: () => Promise<void>
}

/** The built product of a checkout with so many events, on a data folder of its own. */
export async function startBenchServer(folder: string, port: number, events: number): Promise<BenchServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ericeira-bench-data-'))
  const server = spawn(process.execPath, ['--import', 'tsx', 'tools/start.ts'], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => server.on('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (text: Buffer) => {
      if (text.toString().includes(' is at ')) resolve()
    })
    server.on('exit', () => reject(new Error(`The server of ${folder} did not start`)))
  })
  const engine = await findRunningEngine(dataDir)
  if (engine === undefined) throw new Error('The database does not respond')
  await withClient(engine, (client) => fill(client, events))
  return {
    origin: `http://localhost:${port}`,
    async stop() {
      server.kill('SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

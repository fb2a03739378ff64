import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const SERVER = fileURLToPath(new URL('endless-server.fixture.ts', import.meta.url))

it('a task that never yields ends when its server is killed', { timeout: 60_000 }, async () => {
  // The errors of both go to one pipe: it closes when the last of them is gone.
  const server = spawn(process.execPath, ['--import', 'tsx', SERVER], { stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = once(server.stderr, 'close')
  await once(server.stdout, 'data')
  server.kill('SIGKILL')
  server.stderr.resume()
  await closed
  expect(server.signalCode).toBe('SIGKILL')
})

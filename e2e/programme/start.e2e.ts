import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '../support/fixtures'

test('ends with the npm that started it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'ericeira-start-'))
  const npm = spawn('npm', ['start'], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    let output = ''
    for await (const text of npm.stdout) {
      output += String(text)
      if (output.includes(' is at ') && npm.exitCode === null && npm.signalCode === null) npm.kill('SIGTERM')
    }
    // The pipe is closed when the last process that writes to it is gone: the server, not only npm.
    expect(output).toContain(' is at ')
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})

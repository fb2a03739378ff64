// @module-tag full
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises'
import { createServer, request } from 'node:http'

import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { bundleServer, startServerProcess, type ServerProcess } from '@tests/support/server/server-process'
import { silentDatabase } from '@tests/support/attacks/silent-database'
import { submission } from '@tests/support/server/submissions'

const TIMEOUT_MS = 90_000
const JWT_SECRET = 'thirty-two characters, or some more'

let dataDir: string
let started: ServerProcess[]
beforeAll(bundleServer, TIMEOUT_MS)
beforeEach(async () => {
  started = []
  dataDir = await mkdtemp(join(tmpdir(), 'events-server-'))
})
afterEach(async () => {
  for (const server of started) {
    if (server.process.exitCode === null) server.process.kill('SIGTERM')
    await server.ended
  }
  await rm(dataDir, { recursive: true, force: true })
})

function start(env: Record<string, string> = {}): ServerProcess {
  const server = startServerProcess({ DATA_DIR: dataDir, PORT: '0', DEMO: 'off', ...env })
  started.push(server)
  return server
}

const printedPassword = (output: string) => {
  const [, email = '', password = ''] = /Administrator: (\S+) {2}password: (\S+)/.exec(output) ?? []
  return { email, password }
}

const login = (address: string, credentials: { email: string; password: string }) =>
  fetch(`${address}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  })

describe('the server as a process', () => {
  it(
    'starts from nothing, says where it is, and prints the administrator’s password once',
    { timeout: TIMEOUT_MS },
    async () => {
      const first = start()
      const address = await first.address()
      const password = printedPassword(first.output())
      expect((await login(address, password)).status).toBe(200)
      expect((await stat(join(dataDir, 'jwt-secret'))).mode & 0o777).toBe(0o600)
      for (const part of ['', 'engine', 'engine/cluster', 'photos'])
        expect((await stat(join(dataDir, part))).mode & 0o777, part).toBe(0o700)

      const second = start()
      expect(await second.ended).toBe(1)
      expect(second.output()).toContain('already uses the database')

      const secret = await readFile(join(dataDir, 'jwt-secret'), 'utf8')
      first.process.kill('SIGTERM')
      expect(await first.ended).toBe(0)

      const third = start()
      expect((await login(await third.address(), password)).status).toBe(200)
      expect(third.output()).not.toContain('password:')
      expect(await readFile(join(dataDir, 'jwt-secret'), 'utf8')).toBe(secret)
    },
  )

  it('finishes what is in flight before it stops', { timeout: TIMEOUT_MS }, async () => {
    const server = start()
    const address = await server.address()
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sending = request(`${address}/api/v1/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', expect: '100-continue' },
      })
      // The server has the head of the request; its body follows after the signal.
      sending.once('continue', () => {
        server.process.kill('SIGTERM')
        sending.end(JSON.stringify(submission({ tag_keys: ['unknown'] })))
      })
      sending.once('response', (response) => resolve(response.resume().statusCode))
      sending.once('error', reject)
    })
    expect(status).toBe(422)
    expect(await server.ended).toBe(0)
  })

  it(
    'says in one line that the port is taken, leaves no database running, and has printed the administrator’s password',
    { tags: ['full'], timeout: TIMEOUT_MS },
    async () => {
      const other = createServer().listen(0, 'localhost')
      await new Promise((resolve) => other.once('listening', resolve))
      const { port } = other.address() as AddressInfo
      const server = start({ PORT: String(port) })
      expect(await server.ended).toBe(1)
      expect(server.output().trim().split('\n').at(-1)).toContain(`Port ${port} is already in use`)
      expect(await readdir(join(dataDir, 'engine/cluster'))).not.toContain('postmaster.pid')
      await new Promise((resolve) => other.close(resolve))

      const again = start()
      expect((await login(await again.address(), printedPassword(server.output()))).status).toBe(200)
      expect(again.output()).not.toContain('password:')
    },
  )

  it(
    'ends by itself when it gets SIGTERM while its start waits for the database',
    { tags: ['full'], timeout: TIMEOUT_MS },
    async () => {
      const database = await silentDatabase()
      const server = start({ DATABASE_URL: database.url, JWT_SECRET })
      await database.queried()
      server.process.kill('SIGTERM')
      expect(await server.ended).toBe(1)
      expect(server.output()).toContain('Told to stop while it was still starting')
      await database.close()
    },
  )
})

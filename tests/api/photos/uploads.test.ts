import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'

const LARGE_BYTES = 600_000

let test: TestApp
let port = 0
let logged = ''
const sockets: Socket[] = []
beforeAll(async () => {
  test = await buildTestApp({ log: pino({}, { write: (line: string) => (logged += line) }) })
  port = Number(new URL(await test.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => test.close())

/** Starts a large upload from a local address; resolves with the server's first status. */
async function beginUpload(localAddress: string): Promise<{ socket: Socket; status: number }> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  sockets.push(socket)
  socket.write(
    `POST /api/v1/events HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${LARGE_BYTES}\r\nConnection: close\r\nExpect: 100-continue\r\n\r\n`,
  )
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  const statuses = [...bytes.toString().matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
  return { socket, status: statuses.at(-1) ?? 0 }
}

/** The status of a complete large upload whose content is invalid. */
async function upload(localAddress: string): Promise<number> {
  const { socket, status } = await beginUpload(localAddress)
  if (status !== 100) return status
  socket.write(`{"title":"${' '.repeat(LARGE_BYTES - 12)}"}`)
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  return Number(/HTTP\/1\.1 (\d+)/.exec(bytes.toString())?.[1])
}

describe('large uploads', () => {
  it('release their slots when they are aborted, and are not logged as errors', async () => {
    for (let number = 0; number < 4; number += 1) {
      const arrived = once(test.app.server, 'connection') as Promise<[Socket]>
      const { socket } = await beginUpload('127.0.0.4')
      const [received] = await arrived
      const gone = once(received, 'close')
      socket.destroy()
      await gone
    }
    expect(await upload('127.0.0.4')).toBe(422)
    expect(logged).toBe('')
  })
})

import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHttp2Connection } from './apple-push'

// A server that accepts the connection and then sends nothing: no greeting of TLS, so no stream is ever opened.

const HOURS_MS = 3 * 3_600_000
const HEADERS = { ':method': 'POST', ':path': '/' }

let silent: Server
let sockets: Socket[] = []
let origin = ''

beforeEach(async () => {
  sockets = []
  silent = createServer((socket) => sockets.push(socket.on('error', () => undefined).resume()))
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  if (typeof address !== 'object' || address === null) throw new Error('no address')
  origin = `https://127.0.0.1:${address.port}`
})

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  const closed = once(silent, 'close')
  silent.close()
  await closed
})

describe('a connection that is accepted and never gets a response', () => {
  it('is given up after the time of silence', async () => {
    const connection = createHttp2Connection(origin, 20)
    await expect(connection.request(HEADERS, '{}')).rejects.toMatchObject({ code: 'ETIMEDOUT' })
    await connection.close()
  })

  it('is opened anew for the next request', async () => {
    const connection = createHttp2Connection(origin, 20)
    for (const _ of [1, 2]) await expect(connection.request(HEADERS, '{}')).rejects.toThrow('silent')
    await vi.waitFor(() => expect(sockets).toHaveLength(2))
    await connection.close()
  })

  it('is broken off when it is closed, with what waits for it', async () => {
    const connection = createHttp2Connection(origin, HOURS_MS)
    const accepted = once(silent, 'connection')
    const failure = expect(connection.request(HEADERS, '{}')).rejects.toMatchObject({
      cause: { code: 'ECONNABORTED' },
    })
    const [socket] = (await accepted) as [Socket]
    const ended = once(socket, 'close')
    await connection.close()
    await failure
    await ended
  })

  it('stays closed, however often it is closed', async () => {
    const connection = createHttp2Connection(origin, HOURS_MS)
    await connection.close()
    await connection.close()
    await expect(connection.request(HEADERS, '{}')).rejects.toMatchObject({ code: 'ECONNABORTED' })
    expect(sockets).toEqual([])
  })
})

import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dropSlowBodies, longestBodyMs } from './slow-bodies'

const BODY = '{"title":"By the piece"}'

let app: FastifyInstance
let socket: Socket
beforeEach(() => {
  app = Fastify()
  app.post('/', (request) => request.body)
  app.get('/', () => ({}))
})
afterEach(async () => {
  socket.destroy()
  await app.close()
})

async function send(text: string): Promise<void> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  // Who is hung up on while writing may hear it as a reset.
  socket.on('error', () => undefined)
  socket.write(text)
}

const hungUp = () => new Promise((resolve) => socket.once('close', resolve))

const head = (bytes: number) =>
  `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`

describe('a body that comes slowly', () => {
  it('is dropped when it stands still', async () => {
    dropSlowBodies(app, { patienceMs: 20, checkMs: 5 })
    await send(head(BODY.length) + BODY.slice(0, 5))
    await hungUp()
  })

  it('is dropped when it only trickles, to hold its place', async () => {
    dropSlowBodies(app, { patienceMs: 20, checkMs: 5 })
    await send(head(100_000) + '{')
    const trickle = setInterval(() => socket.write(' '), 2)
    await hungUp()
    clearInterval(trickle)
  })

  it('is taken for as long as it keeps up', async () => {
    // Whoever sends 10 KB in between has earned a second.
    dropSlowBodies(app, { patienceMs: 20, checkMs: 1 })
    const spaces = ' '.repeat(100_000)
    await send(head(spaces.length + BODY.length) + spaces)
    await new Promise((resolve) => setTimeout(resolve, 100))
    socket.write(BODY)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toContain('200 OK')
  })

  it('does not end a connection that sends none, or has sent it', async () => {
    dropSlowBodies(app, { patienceMs: 1, checkMs: 1 })
    await send('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await once(socket, 'data')
    socket.write(head(BODY.length) + BODY)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toContain('200 OK')
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(socket.closed).toBe(false)
  })
})

it('may take as long as the outbox waits for the largest photo', () => {
  const bytes = 14_000_000
  const outboxWaitsMs = 30_000 + bytes / 20
  expect(longestBodyMs(bytes)).toBeGreaterThan(outboxWaitsMs)
})

import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MAX_PHOTO_BASE64_CHARS, MAX_PHOTO_BYTES } from '@/domain/events/event'
import { timeoutOf } from '@/offline/outbox/entry-state'
import { dropSlowBodies, longestBodyMs } from '@/server/app'

const BODY = '{"title":"By the piece"}'
const HOUR_MS = 3_600_000

let app: FastifyInstance
let socket: Socket
beforeEach(async () => {
  // Only the watch's own clock is fake: the network takes the time that it takes.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  app = Fastify()
  dropSlowBodies(app)
  app.post('/', (request) => request.body)
  app.get('/', () => ({}))
  await app.listen({ port: 0, host: '127.0.0.1' })
  socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  // A client whose connection is closed while it writes may see a reset.
  socket.on('error', () => undefined)
})
afterEach(async () => {
  vi.useRealTimers()
  socket.destroy()
  await app.close()
})

const head = (bytes: number) =>
  `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`

async function responseTo(text: string): Promise<string> {
  socket.write(text)
  const [response] = (await once(socket, 'data')) as [Buffer]
  return response.toString()
}

describe('a body', () => {
  it('that stands still is dropped, and not before its time', async () => {
    const arrived = once(app.server, 'request')
    socket.write(head(BODY.length) + BODY.slice(0, 5))
    await arrived
    vi.advanceTimersByTime(29_000)
    expect(await responseTo(BODY.slice(5))).toContain('200 OK')

    const again = once(app.server, 'request')
    socket.write(head(BODY.length) + BODY.slice(0, 5))
    await again
    const hungUp = new Promise((resolve) => socket.once('close', resolve))
    vi.advanceTimersByTime(40_000)
    await hungUp
  })

  it('that is whole ends no connection, nor does none', async () => {
    expect(await responseTo('GET / HTTP/1.1\r\nHost: a\r\n\r\n')).toContain('200 OK')
    vi.advanceTimersByTime(HOUR_MS)
    expect(await responseTo(head(BODY.length) + BODY)).toContain('200 OK')
    vi.advanceTimersByTime(HOUR_MS)
    expect(await responseTo(head(BODY.length) + BODY)).toContain('200 OK')
  })
})

describe('the time for a body', () => {
  it('grows with what is there: to trickle holds no place', () => {
    expect(longestBodyMs(1)).toBeLessThan(30_002)
    expect(longestBodyMs(100_000)).toBe(40_000)
  })

  it('is longer than the outbox waits for the largest photo', () => {
    const photo = { bytes: new ArrayBuffer(MAX_PHOTO_BYTES), type: 'image/jpeg' as const, name: 'large.jpg' }
    expect(longestBodyMs(MAX_PHOTO_BASE64_CHARS)).toBeGreaterThan(timeoutOf({ photo }))
  })
})

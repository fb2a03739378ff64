import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LargeBodies } from './large-bodies'
import type { LargeBody } from './large-bodies'

const MEGABYTE = 1_000_000

let app: FastifyInstance
let bodies: LargeBodies
let onOutcome: (body: LargeBody | undefined) => void
const sockets: Socket[] = []
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] })
  bodies = new LargeBodies({ maxAtOnce: 3, maxBytes: 20 * MEGABYTE })
  app = Fastify({ bodyLimit: 20 * MEGABYTE })
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'GET') return
    try {
      bodies.accept(request, reply)
    } finally {
      onOutcome(bodies.of(request))
    }
  })
  // An upload that goes on: nothing reads it, and nothing responds.
  app.get('/never', () => new Promise(() => undefined))
  app.post('/', { preParsing: () => undefined }, () => undefined)
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  vi.useRealTimers()
  for (const socket of sockets.splice(0)) socket.destroy()
  await app.close()
})

/** Begins an upload from a network of its own; undefined when it is refused. */
async function begin(
  network: number,
  { bytes = 9999, before = '' }: { bytes?: number; before?: string } = {},
): Promise<{ body: LargeBody; socket: Socket } | undefined> {
  const { port } = app.server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.6.${network}` })
  sockets.push(socket)
  // A client whose connection is closed may see a reset.
  socket.on('error', () => undefined)
  const outcome = new Promise<LargeBody | undefined>((resolve) => (onOutcome = resolve))
  socket.write(
    `${before}POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`,
  )
  const body = await outcome
  return body && { body, socket }
}

describe('when there is no room for another large body', () => {
  it('the slowest one makes room, and one that keeps up does not', async () => {
    const [fast, slow, slowest] = [await begin(1), await begin(2), await begin(3)]
    if (!fast || !slow || !slowest) throw new Error('refused')
    vi.advanceTimersByTime(20_000)
    fast.body.receivedBytes = 3 * MEGABYTE
    slow.body.receivedBytes = 200_000
    slowest.body.receivedBytes = 100_000
    const closed = new Promise((resolve) => slowest.socket.once('close', resolve))
    expect(await begin(4)).toBeDefined()
    await closed
    expect([fast.body.hasEnded, slow.body.hasEnded]).toEqual([false, false])
  })

  it('of those that have just begun, none does', async () => {
    for (const network of [1, 2, 3]) expect(await begin(network)).toBeDefined()
    vi.advanceTimersByTime(5_000)
    expect(await begin(4)).toBeUndefined()
  })

  it('of those that are complete, none does', async () => {
    const first = await begin(1, { bytes: 20 * MEGABYTE })
    if (!first) throw new Error('refused')
    first.body.isComplete = true
    vi.advanceTimersByTime(3_600_000)
    expect(await begin(2)).toBeUndefined()
  })
})

it('counts what bodies will come to, not what has come', async () => {
  await begin(1, { bytes: 15 * MEGABYTE })
  await begin(2, { bytes: 6 * MEGABYTE })
  expect(bodies.bytesToCome()).toBe(21 * MEGABYTE)
  expect(await begin(3)).toBeUndefined()
})

describe('a turn', () => {
  it('that does not come in time is not waited for', async () => {
    const [first, second] = [await begin(1), await begin(2)]
    if (!first || !second) throw new Error('refused')
    await bodies.enter(first.body)
    const refused = expect(bodies.enter(second.body)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      details: { retryAfterSeconds: 5 },
    })
    vi.advanceTimersByTime(8000)
    await refused
  })

  it('ends with the connection, also when its response waits behind another one that nobody reads', async () => {
    const stuck = await begin(1, { before: 'GET /never HTTP/1.1\r\nHost: a\r\n\r\n' })
    const next = await begin(2)
    if (!stuck || !next) throw new Error('refused')
    await bodies.enter(stuck.body)
    stuck.socket.resetAndDestroy()
    await bodies.enter(next.body)
    expect(stuck.body.hasEnded).toBe(true)
  })
})

describe('when the server ends', () => {
  it('hangs up on uploads that trickle', async () => {
    const slow = await begin(1)
    vi.advanceTimersByTime(20_000)
    const closed = new Promise((resolve) => slow?.socket.once('close', resolve))
    bodies.close()
    await closed
  })

  it('lets one that has just begun go on for a moment', async () => {
    const young = await begin(1)
    const closed = new Promise((resolve) => young?.socket.once('close', resolve))
    bodies.close()
    vi.advanceTimersByTime(3900)
    expect(young?.body.hasEnded).toBe(false)
    vi.advanceTimersByTime(200)
    await closed
  })

  it('refuses the ones that wait for their turn', async () => {
    const [first, second] = [await begin(1), await begin(2)]
    if (!first || !second) throw new Error('refused')
    await bodies.enter(first.body)
    const refused = expect(bodies.enter(second.body)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    bodies.close()
    first.socket.destroy()
    await refused
  })
})

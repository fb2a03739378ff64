import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'
import { call } from '@tests/support/server/calls'
import { openRequest } from '@tests/support/attacks/raw-request'
import type { OpenRequest } from '@tests/support/attacks/raw-request'
import { submission } from '@tests/support/server/submissions'

/** Larger than what is held in memory while it arrives. */
const FILLER = ' '.repeat(100_000)
const PATH = '/api/v1/events'

let test: TestApp
let port = 0
const opened: OpenRequest[] = []
beforeAll(async () => {
  test = await buildTestApp()
  port = Number(new URL(await test.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterEach(() => {
  for (const { socket } of opened.splice(0)) socket.destroy()
})
afterAll(() => test.close())

/** Begins a submission and sends the first bytes of it. */
async function begin(contentLength: number | undefined, localAddress: string, begun: string) {
  const request = await openRequest({ port, path: PATH, contentLength, localAddress })
  opened.push(request)
  await request.write(begun)
  return request
}

async function submitAll(localAddress: string): Promise<number> {
  const body = JSON.stringify(submission()) + FILLER
  return (await begin(body.length, localAddress, body)).status()
}

describe('a body of too much structure', () => {
  it.each([
    ['objects', '{},', 14_000_000],
    ['objects, of no declared length', '{},', undefined],
    ['lists in lists', '[', 14_000_000],
    ['strings', '"",', 14_000_000],
  ])('is refused while it arrives: %s', async (_, piece, contentLength) => {
    const begun = `{"photo":[${piece.repeat(10_000)}`
    const framed = contentLength === undefined ? `${begun.length.toString(16)}\r\n${begun}\r\n` : begun
    const { status } = await begin(contentLength, '127.0.1.1', framed)
    expect(await status()).toBe(400)
  })

  it('is refused on every other call, too', async () => {
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      headers: { 'content-type': 'application/json' },
      payload: `{"email":[${'{},'.repeat(20_000)}{}]}`,
    })
    expect(response.json()).toMatchObject({ error: { code: 'MALFORMED_REQUEST' } })
  })
})

describe('large bodies', () => {
  it('that are slow, from three networks, keep no fourth from submitting', async () => {
    const slow = ['127.0.2.1', '127.0.2.2', '127.0.2.3'].flatMap((address) =>
      Array.from({ length: 12 }, () => begin(14_000_000, address, '{"photo":"')),
    )
    await Promise.all(slow)
    expect(await submitAll('127.0.2.4')).toBe(201)
  })

  it('of one network are a few at a time; the others are asked to retry, before their bodies are read', async () => {
    const slow = await Promise.all(
      Array.from({ length: 9 }, () => begin(14_000_000, '127.0.3.1', '{"photo":"')),
    )
    const refused = await Promise.race(
      slow.map(async (request) => ((await request.status()) === 503 ? request : undefined)),
    )
    expect(refused?.received()).toMatch(/^retry-after: 5\r$/m)
    for (const { socket } of slow) socket.destroy()
    expect(await submitAll('127.0.3.2')).toBe(201)
  })

  it('leave nothing on the disk, not even while they arrive', async () => {
    const request = await begin(14_000_000, '127.0.4.1', `{"photo":"${FILLER}`)
    expect(await submitAll('127.0.4.1')).toBe(201)
    expect(await readdir(join(test.dataDir, 'uploads'))).toEqual([])
    request.socket.destroy()
  })

  it('are counted by network before they are read', async () => {
    const statuses: number[] = []
    for (let number = 0; number < 121; number += 1) {
      const response = await test.app.inject({
        method: 'POST',
        url: PATH,
        remoteAddress: '127.0.5.1',
        headers: { 'content-type': 'application/json' },
        payload: `nonsense${FILLER}`,
      })
      statuses.push(response.statusCode)
      if (number === 120) expect(Number(response.headers['retry-after'])).toBeGreaterThan(3000)
    }
    expect(statuses.slice(0, 120).every((status) => status === 400)).toBe(true)
    expect(statuses[120]).toBe(429)
    expect(await submitAll('127.0.5.2')).toBe(201)
    const small = await call(test, 'POST', '/events', { body: submission(), remoteAddress: '127.0.5.1' })
    expect(small.status).toBe(201)
  })

  it('are not received from who may not send them', async () => {
    const { status } = await openRequest({
      port,
      path: PATH,
      contentLength: 14_000_000,
      headers: { Authorization: 'Bearer forged' },
    })
    expect(await status()).toBe(401)
  })
})

import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'

import { openRequest, type OpenRequest } from '@tests/support/attacks/raw-request'
import { submission } from '@tests/support/server/submissions'

const MEGABYTE = 1024 * 1024
const LARGE_AT_ONCE = 16
const PATH = '/api/v1/events'

let test: TestApp
let port = 0
const opened: OpenRequest[] = []
beforeAll(async () => {
  test = await buildTestApp()
  port = Number(new URL(await test.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterEach(async () => {
  const closed = opened.splice(0).map(({ socket }) => socket.closed || once(socket.destroy(), 'close'))
  await Promise.all(closed)
})
afterAll(() => test.close())

async function open(request: Partial<Parameters<typeof openRequest>[0]>): Promise<OpenRequest> {
  const made = await openRequest({ port, path: PATH, contentLength: undefined, ...request })
  opened.push(made)
  return made
}

async function begin(): Promise<OpenRequest> {
  const request = await open({ contentLength: 10 * MEGABYTE })
  await request.write('{"photo":"')
  return request
}

async function post(body: string, path = PATH): Promise<number> {
  const { write, status } = await open({ path, contentLength: Buffer.byteLength(body) })
  await write(body)
  return status()
}

describe('a body of too much structure', () => {
  it.each([
    ['objects', '{},', 413],
    ['strings', '"",', 413],
    ['lists in lists', '[', 413],
  ])('is refused before it becomes values: %s', async (_, piece, status) => {
    expect(await post(`{"photo":"x","title":[${piece.repeat(4 * MEGABYTE)}`.slice(0, 10 * MEGABYTE))).toBe(
      status,
    )
  })

  it('is refused when it is deep, on every call', async () => {
    const deep = `{"email":${'['.repeat(30_000)}${']'.repeat(30_000)}}`
    expect(await post(deep, '/api/v1/auth/login')).toBe(400)
    expect(await post(deep)).toBe(400)
  })
})

describe('large bodies of JSON', () => {
  it('are a few at a time; others are told to come again, and small ones go on', async () => {
    const all = await Promise.all(Array.from({ length: LARGE_AT_ONCE + 1 }, begin))
    const refused = await Promise.race(
      all.map(async (request) => {
        expect(await request.status()).toBe(503)
        return request
      }),
    )
    expect(refused.received()).toMatch(/^retry-after: 5\r$/m)
    expect(await post(JSON.stringify(submission()))).toBe(201)
  })

  it('are not received from who may not send them', async () => {
    const { status } = await open({ contentLength: 14_000_000, headers: { Authorization: 'Bearer forged' } })
    expect(await status()).toBe(401)
  })
})

describe('the response to a body that is too long', () => {
  const body = Buffer.alloc(11 * MEGABYTE, ' ')
  const path = '/api/v1/contact-form'

  it('reaches a client that reads nothing before all of it is sent, and the connection goes on', async () => {
    const { socket, write, status } = await open({ path, contentLength: body.length })
    socket.pause()
    await write(body)
    socket.resume()
    expect(await status()).toBe(413)
    await write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    expect(await status()).toBe(200)
  })
})

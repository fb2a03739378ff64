import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'
import { openRequest } from '@tests/support/attacks/raw-request'
import type { OpenRequest } from '@tests/support/attacks/raw-request'

const MEGABYTE = 1024 * 1024
const ROUNDS = 25

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

async function open(request: Partial<Parameters<typeof openRequest>[0]>): Promise<OpenRequest> {
  const made = await openRequest({
    port,
    path: '/api/v1/contact-form',
    contentLength: undefined,
    ...request,
  })
  opened.push(made)
  return made
}

describe('a response to a body that is still arriving', () => {
  const body = Buffer.alloc(11 * MEGABYTE, ' ')

  it.each([
    ['a connection that stays', {}],
    ['a connection that the client closes', { headers: { Connection: 'close' } }],
    ['HTTP/1.0', { version: '1.0' }],
  ] as const)('reaches a client that reads nothing before all of it is sent, over %s', async (_, request) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { socket, write, status } = await open({ contentLength: body.length, ...request })
      socket.pause()
      await write(body)
      socket.resume()
      expect(await status()).toBe(413)
      socket.destroy()
    }
  })

  it('reaches one that does not say how long it is', async () => {
    const { socket, write, status } = await open({})
    socket.pause()
    for (let sent = 0; sent < 11; sent += 1)
      await write(Buffer.concat([Buffer.from('100000\r\n'), body.subarray(0, MEGABYTE), Buffer.from('\r\n')]))
    await write('0\r\n\r\n')
    socket.resume()
    expect(await status()).toBe(413)
  })

  it('ends the connection afterwards when the client asked for that', async () => {
    const { socket, write, status } = await open({
      contentLength: body.length,
      headers: { Connection: 'close' },
    })
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await write(body)
    expect(await status()).toBe(413)
    await closed
  })

  it('leaves the connection to the next request', async () => {
    const { write, status } = await open({ contentLength: body.length })
    expect(await status()).toBe(413)
    await write(body)
    await write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    expect(await status()).toBe(200)
  })

  it('is followed by so much and no more', async () => {
    const { socket, write, status } = await open({ contentLength: 1000 * MEGABYTE })
    expect(await status()).toBe(413)
    let sent = 0
    const closed = new Promise((resolve) => socket.once('close', resolve))
    for (; !socket.closed && sent < 1000; sent += 1)
      await Promise.race([write(body.subarray(0, MEGABYTE)), closed])
    await closed
    expect(sent).toBeLessThan(200)
  })
})

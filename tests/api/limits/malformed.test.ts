import { connect, type AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { call } from '@tests/support/server/calls'
import { submission } from '@tests/support/server/submissions'
import { errorEnvelopeSchema } from '@/contract/errors'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

/** Reads everything that a connection responds to these bytes. */
async function rawResponse(sent: string): Promise<string> {
  if (!test.app.server.listening) await test.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = test.app.server.address() as AddressInfo
  return new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(sent))
    let received = ''
    socket.on('data', (bytes) => (received += bytes.toString()))
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
  })
}

async function post(
  payload: string | Buffer,
  contentType: string | undefined = 'application/json',
  url = '/api/v1/events',
) {
  const headers = contentType === '' ? {} : { 'content-type': contentType }
  const response = await test.app.inject({ method: 'POST', url, payload, headers })
  return { status: response.statusCode, envelope: errorEnvelopeSchema.parse(response.json()) }
}

describe('a malformed request', () => {
  it.each([
    ['{"title":', 'broken JSON'],
    ['', 'an empty body'],
    ['null', 'null'],
    ['"text"', 'a text'],
    ['[]', 'a list', 422],
    ['{"__proto__":{"a":1}}', 'a prototype'],
    [JSON.stringify({ ...submission(), title: 'nul\u0000byte' }), 'NUL in a text'],
    ['{"title":"\\ud800 alone"}', 'half a character'],
    [`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`, 'deep nesting'],
  ])('%s (%s) is malformed', async (payload, _, status = 400) => {
    expect((await post(payload)).status).toBe(status)
  })

  it.each([
    ['text/plain', 'x'],
    ['application/x-www-form-urlencoded', 'title=x'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['image/jpeg', 'x'],
  ])('of the kind %s is not taken', async (contentType, payload) => {
    expect((await post(payload, contentType)).envelope.error.code).toBe('UNSUPPORTED_MEDIA_TYPE')
  })

  it.each(['', 'application/json'])(
    'is none without a body where none belongs (Content-Type %j)',
    async (type) => {
      const { token } = await test.signIn({ role: 'ADMIN' })
      const response = await test.app.inject({
        method: 'DELETE',
        url: '/api/v1/backoffice/events/4b6f3c1e-0000-4000-8000-000000000000',
        headers: { authorization: `Bearer ${token}`, ...(type !== '' && { 'content-type': type }) },
      })
      expect(response.json()).toMatchObject({ error: { code: 'NOT_FOUND' } })
    },
  )

  it('is too large above 64 KB where no photo belongs', async () => {
    const big = JSON.stringify({ message: 'x'.repeat(70_000) })
    expect((await post(big, undefined, '/api/v1/contact-form')).envelope.error.code).toBe('PAYLOAD_TOO_LARGE')
  })

  it('that is not HTTP at all gets the one shape, too', async () => {
    const text = await rawResponse('GET / HTTP/1.1\r\nbroken header\r\n\r\n')
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    expect(errorEnvelopeSchema.parse(JSON.parse(text.slice(text.indexOf('{')))).error.code).toBe(
      'MALFORMED_REQUEST',
    )
  })

  it('that is compressed is not decompressed', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const payload = gzipSync(JSON.stringify(submission()))
    const response = await test.app.inject({ method: 'POST', url: '/api/v1/events', headers, payload })
    expect(response.statusCode).toBe(400)
  })
})

describe('an unknown path or method', () => {
  it.each([
    '/api/v1/nothing',
    '/api/v1',
    '/api/v2/events',
    '/assets/missing.js',
    '/photos/nothing.jpg',
    '/photos/..%2f..%2fjwt-secret',
  ])('%s is not found, in the one shape', async (url) => {
    const response = await test.app.inject({ url })
    expect(response.statusCode).toBe(404)
    expect(errorEnvelopeSchema.parse(response.json()).error.code).toBe('NOT_FOUND')
  })

  it.each([
    ['DELETE', '/events', 'GET, POST'],
    ['PUT', '/events/tags', 'GET'],
    ['POST', '/backoffice/events/count-by-status', 'GET'],
    ['GET', '/auth/login', 'POST'],
  ] as const)('%s %s is not allowed, and says what is', async (method, path, allow) => {
    const response = await call(test, method, path)
    expect([response.status, response.error?.code, response.headers.allow]).toEqual([
      405,
      'METHOD_NOT_ALLOWED',
      allow,
    ])
  })
})

import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import type { AddressInfo } from 'node:net'
import { jwtVerify } from 'jose'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createApplePush } from './apple-push'

// Apple's service over HTTP/2 without TLS: node cannot make certificates, and nothing here depends on one.

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const alert = { title: 'Evento aprovado', body: '“Noite de fado” está publicado.' }
const push = { deviceToken: 'a1b2c3d4', ...alert, data: { event_id: '42' }, key: 'review:42' }

let server: Http2Server
let sessions: ServerHttp2Session[] = []
let received: { headers: IncomingHttpHeaders; body: string }[] = []
let responses: ((stream: ServerHttp2Stream) => void)[] = []
let logged: string[] = []
let nowMs = 0
let sender: ReturnType<typeof connectTo>

const connectTo = (endpoint: string) =>
  createApplePush({
    teamId: 'TEAM123456',
    keyId: 'KEY1234567',
    privateKey,
    topic: 'guide.example.app',
    endpoint,
    nowMs: () => nowMs,
    log: { warn: (fields, message) => logged.push(`${JSON.stringify(fields)} ${message}`) },
  })
const respond = (status: number, reason?: string) => (stream: ServerHttp2Stream) => {
  stream.respond({ ':status': status })
  stream.end(reason === undefined ? '' : JSON.stringify({ reason }))
}
const tokenOf = (request = received.at(-1)) => request?.headers.authorization?.replace(/^bearer /, '') ?? ''

beforeEach(async () => {
  ;[sessions, received, responses, logged] = [[], [], [], []]
  nowMs = Date.UTC(2027, 0, 1)
  server = createServer().listen(0, '127.0.0.1')
  server.on('session', (session) => sessions.push(session))
  server.on('stream', (stream, headers) => {
    let body = ''
    stream.on('error', () => undefined)
    stream.on('data', (chunk) => (body += String(chunk)))
    stream.on('end', () => {
      received.push({ headers, body })
      const next = responses.shift() ?? respond(200)
      next(stream)
    })
  })
  await once(server, 'listening')
  sender = connectTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
afterEach(async () => {
  await sender.close()
  for (const session of sessions) session.destroy()
  server.close()
  await once(server, 'close')
})

it('a message arrives in the shape that Apple requires, whatever its data is', async () => {
  expect(await sender.send({ ...push, data: { event_id: '42', aps: { 'content-available': 1 } } })).toBe(
    'delivered',
  )
  const [{ headers, body } = { headers: {}, body: '' }] = received
  expect(headers).toMatchObject({
    ':method': 'POST',
    ':path': '/3/device/a1b2c3d4',
    'apns-topic': 'guide.example.app',
    'apns-push-type': 'alert',
    'apns-priority': '10',
    'apns-id': expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    'apns-collapse-id': expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  expect(JSON.parse(body)).toEqual({ aps: { alert, sound: 'default' }, event_id: '42' })
  const { payload, protectedHeader } = await jwtVerify(tokenOf(), createPublicKey(privateKey))
  expect(protectedHeader).toEqual({ alg: 'ES256', kid: 'KEY1234567' })
  expect(payload).toEqual({ iss: 'TEAM123456', iat: nowMs / 1000 })
})

it('a text is cut to what Apple accepts, between characters', async () => {
  expect(await sender.send({ ...push, body: '🌊ã'.repeat(2_000) })).toBe('delivered')
  const body = received[0]?.body ?? ''
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(4096)
  expect((JSON.parse(body) as { aps: { alert: typeof alert } }).aps.alert.body).toMatch(/^(🌊ã){300,}🌊?…$/u)
})

it('what cannot be a device is never called', async () => {
  for (const deviceToken of ['', '../3/device/ff', 'a b', 'a'.repeat(201)])
    expect(await sender.send({ ...push, deviceToken })).toBe('gone')
  expect(received).toEqual([])
})

it.each([
  [410, 'Unregistered', 'gone'],
  [503, 'ServiceUnavailable', 'retry'],
  [403, 'InvalidProviderToken', 'retry'],
  // Apple says the same of a good token in the other of its two environments.
  [400, 'BadDeviceToken', 'retry'],
])('the response %i %s means %s, and the log has nothing of the message', async (status, reason, outcome) => {
  responses = [respond(status, reason)]
  expect(await sender.send(push)).toBe(outcome)
  expect(logged).toEqual([`{"status":${status},"reason":"${reason}"} Apple did not accept a message`])
})

it('the token is used for less than 50 minutes, and made anew when Apple calls it expired', async () => {
  const tokens: string[] = []
  responses = [respond(200), respond(200), respond(200), respond(403, 'ExpiredProviderToken')]
  for (const minutes of [0, 49, 1, 0, 0]) {
    nowMs += minutes * 60_000
    await sender.send(push)
    tokens.push(tokenOf())
  }
  expect(tokens.map((token) => tokens.indexOf(token))).toEqual([0, 0, 2, 2, 4])
})

it('one connection carries many messages, and is opened again once it is broken or closed', async () => {
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => sender.send(push)))
  expect([new Set(outcomes), sessions.length]).toEqual([new Set(['delivered']), 1])
  responses = [(stream) => stream.session?.destroy()]
  expect(await sender.send(push)).toBe('retry')
  expect(await sender.send(push)).toBe('delivered')
  const closed = once(sessions[1] as ServerHttp2Session, 'close')
  sessions[1]?.close()
  await closed
  expect([await sender.send(push), sessions.length]).toEqual(['delivered', 3])
})

it('closing aborts what is in flight, and connects no more', async () => {
  const arrived = new Promise((resolve) => {
    responses = [resolve]
  })
  const outcome = sender.send(push)
  await arrived
  await sender.close()
  expect([await outcome, await sender.send(push), sessions.length]).toEqual(['retry', 'retry', 1])
})

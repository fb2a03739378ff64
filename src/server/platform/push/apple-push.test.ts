import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http2'
import type { Http2Server, IncomingHttpHeaders, ServerHttp2Session, ServerHttp2Stream } from 'node:http2'
import { jwtVerify } from 'jose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApplePush } from './apple-push'
import type { Push, PushSender } from './web-push'

// Apple's request shape over HTTP/2 without TLS: node cannot make certificates, and nothing here depends on one.

const MINUTE_MS = 60_000
const privateKeyPem = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()

const push: Push = {
  deviceToken: 'a1b2c3d4',
  title: 'Evento aprovado',
  body: '“Noite de fado” está publicado.',
  data: { event_id: '42' },
}

interface Received {
  headers: IncomingHttpHeaders
  body: string
}
type Respond = (stream: ServerHttp2Stream) => void

let server: Http2Server
let sessions: ServerHttp2Session[] = []
let received: Received[] = []
let responses: Respond[] = []
let logged: string[] = []
let nowMs = 0
let sender: PushSender

beforeEach(async () => {
  ;[sessions, received, responses, logged] = [[], [], [], []]
  nowMs = Date.UTC(2027, 0, 1)
  server = createServer().listen(0, '127.0.0.1')
  server.on('session', (session) => sessions.push(session))
  server.on('stream', (stream, headers) => void receive(stream, headers))
  await once(server, 'listening')
  sender = connectTo(server)
})

afterEach(async () => {
  await sender.close()
  for (const session of sessions) session.destroy()
  const closed = once(server, 'close')
  server.close()
  await closed
})

describe('a message to a device', () => {
  it('arrives in the shape that Apple requires', async () => {
    expect(await sender.send({ ...push, key: 'review:42' })).toBe('delivered')
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
    expect(JSON.parse(body)).toEqual({
      aps: { alert: { title: push.title, body: push.body }, sound: 'default' },
      event_id: '42',
    })
    const { payload, protectedHeader } = await jwtVerify(tokenOf(headers), createPublicKey(privateKeyPem))
    expect(protectedHeader).toEqual({ alg: 'ES256', kid: 'KEY1234567' })
    expect(payload).toEqual({ iss: 'TEAM123456', iat: nowMs / 1000 })
  })

  it('carries the same key for the same occasion only', async () => {
    for (const key of ['a', 'a', 'b']) await sender.send({ ...push, key })
    const [first, again, other] = received.map(({ headers }) => headers['apns-collapse-id'])
    expect(again).toBe(first)
    expect(other).not.toBe(first)
  })

  it('cannot be made into something else by its data', async () => {
    await sender.send({ ...push, data: { aps: { 'content-available': 1 } } })
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({
      aps: { alert: { title: push.title, body: push.body }, sound: 'default' },
    })
  })

  it('is cut to what Apple accepts, between characters', async () => {
    expect(await sender.send({ ...push, body: '🌊ã'.repeat(2_000) })).toBe('delivered')
    const body = received[0]?.body ?? ''
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(4096)
    expect(Buffer.byteLength(body)).toBeGreaterThan(4080)
    const { aps } = JSON.parse(body) as { aps: { alert: { body: string } } }
    expect(aps.alert.body).toMatch(/^(🌊ã)+🌊?…$/u)
  })

  it('is not sent to what cannot be a device', async () => {
    for (const deviceToken of ['', '../3/device/ff', 'a b', 'a'.repeat(201)]) {
      expect(await sender.send({ ...push, deviceToken })).toBe('gone')
    }
    expect(received).toEqual([])
  })
})

describe('the response', () => {
  it('that the device is not there any more loses the device', async () => {
    responses = [refuse(410, 'Unregistered'), refuse(410, 'ExpiredToken')]
    for (let i = 0; i < 2; i += 1) expect(await sender.send(push)).toBe('gone')
  })

  it('of any other kind keeps the device for another try', async () => {
    const errorResponses = [
      refuse(429, 'TooManyRequests'),
      refuse(500, 'InternalServerError'),
      refuse(503, 'ServiceUnavailable'),
      refuse(403, 'InvalidProviderToken'),
      refuse(400, 'DeviceTokenNotForTopic'),
      // Apple says the same of a good token in the other of its two environments.
      refuse(400, 'BadDeviceToken'),
      refuse(400, 'BadTopic'),
    ]
    responses = [...errorResponses]
    for (const _ of errorResponses) expect(await sender.send(push)).toBe('retry')
    expect(sessions).toHaveLength(1)
  })

  it('is logged with its reason and without the device or the text', async () => {
    responses = [refuse(429, 'TooManyRequests')]
    await sender.send(push)
    expect(logged).toEqual(['{"status":429,"reason":"TooManyRequests"} Apple did not accept a message'])
  })
})

describe('the token that says who sends', () => {
  it('is cached for less than 50 minutes', async () => {
    for (const minutes of [0, 49, 1]) {
      nowMs += minutes * MINUTE_MS
      await sender.send(push)
    }
    const [first, soon, later] = received.map(({ headers }) => tokenOf(headers))
    expect(soon).toBe(first)
    expect(later).not.toBe(first)
  })

  it('is made anew when Apple calls it expired', async () => {
    responses = [refuse(403, 'ExpiredProviderToken')]
    expect(await sender.send(push)).toBe('retry')
    expect(await sender.send(push)).toBe('delivered')
    const [expired, fresh] = received.map(({ headers }) => tokenOf(headers))
    expect(fresh).not.toBe(expired)
  })
})

describe('a connection', () => {
  it('is reused for many messages', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => sender.send(push)))
    expect(new Set(outcomes)).toEqual(new Set(['delivered']))
    expect(sessions).toHaveLength(1)
  })

  it('that drops in the middle of a message is opened again for the next', async () => {
    responses = [(stream) => stream.session?.destroy()]
    expect(await sender.send(push)).toBe('retry')
    expect(await sender.send(push)).toBe('delivered')
    expect(sessions).toHaveLength(2)
  })

  it('that Apple announces to close is not used again', async () => {
    await sender.send(push)
    const ended = sessions.map((session) => once(session, 'close'))
    sessions[0]?.close()
    await Promise.all(ended)
    expect(await sender.send(push)).toBe('delivered')
    expect(sessions).toHaveLength(2)
  })

  it('that falls silent is given up', async () => {
    const impatient = connectTo(server, 20)
    responses = [() => undefined]
    expect(await impatient.send(push)).toBe('retry')
    // On a busy machine 20 ms may pass without a fault of the connection.
    await vi.waitFor(async () => expect(await impatient.send(push)).toBe('delivered'), 15_000)
    expect(sessions.length).toBeGreaterThan(1)
    await impatient.close()
  })

  it('that cannot be opened means to try again', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const unreachable = connectTo(closed)
    closed.close()
    await once(closed, 'close')
    expect(await unreachable.send(push)).toBe('retry')
    expect(logged).toEqual(['{"code":"ECONNREFUSED"} Apple could not be reached with a message'])
    await unreachable.close()
  })

  it('that is closed aborts what is in flight', async () => {
    const arrived = new Promise<ServerHttp2Stream>((resolve) => {
      responses = [resolve]
    })
    const outcome = sender.send(push)
    await arrived
    await sender.close()
    expect(await outcome).toBe('retry')
    expect(await sender.send(push)).toBe('retry')
    expect(sessions).toHaveLength(1)
  })
})

function connectTo(target: Http2Server, silenceTimeoutMs?: number): PushSender {
  const address = target.address()
  if (typeof address !== 'object' || address === null) throw new Error('no address')
  return createApplePush({
    teamId: 'TEAM123456',
    keyId: 'KEY1234567',
    privateKeyPem,
    topic: 'guide.example.app',
    endpoint: `http://127.0.0.1:${address.port}`,
    nowMs: () => nowMs,
    ...(silenceTimeoutMs === undefined ? {} : { silenceTimeoutMs }),
    log: { warn: (fields, message) => logged.push(`${JSON.stringify(fields)} ${message}`) },
  })
}

async function receive(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> {
  stream.on('error', () => undefined)
  stream.setEncoding('utf8')
  let body = ''
  for await (const chunk of stream) body += String(chunk)
  received.push({ headers, body })
  const respond = responses.shift() ?? respondOk
  respond(stream)
}

function respondOk(stream: ServerHttp2Stream): void {
  stream.respond({ ':status': 200 })
  stream.end()
}

function refuse(status: number, reason: string): Respond {
  return (stream) => {
    stream.respond({ ':status': status })
    stream.end(JSON.stringify({ reason }))
  }
}

function tokenOf(headers: IncomingHttpHeaders): string {
  return /^bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
}

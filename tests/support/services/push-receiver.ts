import { createDecipheriv, createECDH, createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { importJWK, jwtVerify } from 'jose'

/** A message as its browser reads it, and what the push service was told about it. */
interface ReceivedPush {
  /** The name of the subscription. */
  name: string
  payload: unknown
  /** Claims of the VAPID token, whose signature was right. */
  vapid: unknown
  publicKey: string
  ttl: number
  urgency: unknown
  topic: unknown
}

/** The subscription as a browser gives it to the server. */
export type BrowserSubscription = ReturnType<PushReceiver['subscribe']>

export type PushReceiver = Awaited<ReturnType<typeof startPushReceiver>>

/**
 * A push service (RFC 8030) and the browsers behind it: it verifies the VAPID token (RFC 8292) and decrypts the message
 * (RFC 8188, RFC 8291), with nothing of the library that the app encrypts with.
 */
export async function startPushReceiver(port = 0) {
  const browsers = new Map<string, Browser>()
  const received: ReceivedPush[] = []
  /** The next responses, one after another, instead of 201; one that hangs is never given. */
  const responses: { status: number; headers?: Record<string, string>; hangs?: boolean }[] = []
  const waiting: (() => void)[] = []
  const hanging: ServerResponse[] = []
  let requests = 0

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    requests += 1
    for (const settle of waiting.splice(0)) settle()
    const { status, headers, hangs = false } = responses.shift() ?? { status: 201 }
    if (hangs) return void hanging.push(response)
    const name = (request.url ?? '').slice(1)
    const browser = browsers.get(name)
    if (browser !== undefined && status < 300) received.push(await read(name, browser, request, body, origin))
    response.writeHead(browser === undefined ? 404 : status, headers).end()
  }
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => response.writeHead(400).end(String(error)))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    origin,
    received,
    responses,
    /** Counts those that were not accepted, too. */
    requests: () => requests,
    /** A new subscription of a browser. */
    subscribe(name: string = randomUUID()) {
      const keys = createECDH('prime256v1')
      const p256dh = keys.generateKeys('base64url')
      const auth = randomBytes(16)
      browsers.set(name, { keys, auth })
      return { endpoint: `${origin}/${name}`, keys: { p256dh, auth: auth.toString('base64url') } }
    },
    /** Settles when the next request is there. */
    nextRequest: () => new Promise<void>((settle) => waiting.push(settle)),
    /** Breaks the connections that hang. */
    dropHanging: () => hanging.splice(0).forEach((response) => response.destroy()),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Browser {
  keys: ReturnType<typeof createECDH>
  auth: Buffer
}

async function read(
  name: string,
  browser: Browser,
  { headers }: IncomingMessage,
  body: Buffer,
  origin: string,
): Promise<ReceivedPush> {
  const [, token = '', publicKey = ''] =
    /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  const point = Buffer.from(publicKey, 'base64url')
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) }, 'ES256')
  const { payload: vapid } = await jwtVerify(token, key, { audience: origin })
  if ((vapid.exp ?? Infinity) * 1000 > Date.now() + 86_400_000)
    throw new Error('the token lives for more than a day')
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('not encrypted as RFC 8291 says')
  const payload: unknown = JSON.parse(decrypt(body, browser).toString())
  const { ttl, urgency, topic } = headers
  return { name, payload, vapid, publicKey, ttl: Number(ttl), urgency, topic }
}

/** RFC 8188 2 (the header), RFC 8291 3.3 (the keys); one record. */
function decrypt(body: Buffer, { keys, auth }: Browser): Buffer {
  const salt = body.subarray(0, 16)
  const idLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + idLength)
  const record = body.subarray(21 + idLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey])
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(senderKey), auth, info, 32))
  const extracted = createHmac('sha256', salt).update(secret).digest()
  const expand = (label: string, length: number) =>
    createHmac('sha256', extracted).update(`Content-Encoding: ${label}\0\u0001`).digest().subarray(0, length)
  const decipher = createDecipheriv('aes-128-gcm', expand('aes128gcm', 16), expand('nonce', 12))
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2))
}

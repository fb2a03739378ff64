import { createDecipheriv, createECDH, createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { importJWK, jwtVerify } from 'jose'

/** A message as its browser reads it, and what the push service was told about it. */
export interface ReceivedPush {
  /** The name of the subscription. */
  name: string
  payload: unknown
  /** Claims of the VAPID token, whose signature was right. */
  vapid: { aud: unknown; sub: unknown; exp: number }
  /** The VAPID key that the token is signed with, base64url. */
  publicKey: string
  ttl: number
  urgency: string | undefined
  topic: string | undefined
}

/** The subscription as a browser gives it to the server. */
export interface BrowserSubscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

export interface PushResponse {
  status: number
  headers?: Record<string, string>
  /** The receiver never responds. */
  hangs?: boolean
}

export interface PushReceiver {
  origin: string
  received: ReceivedPush[]
  /** The next responses, one after another, instead of 201. */
  responses: PushResponse[]
  /** Requests, also those that were not accepted. */
  requests(): number
  /** A new subscription of a browser. */
  subscribe(name?: string): BrowserSubscription
  /** Settles when the next request is there. */
  nextRequest(): Promise<void>
  /** Breaks the connections that hang. */
  dropHanging(): void
  close(): Promise<void>
}

/**
 * A push service (RFC 8030) and the browsers behind it: it verifies the VAPID token (RFC 8292) and decrypts the message
 * (RFC 8188, RFC 8291), with nothing of the library that the app encrypts with.
 */
export async function startPushReceiver(port = 0): Promise<PushReceiver> {
  const browsers = new Map<string, Browser>()
  const received: ReceivedPush[] = []
  const responses: PushResponse[] = []
  const waiting: (() => void)[] = []
  const hanging: ServerResponse[] = []
  let requests = 0
  let origin = ''

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      requests += 1
      for (const settle of waiting.splice(0)) settle()
      const next = responses.shift() ?? { status: 201 }
      if (next.hangs === true) return void hanging.push(response)
      const name = (request.url ?? '').slice(1)
      const accept = async () => {
        const browser = browsers.get(name)
        if (browser === undefined) return 404
        if (next.status >= 300) return next.status
        received.push(await read(name, browser, request.headers, Buffer.concat(chunks), origin))
        return next.status
      }
      accept().then(
        (status) => response.writeHead(status, next.headers).end(),
        (error: unknown) => response.writeHead(400).end(String(error)),
      )
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`

  return {
    origin,
    received,
    responses,
    requests: () => requests,
    subscribe(name = randomUUID()) {
      const browser = newBrowser()
      browsers.set(name, browser)
      const keys = {
        p256dh: browser.keys.getPublicKey('base64url'),
        auth: browser.auth.toString('base64url'),
      }
      return { endpoint: `${origin}/${name}`, keys }
    },
    nextRequest: () => new Promise((settle) => waiting.push(settle)),
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

function newBrowser(): Browser {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  return { keys, auth: randomBytes(16) }
}

async function read(
  name: string,
  browser: Browser,
  headers: IncomingHttpHeaders,
  body: Buffer,
  origin: string,
): Promise<ReceivedPush> {
  const [, token = '', publicKey = ''] =
    /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  const point = Buffer.from(publicKey, 'base64url')
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) }, 'ES256')
  const { payload } = await jwtVerify(token, key, { audience: origin, maxTokenAge: undefined })
  const { aud, sub, exp = 0 } = payload
  if (exp * 1000 > Date.now() + 86_400_000) throw new Error('the token lives for more than a day')
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('not encrypted as RFC 8291 says')
  return {
    name,
    payload: JSON.parse(decrypt(body, browser).toString()),
    vapid: { aud, sub, exp },
    publicKey,
    ttl: Number(headers['ttl']),
    urgency: one(headers['urgency']),
    topic: one(headers['topic']),
  }
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
  const end = padded.lastIndexOf(2)
  if (end < 0) throw new Error('the record has no end')
  return padded.subarray(0, end)
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}

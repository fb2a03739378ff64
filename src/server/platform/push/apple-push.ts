import { hash, randomUUID } from 'node:crypto'
import { connect, constants } from 'node:http2'
import type {
  ClientHttp2Session,
  ClientHttp2Stream,
  IncomingHttpHeaders,
  OutgoingHttpHeaders,
} from 'node:http2'
import { SignJWT } from 'jose'
import { cutToFit } from '@/domain/text/plain-text'
import type { Log } from '@/server/platform/process/logger'
import { readAppleKey } from '@/server/identity/identity-provider'
import type { Push, PushOutcome, PushSender } from './web-push'

export const APPLE_PUSH_ENDPOINT = 'https://api.push.apple.com'
const SILENCE_TIMEOUT_MS = 10_000
/** Apple promises no length; what is no hexadecimal number is no token, and must not reach the path. */
const DEVICE_TOKEN = /^[0-9a-f]{1,200}$/i
/** Apple accepts no more (413 otherwise). */
const MAX_PAYLOAD_BYTES = 4096

interface ApplePushOptions {
  teamId: string
  keyId: string
  /** The `.p8` file that Apple gave once, as text. */
  privateKeyPem: string
  topic: string
  /** Origin; `https://api.sandbox.push.apple.com` for apps under development. */
  endpoint?: string
  nowMs?: () => number
  silenceTimeoutMs?: number
  log: Log<'warn'>
}

/** Sends messages through Apple's push service over one persistent connection. Throws AppleKeyError if the key is none. */
export function createApplePush(options: ApplePushOptions): PushSender {
  const { topic, log, endpoint = APPLE_PUSH_ENDPOINT, nowMs = Date.now } = options
  const tokens = createProviderTokens({ ...options, nowMs })
  const connection = createHttp2Connection(endpoint, options.silenceTimeoutMs ?? SILENCE_TIMEOUT_MS)

  return {
    send: async ({ deviceToken, key, ...content }) => {
      if (!DEVICE_TOKEN.test(deviceToken)) return 'gone'
      const headers = {
        ':method': 'POST',
        ':path': `/3/device/${deviceToken}`,
        authorization: `bearer ${await tokens.current()}`,
        'apns-topic': topic,
        'apns-push-type': 'alert',
        'apns-priority': '10',
        'apns-id': randomUUID(),
        ...(key === undefined ? {} : { 'apns-collapse-id': collapseId(key) }),
        'content-type': 'application/json',
      }
      try {
        const response = await connection.request(headers, pushPayload(content))
        const { outcome, reason } = outcomeOf(response)
        if (reason === 'ExpiredProviderToken') tokens.drop()
        if (outcome !== 'delivered')
          log.warn({ status: response.status, reason }, 'Apple did not accept a message')
        return outcome
      } catch (error) {
        log.warn({ code: codeOf(error) }, 'Apple could not be reached with a message')
        return 'retry'
      }
    },
    close: () => connection.close(),
  }
}

/** A device is lost only when Apple says that it is gone: a wrong topic, key or environment of ours (`BadDeviceToken`) loses none. */
function outcomeOf({ status, body }: Http2Response): { outcome: PushOutcome; reason?: string } {
  if (status === 200) return { outcome: 'delivered' }
  const reason = reasonOf(body)
  return { outcome: status === 410 ? 'gone' : 'retry', ...(reason === undefined ? {} : { reason }) }
}

function reasonOf(body: string): string | undefined {
  return /"reason"\s*:\s*"([A-Za-z]{1,50})"/.exec(body)?.[1]
}

/** A stream that was never opened says only that it was cancelled, and carries why (`ECONNREFUSED`) as its cause. */
function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined
  return codeOf(error.cause) ?? ('code' in error ? error.code : undefined)
}

/** The id has at most 64 bytes. */
function collapseId(key: string): string {
  return hash('sha256', key, 'hex').slice(0, 32)
}

/** The body of Apple's request. A text that is too long for it is cut, so that the message arrives at all. */
export function pushPayload({ title, body, data }: Pick<Push, 'title' | 'body' | 'data'>): string {
  const toJson = (text: string) =>
    JSON.stringify({ ...data, aps: { alert: { title, body: text }, sound: 'default' } })
  return toJson(cutToFit(body, (text) => Buffer.byteLength(toJson(text)) <= MAX_PAYLOAD_BYTES))
}

interface ProviderTokenOptions {
  teamId: string
  keyId: string
  privateKeyPem: string
  nowMs: () => number
}

/** Apple refuses tokens older than an hour, and who makes them more often than every 20 minutes. */
const LIFETIME_MS = 50 * 60 * 1000

interface ProviderTokens {
  current(): Promise<string>
  drop(): void
}

/** The tokens by which Apple knows who sends: one is made and used for less than 50 minutes. Throws AppleKeyError. */
function createProviderTokens({ teamId, keyId, privateKeyPem, nowMs }: ProviderTokenOptions): ProviderTokens {
  const key = readAppleKey(privateKeyPem)
  let made: { token: Promise<string>; atMs: number } | undefined
  return {
    current: () => {
      const atMs = nowMs()
      if (made === undefined || atMs - made.atMs >= LIFETIME_MS || atMs < made.atMs) {
        const token = new SignJWT()
          .setProtectedHeader({ alg: 'ES256', kid: keyId })
          .setIssuer(teamId)
          .setIssuedAt(Math.floor(atMs / 1000))
          .sign(key)
        made = { token, atMs }
      }
      return made.token
    },
    drop: () => {
      made = undefined
    },
  }
}

interface Http2Response {
  status: number
  body: string
}

interface Http2Connection {
  /** One request and its whole response. Rejects when the connection breaks or is silent for too long. */
  request(headers: OutgoingHttpHeaders, body: string): Promise<Http2Response>
  /** Aborts what is in flight, whose requests reject, like all later ones. */
  close(): Promise<void>
}

/** One persistent connection to an origin, opened at the first request and again after it broke. */
export function createHttp2Connection(origin: string, silenceTimeoutMs: number): Http2Connection {
  /** All that are open, with those that accept no further request. */
  const sessions = new Set<ClientHttp2Session>()
  const closed = failure('ECONNABORTED', 'the connection was closed')
  let isClosed = false
  let session: ClientHttp2Session | undefined

  const open = () => {
    if (session !== undefined && !session.closed && !session.destroyed) return session
    const opened = connect(origin)
    const drop = () => {
      if (session === opened) session = undefined
    }
    // Every stream gets the error, too; without a listener here it would end the process.
    opened.on('error', drop)
    opened.on('goaway', drop)
    opened.on('close', () => {
      drop()
      sessions.delete(opened)
    })
    sessions.add(opened)
    session = opened
    return opened
  }

  return {
    request: async (headers, body) => {
      if (isClosed) throw closed
      const used = open()
      try {
        return await exchange(used.request(headers), body, silenceTimeoutMs)
      } catch (error) {
        // A connection that a router on the way has dropped looks open for ever: the next request gets a new one.
        used.destroy()
        throw error
      }
    },
    close: () => {
      isClosed = true
      for (const opened of sessions) opened.destroy(closed)
      return Promise.resolve()
    },
  }
}

function exchange(stream: ClientHttp2Stream, body: string, silenceTimeoutMs: number): Promise<Http2Response> {
  return new Promise((resolve, reject) => {
    let status = 0
    let text = ''
    stream.setEncoding('utf8')
    // `close` does not do: a stream whose connection was never made would wait for that before it ends.
    stream.setTimeout(silenceTimeoutMs, () =>
      stream.destroy(failure('ETIMEDOUT', 'the other side is silent')),
    )
    stream.once('response', (headers: IncomingHttpHeaders) => (status = Number(headers[':status'])))
    stream.on('data', (chunk: string) => (text += chunk))
    stream.once('error', reject)
    stream.once('close', () => {
      if (status > 0 && stream.rstCode === constants.NGHTTP2_NO_ERROR) resolve({ status, body: text })
      else reject(new Error('the stream was closed without a response'))
    })
    stream.end(body)
  })
}

function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}

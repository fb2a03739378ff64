import { hash, randomUUID, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { connect, type ClientHttp2Session } from 'node:http2'
import { SignJWT } from 'jose'
import { cutToFit } from '@/domain/text/plain-text'
import type { Log } from '@/server/platform/process/logger'
import { networkErrorCode } from './web-push'
import { abortAfter } from '@/server/platform/process/clock'

/** Apple refuses tokens older than an hour, and who makes them more often than every 20 minutes. */
const TOKEN_LIFETIME_MS = 50 * 60_000
/** Apple accepts no more (413 otherwise). */
const MAX_PAYLOAD_BYTES = 4096

/** A message to one device, short enough to read on a locked screen. The same key again replaces it on the screen. */
export type Push = Record<'deviceToken' | 'title' | 'body' | 'key', string> & {
  data: Record<string, unknown>
}

export type PushSender = ReturnType<typeof createApplePush>

/** `endpoint`: an origin, of the sandbox for apps under development. */
interface ApplePushOptions extends Record<'teamId' | 'keyId' | 'topic' | 'endpoint', string> {
  privateKey: KeyObject
  nowMs?: () => number
  timeoutMs?: number
  log: Log<'warn'>
}

/** Sends messages through Apple's push service over one persistent connection. */
export function createApplePush(options: ApplePushOptions) {
  const { teamId, keyId, topic, endpoint, privateKey, log } = options
  const closing = new AbortController()
  let token: { jwt: Promise<string>; madeAtMs: number } | undefined
  let session: ClientHttp2Session | undefined

  function providerToken(now: number): Promise<string> {
    if (token === undefined || Math.abs(now - token.madeAtMs) >= TOKEN_LIFETIME_MS) {
      const claims = new SignJWT().setIssuer(teamId).setIssuedAt(Math.floor(now / 1000))
      token = { jwt: claims.setProtectedHeader({ alg: 'ES256', kid: keyId }).sign(privateKey), madeAtMs: now }
    }
    return token.jwt
  }

  return {
    /** `gone`: delete the device. `retry`: not this time, try again later. Never throws for what the network does. */
    async send({ deviceToken, key: occasion, ...content }: Push): Promise<'delivered' | 'gone' | 'retry'> {
      // A token is a hexadecimal number; anything else must not reach the path. Apple promises no length.
      if (!/^[0-9a-f]{1,200}$/i.test(deviceToken)) return 'gone'
      const headers = {
        ':method': 'POST',
        ':path': `/3/device/${deviceToken}`,
        authorization: `bearer ${await providerToken((options.nowMs ?? Date.now)())}`,
        'apns-topic': topic,
        'apns-push-type': 'alert',
        'apns-priority': '10',
        'apns-id': randomUUID(),
        'apns-collapse-id': hash('sha256', occasion, 'hex').slice(0, 32),
      }
      try {
        closing.signal.throwIfAborted()
        // Every request gets the error of the connection; without a listener here it would end the process.
        if (!session || session.closed || session.destroyed) session = connect(endpoint).on('error', () => {})
        const signal = abortAfter(options.timeoutMs ?? 10_000, closing.signal)
        const stream = session.request(headers, { signal }).setEncoding('utf8')
        let [status, body] = [0, '']
        stream.once('response', (response) => (status = Number(response[':status'])))
        stream.on('data', (chunk) => (body += String(chunk)))
        stream.end(pushPayload(content))
        // It rejects with what goes wrong before that.
        await once(stream, 'close')
        if (status === 200) return 'delivered'
        const reason = /"reason"\s*:\s*"([A-Za-z]{1,50})"/.exec(body)?.[1]
        if (reason === 'ExpiredProviderToken') token = undefined
        log.warn({ status, reason }, 'Apple did not accept a message')
        // A wrong topic, key or environment of ours (`BadDeviceToken`) loses no device.
        return status === 410 ? 'gone' : 'retry'
      } catch (error) {
        log.warn({ code: networkErrorCode(error) }, 'Apple could not be reached with a message')
        // A connection that a router on the way has dropped looks open for ever: the next request gets a new one.
        session?.destroy()
        return 'retry'
      }
    },
    /** Aborts what is in flight (`retry`). Twice is no error. */
    async close() {
      closing.abort()
      session?.destroy()
    },
  }
}

/** The body of Apple's request. A text that is too long for it is cut, so that the message arrives at all. */
export function pushPayload({ title, body, data }: Pick<Push, 'title' | 'body' | 'data'>): string {
  const toJson = (text: string) =>
    JSON.stringify({ ...data, aps: { alert: { title, body: text }, sound: 'default' } })
  return toJson(cutToFit(body, (text) => Buffer.byteLength(toJson(text)) <= MAX_PAYLOAD_BYTES))
}

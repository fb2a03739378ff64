import { hash, randomUUID } from 'node:crypto'
import { createHttp2Connection } from './http2-connection'
import type { Http2Response } from './http2-connection'
import { createProviderTokens } from './provider-token'
import type { Push, PushOutcome, PushSender } from './push-sender'
import type { Log } from '@/server/platform/process/logger'

export const APPLE_PUSH_ENDPOINT = 'https://api.push.apple.com'
const SILENCE_TIMEOUT_MS = 10_000
/** Apple promises no length; what is no hexadecimal number is no token, and must not reach the path. */
const DEVICE_TOKEN = /^[0-9a-f]{1,200}$/i
/** Apple accepts no more (413 otherwise). */
const MAX_PAYLOAD_BYTES = 4096
const ELLIPSIS = '…'

interface ApplePushOptions {
  teamId: string
  keyId: string
  /** The `.p8` file that Apple gave once, as text. */
  privateKeyPem: string
  /** The app's bundle id. */
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

/**
 * Only what says that the device is not there any more loses it: a wrong topic, key or environment of ours must not. That
 * one Apple calls `BadDeviceToken`.
 */
function outcomeOf({ status, body }: Http2Response): { outcome: PushOutcome; reason?: string } {
  if (status === 200) return { outcome: 'delivered' }
  const reason = reasonOf(body)
  return { outcome: status === 410 ? 'gone' : 'retry', ...(reason === undefined ? {} : { reason }) }
}

/** The reason that Apple gives, like `TooManyRequests`. */
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
function pushPayload({ title, body, data }: Pick<Push, 'title' | 'body' | 'data'>): string {
  const toJson = (text: string) =>
    JSON.stringify({ ...data, aps: { alert: { title, body: text }, sound: 'default' } })
  const whole = toJson(body)
  if (Buffer.byteLength(whole) <= MAX_PAYLOAD_BYTES) return whole
  // The text is cut by characters, not by bytes: half a character is none.
  const characters = [...body]
  let [fits, tooMany] = [0, characters.length]
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2)
    const text = characters.slice(0, middle).join('') + ELLIPSIS
    if (Buffer.byteLength(toJson(text)) <= MAX_PAYLOAD_BYTES) fits = middle
    else tooMany = middle
  }
  return toJson(characters.slice(0, fits).join('') + ELLIPSIS)
}

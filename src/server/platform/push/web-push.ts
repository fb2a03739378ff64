import { hash } from 'node:crypto'
import webPush from 'web-push'
import type { Log } from '@/server/platform/process/logger'

const TIMEOUT_MS = 10_000
const TTL_SECONDS = 7 * 86_400

/** A browser's subscription (RFC 8030, RFC 8291), and what it is sent. */
export interface WebPush {
  endpoint: string
  /** Base64url. */
  p256dh: string
  /** Base64url. */
  auth: string
  payload: object
  key: string
  /** How long the push service keeps it for a browser that is not there, seconds; a week when it is not said. */
  ttlSeconds?: number
  /** It is of use now or never: a phone that sleeps is woken for it (RFC 8030 5.3). */
  isUrgent?: boolean
}

/** `gone`: delete the subscription. `refused`: this message will never be accepted. */
export type WebPushOutcome =
  | { kind: 'delivered' | 'gone' | 'refused' }
  | { kind: 'retry'; afterMs: number | undefined }

/** Sends messages to browsers through their push services. Called by the jobs, never by a request. */
export interface WebPushSender {
  /** The VAPID key that browsers subscribe with, base64url. */
  publicKey: string
  /** Whether the server would call this address at all. */
  accepts(endpoint: string): boolean
  /** Never throws for what the network does. */
  send(push: WebPush): Promise<WebPushOutcome>
  /** Aborts what is in flight (`retry`). Twice is no error. */
  close(): Promise<void>
}

interface WebPushOptions {
  publicKey: string
  privateKey: string
  /** The contact for a push service: `mailto:` or `https:`. */
  subject: string
  /** The origin of a push service on this machine, for tests. */
  extraOrigin?: string | undefined
  nowMs?: () => number
  timeoutMs?: number
  log: Log<'warn'>
}

/** Sends pushes that web-push encrypts by our own fetch, which follows no redirect and reads no body. */
export function createWebPush(options: WebPushOptions): WebPushSender {
  const { publicKey, privateKey, subject, extraOrigin, log, nowMs = Date.now } = options
  const closing = new AbortController()
  const accepts = (endpoint: string) => isPushServiceEndpoint(endpoint, extraOrigin)

  async function post(push: WebPush): Promise<WebPushOutcome> {
    const { endpoint, p256dh, auth, payload, key, ttlSeconds = TTL_SECONDS, isUrgent = false } = push
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(payload),
      {
        vapidDetails: { subject, publicKey, privateKey },
        TTL: ttlSeconds,
        urgency: isUrgent ? 'high' : 'normal',
        topic: hash('sha256', key, 'base64url').slice(0, 32),
      },
    )
    // Set by fetch from the body.
    const { 'Content-Length': _, ...sent } = headers as Record<string, string>
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: sent,
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)]),
    })
    await response.body?.cancel()
    const outcome = outcomeOf(response, nowMs())
    if (outcome.kind === 'refused' || outcome.kind === 'retry')
      log.warn({ status: response.status }, 'a push service did not accept a message')
    return outcome
  }

  return {
    publicKey,
    accepts,
    async send(push) {
      // The endpoint is checked again: the list may have changed since it was stored.
      if (!accepts(push.endpoint)) return { kind: 'gone' }
      try {
        return await post(push)
      } catch (error) {
        log.warn({ code: codeOf(error) }, 'a push service could not be reached')
        return { kind: 'retry', afterMs: undefined }
      }
    },
    close: async () => closing.abort(),
  }
}

/** RFC 8030 5 and 7.3: 404 and 410 say that there is no such subscription any more. */
function outcomeOf({ status, headers }: Response, nowMs: number): WebPushOutcome {
  if (status >= 200 && status < 300) return { kind: 'delivered' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 429 || status >= 500)
    return { kind: 'retry', afterMs: retryAfterMs(headers.get('retry-after'), nowMs) }
  return { kind: 'refused' }
}

/** Reads `Retry-After`: seconds, or a date (RFC 9110 10.2.3). */
function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs
  return Number.isFinite(ms) && ms > 0 ? ms : undefined
}

/** `fetch` hides why it failed in the cause. */
function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined
  return codeOf(error.cause) ?? ('code' in error ? error.code : error.name)
}

/** An endpoint comes from an anonymous client: the server calls no other address. A dot in front stands for every host below. */
const PUSH_SERVICES: readonly string[] = [
  // Chrome, Edge on Android, Opera, Samsung Internet
  'fcm.googleapis.com',
  'jmt17.google.com',
  // Firefox
  'updates.push.services.mozilla.com',
  'push.services.mozilla.com',
  // Safari
  'web.push.apple.com',
  '.push.apple.com',
  // Edge on Windows
  '.notify.windows.com',
]

const MAX_ENDPOINT_CHARS = 1000

/** Whether a browser may have got this endpoint from its push service. `extraOrigin`: one on loopback, for tests. */
export function isPushServiceEndpoint(endpoint: string, extraOrigin?: string): boolean {
  if (endpoint.length > MAX_ENDPOINT_CHARS || !URL.canParse(endpoint)) return false
  const { protocol, port, hostname, username, password, origin, href } = new URL(endpoint)
  // One address has one spelling here: the row of an endpoint is found by it.
  if (username !== '' || password !== '' || href !== endpoint || href.includes('#')) return false
  if (origin === extraOrigin) return true
  if (protocol !== 'https:' || port !== '') return false
  return PUSH_SERVICES.some((name) => (name.startsWith('.') ? hostname.endsWith(name) : hostname === name))
}

/** A message to one device, short enough to read on a locked screen. */
export interface Push {
  /** The device's address at Apple, as the app registered it (`POST /user/set-apple-device`). */
  deviceToken: string
  title: string
  body: string
  data: Record<string, unknown>
  /** Names the occasion: the same key again replaces the message on the screen instead of adding one. */
  key?: string
}

/** `gone`: delete the device. `retry`: not this time, try again later. */
export type PushOutcome = 'delivered' | 'gone' | 'retry'

/** Sends messages to devices. The jobs call it, never a request. Never throws for what the network does. */
export interface PushSender {
  send(push: Push): Promise<PushOutcome>
  /** Aborts what is in flight (`retry`) and always returns. Twice is no error. */
  close(): Promise<void>
}

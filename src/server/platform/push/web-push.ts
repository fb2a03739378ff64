import { createECDH, hash } from 'node:crypto'
import webPush from 'web-push'
import type { Log } from '@/server/platform/process/logger'
import { abortAfter } from '@/server/platform/process/clock'

const TIMEOUT_MS = 10_000
const TTL_SECONDS = 7 * 86_400

/** A browser's subscription (RFC 8030), with its keys (RFC 8291) in base64url, and what it is sent. */
export interface WebPush {
  endpoint: string
  p256dh: string
  auth: string
  payload: object
  /** Names the occasion: the same key again replaces a message that the browser has not fetched. */
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

export type WebPushSender = ReturnType<typeof createWebPush>

interface WebPushOptions {
  /** The VAPID keys (RFC 8292), base64url. */
  publicKey: string
  privateKey: string
  /** The contact for a push service: `mailto:` or `https:`. */
  subject: string
  /** The origin of a push service on this machine, for tests. */
  extraOrigin?: string | undefined
  nowMs?: () => number
  log: Log<'warn'>
}

/** The key pair that identifies this site to push services (VAPID, RFC 8292), made of 32 secret bytes: P-256, base64url. */
export function vapidKeysFrom(key: Buffer): { publicKey: string; privateKey: string } {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(key)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: key.toString('base64url') }
}

/**
 * Sends messages to browsers through their push services; the jobs call it, never a request. web-push encrypts, and our own fetch sends,
 * which follows no redirect and reads no body.
 */
export function createWebPush({ extraOrigin, log, nowMs = Date.now, ...vapidDetails }: WebPushOptions) {
  const closing = new AbortController()
  const accepts = (endpoint: string) => isPushServiceEndpoint(endpoint, extraOrigin)

  return {
    publicKey: vapidDetails.publicKey,
    /** The server calls no other addresses. */
    accepts,
    /** Never throws for what the network does. */
    async send({ endpoint, payload, key, ...push }: WebPush): Promise<WebPushOutcome> {
      // The endpoint is checked again: the list may have changed since it was stored.
      if (!accepts(endpoint)) return { kind: 'gone' }
      const { p256dh, auth, ttlSeconds: TTL = TTL_SECONDS, isUrgent = false } = push
      const subscription = { endpoint, keys: { p256dh, auth } }
      const { headers, body } = webPush.generateRequestDetails(subscription, JSON.stringify(payload), {
        vapidDetails,
        TTL,
        urgency: isUrgent ? 'high' : 'normal',
        topic: hash('sha256', key, 'base64url').slice(0, 32),
      })
      // Set by fetch from the body.
      const { 'Content-Length': _, ...sent } = headers as Record<string, string>
      try {
        const response = await fetch(endpoint, {
          method: 'POST',
          headers: sent,
          body: new Uint8Array(body),
          redirect: 'manual',
          signal: abortAfter(TIMEOUT_MS, closing.signal),
        })
        await response.body?.cancel()
        const outcome = outcomeOf(response, nowMs())
        if (outcome.kind === 'refused' || outcome.kind === 'retry')
          log.warn({ status: response.status }, 'a push service did not accept a message')
        return outcome
      } catch (error) {
        log.warn({ code: networkErrorCode(error) }, 'a push service could not be reached')
        return { kind: 'retry', afterMs: undefined }
      }
    },
    /** Aborts what is in flight (`retry`). Twice is no error. */
    close: async () => closing.abort(),
  }
}

/** A message can be encrypted for a point of P-256 and 16 bytes (RFC 8291 3.1, 3.2). */
export function areBrowserKeys({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  try {
    webPush.encrypt(p256dh, auth, '', 'aes128gcm')
    return Buffer.from(auth, 'base64url').byteLength === 16
  } catch {
    return false
  }
}

/** RFC 8030 5 and 7.3: 404 and 410 say that there is no such subscription any more. */
function outcomeOf({ status, headers }: Response, nowMs: number): WebPushOutcome {
  if (status >= 200 && status < 300) return { kind: 'delivered' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status !== 429 && status < 500) return { kind: 'refused' }
  // Retry-After has seconds, or a date (RFC 9110 10.2.3).
  const header = headers.get('retry-after') ?? ''
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs
  return { kind: 'retry', afterMs: ms > 0 ? ms : undefined }
}

/** `fetch` and HTTP/2 hide why they failed in the cause. */
export function networkErrorCode(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined
  return networkErrorCode(error.cause) ?? ('code' in error ? error.code : error.name)
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
  '.push.apple.com',
  // Edge on Windows
  '.notify.windows.com',
]

/** A browser may have got this endpoint from its push service. `extraOrigin`: one on loopback, for tests. */
export function isPushServiceEndpoint(endpoint: string, extraOrigin?: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { href, origin, protocol, hostname, port } = new URL(endpoint)
  // One address has one spelling here: the row of an endpoint is found by it. None has a user or a fragment.
  if (href !== endpoint || !href.startsWith(`${origin}/`) || href.includes('#')) return false
  if (origin === extraOrigin) return true
  if (protocol !== 'https:' || port !== '') return false
  return PUSH_SERVICES.some((name) => (name.startsWith('.') ? hostname.endsWith(name) : hostname === name))
}

import { getPushKey } from '@/contract/accounts/push'
import type { ApiClient } from '@/offline/api/api-client'

/** The part of a browser's subscription that is registered at the server. */
export interface BrowserKeys {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** The endpoint that notifications come to; undefined where there is no service worker, or the browser has no push. */
export type FindPushManager = () => Promise<PushManager | undefined>

export interface BrowserSubscriptionDeps {
  /** A client without tokens of its own. */
  api: ApiClient
  pushManager: FindPushManager
  /** Whether the person allows notifications. */
  isAllowed: () => boolean
}

export type Subscribed =
  | { kind: 'subscribed'; keys: BrowserKeys }
  /** The device has no connection; a later attempt may succeed. */
  | { kind: 'unreachable' }
  /** The browser, its push service or our server cannot do it. */
  | { kind: 'impossible' }

/**
 * This browser's subscription, made if there is none. One that is bound to another VAPID key (the server has new ones) would never
 * get a message: it is replaced. Never rejects.
 */
export async function subscribeBrowser({
  api,
  pushManager,
  isAllowed,
}: BrowserSubscriptionDeps): Promise<Subscribed> {
  if (!isAllowed()) return { kind: 'impossible' }
  const manager = await pushManager().catch(() => undefined)
  if (manager === undefined) return { kind: 'impossible' }
  const key = await api.call(getPushKey, {})
  if (key.kind === 'unreachable') return { kind: 'unreachable' }
  if (key.kind === 'refused') return { kind: 'impossible' }
  try {
    const keys = keysOf(await subscribeWith(manager, fromBase64url(key.data.public_key)))
    return keys === undefined ? { kind: 'impossible' } : { kind: 'subscribed', keys }
  } catch {
    // Refused by the browser, or its push service is away.
    return { kind: 'impossible' }
  }
}

/** The keys that the server needs; undefined when the browser does not give them. */
function keysOf(subscription: PushSubscription): BrowserKeys | undefined {
  const { endpoint, keys: { p256dh, auth } = {} } = subscription.toJSON()
  return endpoint === undefined || p256dh === undefined || auth === undefined
    ? undefined
    : { endpoint, keys: { p256dh, auth } }
}

async function subscribeWith(manager: PushManager, key: Uint8Array<ArrayBuffer>): Promise<PushSubscription> {
  const known = await manager.getSubscription()
  if (known !== null) {
    if (isSame(known.options.applicationServerKey, key)) return known
    await known.unsubscribe()
  }
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

function isSame(known: ArrayBuffer | null, key: Uint8Array): boolean {
  // Browsers that do not say it are believed.
  if (known === null) return true
  const bytes = new Uint8Array(known)
  return bytes.length === key.length && bytes.every((byte, at) => byte === key[at])
}

function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

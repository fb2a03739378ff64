import { getPushKey, subscribeToPush } from '@/contract/accounts/push'
import type { ApiCallOptions, ApiClient } from '@/offline/api/api-client'
import { isTemporary } from '@/offline/api/next-step'
import type { StoredPush, BrowserKeys, PushStore } from '@/offline/outbox/database'
import type { OutboxEntry } from '@/offline/outbox/entry'
import { type Clock, type Timers, within } from '@/offline/platform/deferred'
import type { SessionManager } from '@/offline/session/session'
import { createReminders } from './reminders'

/** `on`: the server knows this browser. `later`: it will, as soon as there is a connection or the event was sent. */
export type PushState = 'on' | 'later' | 'failed'

/** The endpoint that notifications come to; undefined where there is no service worker, or the browser has no push. */
export type FindPushManager = () => Promise<PushManager | undefined>

export type PushRegistration = ReturnType<typeof createPushRegistration>

interface PushRegistrationDeps {
  /** A client without tokens. */
  api: ApiClient
  ownApi: ApiClient
  session: Pick<SessionManager, 'ready' | 'current' | 'owner' | 'tokensOf'>
  store: PushStore
  clock: Clock
  timers: Timers
  pushManager: FindPushManager
  isAllowed: () => boolean
}

const END_WITHIN_MS = 5000

export function createPushRegistration(deps: PushRegistrationDeps) {
  const { api, ownApi, session, store, clock, isAllowed } = deps
  const pushManager = () => deps.pushManager().catch(() => undefined)

  async function currentSubscription(): Promise<PushSubscription | undefined> {
    return (await (await pushManager())?.getSubscription().catch(() => null)) ?? undefined
  }

  /** Makes one if there is none, and replaces one that is bound to another VAPID key. `failed`: the browser or its push service refuses. */
  async function subscribe(): Promise<BrowserKeys | 'later' | 'failed'> {
    const manager = isAllowed() ? await pushManager() : undefined
    if (manager === undefined) return 'failed'
    const outcome = await api.call(getPushKey, {})
    if (outcome.kind !== 'ok') return outcome.kind === 'unreachable' ? 'later' : 'failed'
    const applicationServerKey = outcome.data.public_key
    const known = await currentSubscription()
    const knownKey = known?.options.applicationServerKey
    try {
      // Browsers that do not say it are believed.
      if (known !== undefined && (!knownKey || base64url(knownKey) === applicationServerKey))
        return keysOf(known) ?? 'failed'
      await known?.unsubscribe()
      return keysOf(await manager.subscribe({ userVisibleOnly: true, applicationServerKey })) ?? 'failed'
    } catch {
      return 'failed'
    }
  }

  /** Tells the server of this browser, which takes over what an endpoint before it was told. */
  async function register(
    decide: () => Partial<StoredPush>,
    about: { event_id?: string } = {},
    options: ApiCallOptions = {},
  ): Promise<PushState> {
    const browser = await subscribe()
    if (typeof browser === 'string') return browser
    const { endpoint } = browser
    const { endpoint: before = endpoint } = await store.read()
    const body = { ...browser, ...about, ...(before !== endpoint && { replaces: before }) }
    const outcome = await ownApi.call(subscribeToPush, { body }, options)
    if (outcome.kind !== 'ok' && isTemporary(outcome)) return 'later'
    const isOn = outcome.kind === 'ok'
    if (isOn) await store.change(() => ({ endpoint, ...decide() }))
    else if (before !== endpoint)
      await store.change(() => ({ endpoint: undefined, hasAccount: false, hasVisitors: false }))
    return isOn ? 'on' : 'failed'
  }

  async function settleWish({ id, receipt, locale }: OutboxEntry): Promise<PushState> {
    // Some browsers let a page subscribe only while the person looks: before the event was sent, too.
    if (receipt === undefined) return (await subscribe()) === 'failed' ? 'failed' : 'later'
    const options = locale === undefined ? {} : { locale }
    const state = await register(() => ({ hasVisitors: true }), { event_id: receipt.id }, options)
    if (state !== 'later') await store.setWish(id, false)
    return state
  }

  async function registerAccount(): Promise<PushState> {
    await session.ready
    const id = session.current()?.user.id
    if (id === undefined) return 'failed'
    // Unless they have signed out meanwhile, which ends it.
    const hasAccount = () => session.current()?.user.id === id
    return register(() => (hasAccount() ? { hasAccount: true } : {}), {}, { auth: session.tokensOf(id) })
  }

  async function settleReplaced(): Promise<void> {
    const { endpoint } = await store.read()
    if (endpoint === undefined || (await currentSubscription())?.endpoint === endpoint) return
    await register(() => ({}))
  }

  const reminders = createReminders({ api, store, clock, subscribe, currentSubscription, settleReplaced })

  return {
    /** The dates that this browser is reminded of, whoever is signed in. */
    reminders,
    registerAccount,
    async isAccountRegistered(): Promise<boolean> {
      const { endpoint, hasAccount = false } = await store.read().catch((): StoredPush => ({ reminders: [] }))
      return isAllowed() && hasAccount && (await currentSubscription())?.endpoint === endpoint
    },
    /** A visitor wants it for this entry of the outbox. The wish is durable: it waits until the entry was sent. */
    async want(entryId: string): Promise<PushState> {
      await store.setWish(entryId, true)
      const entry = (await store.wishes()).find(({ id }) => id === entryId)
      const state = entry === undefined ? 'failed' : await settleWish(entry)
      if (state === 'failed') await store.setWish(entryId, false)
      return state
    },
    /** Registers wishes whose entries have arrived, an endpoint that the server does not know yet, and reminders that wait. Never rejects. */
    async settle() {
      if (!isAllowed()) return
      for (const entry of await store.wishes().catch(() => []))
        if (entry.receipt !== undefined) await settleWish(entry).catch(() => undefined)
      await settleReplaced().catch(() => undefined)
      await reminders.settle().catch(() => undefined)
    },
    /** The session may be another, and the server may have new keys or an older database. Never rejects. */
    async resumeAccount() {
      await session.ready
      if (isAllowed() && session.current() !== undefined) await registerAccount().catch(() => undefined)
    },
    /** For pushsubscriptionchange. Without a connection `settle` tries it again. */
    settleReplaced,
    /** Does nothing while somebody is signed in; visitors here are still notified. Never rejects, and never takes long. */
    async end() {
      if ((await session.owner()) !== null) return
      try {
        const { hasVisitors, reminders: dates } = await store.read()
        const isShared = hasVisitors === true || dates.length > 0 || (await store.wishes()).length > 0
        await store.change(() => ({ hasAccount: false, ...(!isShared && { endpoint: undefined }) }))
        if (isShared) return
      } catch {
        // A device whose storage cannot be read knows of no visitor.
      }
      // The server tells nothing of an account whose session is over, and the push service tells it that the endpoint is gone (410).
      const unsubscribing = currentSubscription().then((current) => current?.unsubscribe())
      await within(deps.timers, END_WITHIN_MS, unsubscribing)
    },
  }
}

function keysOf(subscription: PushSubscription): BrowserKeys | undefined {
  const { endpoint, keys: { p256dh, auth } = {} } = subscription.toJSON()
  return endpoint === undefined || p256dh === undefined || auth === undefined
    ? undefined
    : { endpoint, keys: { p256dh, auth } }
}

function base64url(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

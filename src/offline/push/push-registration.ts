import type { BrowserKeys, Subscribed } from './push-store'
import { subscribeToPush, unsubscribeFromPush, getPushKey } from '@/contract/accounts/push'
import type { ApiCallOptions, ApiClient } from '@/offline/api/api-client'
import type { Clock, Timers } from '@/offline/platform/deferred'
import { within } from '@/offline/platform/storage-timeout'
import { isTemporary } from '@/offline/api/next-step'
import type { Outcome } from '@/offline/api/next-step'
import type { SessionManager } from '@/offline/session/session'
import type { PushRequest, Endpoints, PushStore } from './push-store'
import type { Reminders, RemindersDeps } from './reminders'

/** `on`: the server knows this browser. `later`: it will, as soon as there is a connection or the event was sent. */
export type PushState = 'on' | 'later' | 'failed'

export type PushRegistration = ReturnType<typeof createPushRegistration>

export type CreateReminders = (deps: RemindersDeps) => Promise<Reminders>

interface PushRegistrationDeps extends BrowserSubscriptionDeps {
  ownApi: ApiClient
  session: Pick<SessionManager, 'ready' | 'current' | 'owner' | 'tokensOf'>
  store: PushStore
  clock: Clock
  timers: Timers
  createReminders: CreateReminders
}

const END_WITHIN_MS = 5000

export function createPushRegistration(deps: PushRegistrationDeps) {
  const { api, ownApi, session, store, isAllowed } = deps

  async function register(
    keys: BrowserKeys,
    more: { event_id?: string } = {},
    options: ApiCallOptions = {},
  ): Promise<PushState> {
    const { endpoint } = keys
    const { replaced, account, visitor } = await store.endpoints()
    const replaces = replaced ?? [account, visitor].find((known) => known !== undefined && known !== endpoint)
    const body = { ...keys, ...more, ...(replaces === undefined ? {} : { replaces }) }
    const state = stateOf(await ownApi.call(subscribeToPush, { body }, options))
    if (state !== 'later')
      await store.changeEndpoints((known) => settled(known, endpoint, { isAccepted: state === 'on' }))
    return state
  }

  async function settleRequest({ id, eventId, locale }: PushRequest): Promise<PushState> {
    const subscribed = await subscribeBrowser(deps)
    if (subscribed.kind !== 'subscribed') return subscribed.kind === 'unreachable' ? 'later' : 'failed'
    const options = locale === undefined ? {} : { locale }
    const { keys } = subscribed
    const state = await register(keys, { event_id: eventId }, options)
    if (state === 'on') await store.changeEndpoints((known) => ({ ...known, visitor: keys.endpoint }))
    if (state !== 'later') await store.removeRequest(id)
    return state
  }

  /** Subscribes while the person looks: some browsers let a page subscribe only then. */
  async function subscribeAhead(): Promise<PushState> {
    return (await subscribeBrowser(deps)).kind === 'impossible' ? 'failed' : 'later'
  }

  async function registerAccount(): Promise<PushState> {
    await session.ready
    const user = session.current()?.user
    if (user === undefined) return 'failed'
    const subscribed = await subscribeBrowser(deps)
    if (subscribed.kind !== 'subscribed') return subscribed.kind === 'unreachable' ? 'later' : 'failed'
    const { keys } = subscribed
    const state = await register(keys, {}, { auth: session.tokensOf(user.id) })
    // Unless they have signed out meanwhile, which ends it.
    if (state === 'on' && session.current()?.user.id === user.id)
      await store.changeEndpoints((known) => ({ ...known, account: keys.endpoint }))
    return state
  }

  async function currentSubscription(): Promise<PushSubscription | undefined> {
    const manager = await deps.pushManager().catch(() => undefined)
    return (await manager?.getSubscription().catch(() => null)) ?? undefined
  }

  async function isAccountRegistered(): Promise<boolean> {
    const { account } = await store.endpoints()
    return isAllowed() && account !== undefined && (await currentSubscription())?.endpoint === account
  }

  async function settleReplaced(): Promise<void> {
    const { replaced, account, visitor } = await store.endpoints()
    const known = [account, visitor].filter((endpoint) => endpoint !== undefined)
    const current = known.length > 0 ? (await currentSubscription())?.endpoint : undefined
    if (replaced === undefined && known.every((endpoint) => endpoint === current)) return
    const subscribed = await subscribeBrowser(deps)
    if (subscribed.kind === 'subscribed') await register(subscribed.keys)
  }

  async function endInBrowser(): Promise<void> {
    const current = await currentSubscription()
    if (current === undefined) return
    const { endpoint } = current
    // Nothing waits for it: without a connection the browser ends it alone, and the push service tells the server (410).
    void api.call(unsubscribeFromPush, { body: { endpoint } })
    await current.unsubscribe().catch(() => undefined)
  }

  /** The dates that this browser is reminded of, whoever is signed in. Rejects where a page cannot load what they need. */
  const reminders = () =>
    deps.createReminders({
      api,
      store,
      clock: deps.clock,
      subscribe: () => subscribeBrowser(deps),
      currentSubscription,
      settleReplaced,
    })

  async function settleReminders(): Promise<void> {
    if ((await store.reminders.read()) !== undefined) await (await reminders()).settle()
  }

  return {
    reminders,
    registerAccount,
    isAccountRegistered,
    /** A visitor wants it for this entry of the outbox. The request is durable: it waits until the entry was sent. */
    async want(entryId: string) {
      await store.addRequest(entryId)
      const arrived = (await store.pendingRequests()).find(({ id }) => id === entryId)
      const state = await (arrived === undefined ? subscribeAhead() : settleRequest(arrived))
      if (state === 'failed') await store.removeRequest(entryId)
      return state
    },
    /** Registers the requests whose entries have arrived, an endpoint that the server does not know yet, and reminders that wait. Never rejects. */
    async settle() {
      if (!isAllowed()) return
      for (const request of await store.pendingRequests().catch(() => []))
        await settleRequest(request).catch(() => undefined)
      await settleReplaced().catch(() => undefined)
      await settleReminders().catch(() => undefined)
    },
    /** The session may be another, and the server may have new keys or an older database. Never rejects. */
    async resumeAccount() {
      await session.ready
      if (isAllowed() && session.current() !== undefined) await registerAccount().catch(() => undefined)
    },
    /** pushsubscriptionchange. Without a response `settle` tries it again. */
    async replaceEndpoint(old: string | undefined) {
      if (old !== undefined)
        await store.changeEndpoints((known) => ({ ...known, replaced: known.replaced ?? old }))
      await settleReplaced()
    },
    /** Does nothing while somebody is signed in; visitors here are still notified. Never rejects, and never takes long. */
    async end() {
      if ((await session.owner()) !== null) return
      const hasVisitors = await store.hasVisitors().catch(() => false)
      const withoutAccount = ({ visitor, replaced }: Endpoints) => (hasVisitors ? { visitor, replaced } : {})
      await store.changeEndpoints(withoutAccount).catch(() => undefined)
      // The server tells nothing of an account whose session is over, and the worker shows nothing of it.
      if (!hasVisitors) await within(deps.timers, END_WITHIN_MS, endInBrowser())
    },
  }
}

/** The endpoints that are known once the server has accepted one, or never will. */
function settled(known: Endpoints, endpoint: string, { isAccepted }: { isAccepted: boolean }): Endpoints {
  const now = (before: string | undefined) =>
    before === endpoint || (isAccepted && before !== undefined) ? endpoint : undefined
  return { account: now(known.account), visitor: now(known.visitor) }
}

function stateOf(outcome: Outcome<unknown>): PushState {
  if (outcome.kind === 'ok') return 'on'
  return isTemporary(outcome) ? 'later' : 'failed'
}

/** The endpoint that notifications come to; undefined where there is no service worker, or the browser has no push. */
export type FindPushManager = () => Promise<PushManager | undefined>

export interface BrowserSubscriptionDeps {
  api: ApiClient
  pushManager: FindPushManager
  isAllowed: () => boolean
}

/** Makes one if there is none, and replaces one that is bound to another VAPID key. Never rejects. */
async function subscribeBrowser({
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

import { subscribeToPush, unsubscribeFromPush } from '@/contract/push'
import type { ApiCallOptions, ApiClient } from '../api-client'
import type { Outcome } from '../outcome'
import type { ArrivedWish, PushStore } from '../outbox/push-store'
import type { SessionManager } from '../session'
import { type BrowserKeys, type BrowserSubscriptionParts, subscribeBrowser } from './browser-subscription'

/** `on`: the server knows this browser. `later`: it will, as soon as there is a connection or the event was sent. */
export type PushState = 'on' | 'later' | 'failed'

/** Whom the server notifies on this device when a submission was reviewed: an account, or a visitor for each submission. */
export interface PushRegistration {
  /** A visitor wants it for this entry of the outbox. The wish is durable: it waits until the entry was sent. */
  want(entryId: string): Promise<PushState>
  /** Registers the wishes whose entries have arrived. Never rejects. */
  settle(): Promise<void>
  /** For all submissions of the current user. */
  registerAccount(): Promise<PushState>
  /** Registers the current user where the person allows notifications, unless that is done. Never rejects. */
  resumeAccount(options: { isAnother: boolean }): Promise<void>
  /** Whether the account's notifications come to this browser already. */
  isAccountRegistered(): Promise<boolean>
  /** The browser has another endpoint now, or gets one here (pushsubscriptionchange). */
  replaceEndpoint(old: string | undefined): Promise<void>
  /** Nothing comes to this browser any more, whether or not the server can be told. Never rejects. */
  end(): Promise<void>
}

interface PushRegistrationParts extends BrowserSubscriptionParts {
  /** For the current user, and for a visitor when there is none. */
  ownApi: ApiClient
  session: Pick<SessionManager, 'ready' | 'current' | 'tokensOf'>
  store: PushStore
}

export function createPushRegistration(parts: PushRegistrationParts): PushRegistration {
  const { api, ownApi, session, store, isAllowed } = parts

  const register = (
    keys: BrowserKeys,
    more: { event_id?: string; replaces?: string },
    options: ApiCallOptions = {},
  ) => ownApi.call(subscribeToPush, { body: { ...keys, ...more } }, options)

  async function settleWish({ id, eventId, locale }: ArrivedWish): Promise<PushState> {
    const subscribed = await subscribeBrowser(parts)
    if (subscribed.kind !== 'subscribed') return subscribed.kind === 'unreachable' ? 'later' : 'failed'
    const options = locale === undefined ? {} : { locale }
    const state = stateOf(await register(subscribed.keys, { event_id: eventId }, options))
    if (state !== 'later') await store.removeWish(id)
    return state
  }

  /** While the person looks: some browsers let a page subscribe only then. */
  async function subscribeAhead(): Promise<PushState> {
    return (await subscribeBrowser(parts)).kind === 'impossible' ? 'failed' : 'later'
  }

  async function registerAccount(): Promise<PushState> {
    await session.ready
    const user = session.current()?.user
    if (user === undefined) return 'failed'
    const subscribed = await subscribeBrowser(parts)
    if (subscribed.kind !== 'subscribed') return subscribed.kind === 'unreachable' ? 'later' : 'failed'
    const { keys } = subscribed
    const outcome = await register(keys, {}, { auth: session.tokensOf(user.id) })
    // Unless they have signed out meanwhile, which ends it.
    if (outcome.kind === 'ok' && session.current()?.user.id === user.id)
      await store.storeAccountEndpoint(keys.endpoint)
    return stateOf(outcome)
  }

  async function currentSubscription(): Promise<PushSubscription | undefined> {
    const manager = await parts.pushManager().catch(() => undefined)
    return (await manager?.getSubscription().catch(() => null)) ?? undefined
  }

  async function isAccountRegistered(): Promise<boolean> {
    const known = isAllowed() ? await store.accountEndpoint() : undefined
    return known !== undefined && (await currentSubscription())?.endpoint === known
  }

  return {
    registerAccount,
    isAccountRegistered,
    async want(entryId) {
      await store.addWish(entryId)
      const arrived = (await store.arrivedWishes()).find(({ id }) => id === entryId)
      const state = await (arrived === undefined ? subscribeAhead() : settleWish(arrived))
      if (state === 'failed') await store.removeWish(entryId)
      return state
    },
    async settle() {
      if (!isAllowed()) return
      for (const wish of await store.arrivedWishes().catch(() => []))
        await settleWish(wish).catch(() => undefined)
    },
    async resumeAccount({ isAnother }) {
      await session.ready
      if (!isAllowed() || session.current() === undefined) return
      if (isAnother || !(await isAccountRegistered())) await registerAccount().catch(() => undefined)
    },
    async replaceEndpoint(old) {
      const subscribed = await subscribeBrowser(parts)
      if (subscribed.kind !== 'subscribed') return
      const { keys } = subscribed
      const known = await store.accountEndpoint()
      const replaces = old ?? known
      const outcome = await register(keys, replaces === undefined ? {} : { replaces })
      if (outcome.kind === 'ok' && known !== undefined) await store.storeAccountEndpoint(keys.endpoint)
    },
    async end() {
      await store.storeAccountEndpoint(undefined).catch(() => undefined)
      const current = await currentSubscription()
      if (current === undefined) return
      const { endpoint } = current
      // Not waited for: without a connection the browser ends it alone, and the push service tells the server (410).
      void api.call(unsubscribeFromPush, { body: { endpoint } })
      await current.unsubscribe().catch(() => undefined)
    },
  }
}

function stateOf(outcome: Outcome<unknown>): PushState {
  if (outcome.kind === 'ok') return 'on'
  // Refused for now only: too many requests, a server that is restarting.
  const isRetried = outcome.kind === 'unreachable' || outcome.status === 429 || outcome.status >= 500
  return isRetried ? 'later' : 'failed'
}

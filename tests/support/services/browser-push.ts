import type { BrowserSubscription, PushReceiver } from './push-receiver'

/** A browser's push as far as it is used; its push service is the receiver. */
export function browserPush(receiver: Pick<PushReceiver, 'subscribe'>) {
  let current: { browser: BrowserSubscription; key: Buffer } | undefined
  const waiting: (() => void)[] = []
  const state = { isAllowed: true, isBroken: false, isHanging: false }

  const subscriptionOf = ({ browser, key }: NonNullable<typeof current>) =>
    ({
      endpoint: browser.endpoint,
      options: { applicationServerKey: new Uint8Array(key).buffer, userVisibleOnly: true },
      toJSON: () => browser,
      unsubscribe: async () => {
        for (const settle of waiting.splice(0)) settle()
        if (state.isHanging) await new Promise<never>(() => {})
        current = undefined
        return true
      },
    }) as unknown as PushSubscription

  const manager = {
    getSubscription: async () => (current === undefined ? null : subscriptionOf(current)),
    subscribe: async ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
      if (state.isBroken) throw new DOMException('Registration failed - push service error', 'AbortError')
      current = {
        browser: receiver.subscribe(),
        key: Buffer.from(applicationServerKey as string, 'base64url'),
      }
      return subscriptionOf(current)
    },
  } as unknown as PushManager

  return {
    /** What of it goes wrong from now on. */
    state,
    pushManager: async () => manager,
    isAllowed: () => state.isAllowed,
    endpoint: () => current?.browser.endpoint,
    /** Settles when a subscription is to be ended. */
    whenEnding: () => new Promise<void>((settle) => waiting.push(settle)),
    /** The push service gives the browser another endpoint. */
    renew: () => (current = undefined),
  }
}

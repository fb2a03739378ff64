import type { BrowserSubscription, PushReceiver } from './push-receiver'

/** A browser's push as far as it is used; its push service is the receiver. */
export function browserPush(receiver: Pick<PushReceiver, 'subscribe'>) {
  let current: { browser: BrowserSubscription; key: ArrayBuffer } | undefined
  let isAllowed = true
  let isBroken = false
  let isHanging = false
  const waiting: (() => void)[] = []

  const subscriptionOf = ({ browser, key }: NonNullable<typeof current>) =>
    ({
      endpoint: browser.endpoint,
      options: { applicationServerKey: key, userVisibleOnly: true },
      toJSON: () => browser,
      unsubscribe: async () => {
        if (isHanging) {
          for (const settle of waiting.splice(0)) settle()
          await new Promise<never>(() => {})
        }
        current = undefined
        return true
      },
    }) as unknown as PushSubscription

  const manager = {
    getSubscription: async () => (current === undefined ? null : subscriptionOf(current)),
    subscribe: async ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
      if (isBroken) throw new DOMException('Registration failed - push service error', 'AbortError')
      current = {
        browser: receiver.subscribe(),
        key: (applicationServerKey as Uint8Array).slice().buffer as ArrayBuffer,
      }
      return subscriptionOf(current)
    },
  } as unknown as PushManager

  return {
    pushManager: async () => manager,
    isAllowed: () => isAllowed,
    endpoint: () => current?.browser.endpoint,
    /** The push service gives the browser another endpoint. */
    renew: () => (current = undefined),
    setAllowed: (allowed: boolean) => (isAllowed = allowed),
    /** Makes the push service of the browser stop responding. */
    setHanging: (hangs: boolean) => (isHanging = hangs),
    /** Settles when something waits for it. */
    whenHanging: () => new Promise<void>((settle) => waiting.push(settle)),
    setBroken: (broken: boolean) => (isBroken = broken),
  }
}

import { useLiveDevice } from '@/client/shared/offline/use-live-device'
import type { Outbox } from '@/offline/outbox/outbox'

/** A live query of the outbox, as of `useLiveDevice`. */
export function useLiveOutbox<T>(
  read: (outbox: Outbox) => Promise<T>,
  deps: readonly unknown[],
): T | 'loading' | 'unreadable' {
  return useLiveDevice(({ outbox }) => read(outbox), deps)
}

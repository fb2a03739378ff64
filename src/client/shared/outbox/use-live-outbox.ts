import { loadOfflineClient, useOfflineClient } from '@/client/shared/offline/offline-client'
import { useLiveRead } from '@/client/shared/offline/use-live-device'
import type { Outbox } from '@/offline/outbox/outbox'

export function useLiveOutbox<T>(read: (outbox: Outbox) => Promise<T>, deps: readonly unknown[]) {
  return useLiveRead(useOfflineClient(), loadOfflineClient, ({ outbox }) => read(outbox), deps)
}

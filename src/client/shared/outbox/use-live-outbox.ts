import { useLiveDevice } from '@/client/shared/offline/use-live-device'
import type { Outbox } from '@/offline/outbox/outbox'

export function useLiveOutbox<T>(read: (outbox: Outbox) => Promise<T>, deps: readonly unknown[]) {
  return useLiveDevice(({ outbox }) => read(outbox), deps)
}

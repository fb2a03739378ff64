import type { ImageProgress, SyncReport } from '@/offline/replica/replica-sync'

export const OUTBOX_SYNC_TAG = 'outbox'

export const PROGRAMME_SYNC_TAG = 'programme'

/** The DOM's types lack it: Chromium alone has it. */
export interface SyncManager {
  register(tag: string): Promise<void>
}

export interface PeriodicSyncManager {
  register(tag: string, options: { minInterval: number }): Promise<void>
}

export type PageMessage =
  | { type: 'SKIP_WAITING' }
  | { type: 'DELIVER' }
  /** Syncs the replica. `seen`: the events that the page was rendered with, which are stored first. The worker acknowledges at once. */
  | { type: 'SYNC'; seen: readonly unknown[]; asked?: { images: boolean } }

export type SyncMessage = Extract<PageMessage, { type: 'SYNC' }>

/** On the message's port. */
export type SyncReply =
  | { type: 'SYNCING' }
  | { type: 'IMAGES'; progress: ImageProgress }
  | { type: 'SYNCED'; report: SyncReport }

export function isPageMessage<Type extends PageMessage['type']>(
  data: unknown,
  type: Type,
): data is Extract<PageMessage, { type: Type }> {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === type
}

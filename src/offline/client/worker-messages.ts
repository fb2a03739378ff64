import * as z from 'zod/mini'
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

export type PageMessage = { type: 'SKIP_WAITING' } | { type: 'DELIVER' } | { type: 'CHECK_SHELL' }

export interface ShellReply {
  isComplete: boolean
}

export function isPageMessage<Type extends PageMessage['type']>(
  data: unknown,
  type: Type,
): data is Extract<PageMessage, { type: Type }> {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === type
}

const syncMessageSchema = z.object({
  type: z.literal('SYNC'),
  /** The events that the page was rendered with are stored first. */
  seen: z.array(z.unknown()),
  asked: z.optional(z.object({ images: z.boolean() })),
})
/** A page requests a sync of the replica. The worker acknowledges on the message's port at once. */
export type SyncMessage = z.infer<typeof syncMessageSchema>

export type SyncReply =
  | { type: 'SYNCING' }
  | { type: 'IMAGES'; progress: ImageProgress }
  | {
      type: 'SYNCED'
      report: SyncReport
      isShellComplete: boolean
    }

export function readSyncMessage(data: unknown): SyncMessage | undefined {
  return syncMessageSchema.safeParse(data).data
}

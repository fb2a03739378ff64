import * as z from 'zod/mini'
import type { DeliveryOptions, DeliveryReport } from '@/offline/outbox/delivery/delivery'
import type { ImageProgress, SyncReport } from '@/offline/replica/replica-sync'

/** The tag of the background sync event: the worker delivers the outbox then. */
export const OUTBOX_SYNC_TAG = 'outbox'

/** The tag of the periodic background sync: the worker syncs the replica then. */
export const PROGRAMME_SYNC_TAG = 'programme'

/** The DOM's types lack it: Chromium alone has it. */
export interface SyncManager {
  register(tag: string): Promise<void>
}

/** The `SyncManager` of installed apps. */
export interface PeriodicSyncManager {
  register(tag: string, options: { minInterval: number }): Promise<void>
}

/** Messages of a page to the worker. */
export type PageMessage =
  /** The person has agreed to the new version. */
  | { type: 'SKIP_WAITING' }
  /** Deliver what is in the outbox; the port that comes with it gets `DeliveryMessage`s. */
  | ({ type: 'DELIVER' } & DeliveryOptions)
  /** Whether the app shell is wholly here; the port that comes with it gets a `ShellReply`. */
  | { type: 'CHECK_SHELL' }

export interface ShellReply {
  isComplete: boolean
}

/** Messages of the worker on the port of a 'DELIVER'. */
export type DeliveryMessage =
  /** The acknowledgement, sent at once. */
  { type: 'DELIVERING' } | { type: 'DELIVERED'; report: DeliveryReport } | { type: 'DELIVERY_FAILED' }

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
  /** The person has asked for it, and watches: see `UserSync`. */
  asked: z.optional(z.object({ images: z.boolean() })),
})
/** A page requests a sync of the replica. The worker acknowledges on the message's port at once. */
export type SyncMessage = z.infer<typeof syncMessageSchema>

/** Messages of the worker on the port of a 'SYNC'. */
export type SyncReply =
  | { type: 'SYNCING' }
  /** Sent only when the person has asked for the sync. */
  | { type: 'IMAGES'; progress: ImageProgress }
  | {
      type: 'SYNCED'
      report: SyncReport
      /** Whether the app shell is wholly here now. */
      isShellComplete: boolean
    }

export function readSyncMessage(data: unknown): SyncMessage | undefined {
  const read = syncMessageSchema.safeParse(data)
  return read.success ? read.data : undefined
}

import * as z from 'zod/mini'
import { programmeEventSchema, eventSchema } from '@/contract/events'

/** What a page says to the worker. */
export type PageMessage =
  /** The person has agreed to the new version. */
  { type: 'SKIP_WAITING' }

/** What the worker says to every page. */
export type WorkerMessage =
  /** The version that this page was made for is gone: load again when nothing would be lost by it. */
  { type: 'NEW_VERSION_ACTIVE' }

export function isPageMessage(data: unknown): data is PageMessage {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING'
}

const syncMessageSchema = z.object({
  type: z.literal('SYNC'),
  /** What the page was rendered with, to be stored first. */
  seen: z.array(z.union([programmeEventSchema, eventSchema])),
})
/** A page says: bring the replica up to date. The worker acknowledges on the message's port at once. */
export type SyncMessage = z.infer<typeof syncMessageSchema>

export function readSyncMessage(data: unknown): SyncMessage | undefined {
  const read = syncMessageSchema.safeParse(data)
  return read.success ? read.data : undefined
}

import * as z from 'zod/mini'
import type { EventCreationInput } from '@/domain/submissions/submission'
import { newId } from '@/offline/platform/new-id'
import type { OutboxPhoto } from '@/offline/outbox/entry'

const triedSchema = z.object({ key: z.string(), content: z.string() })

/** The content that was sent, and its Idempotency-Key. The response may have been lost. */
export type TriedCreation = z.infer<typeof triedSchema>

/** The content and key that a draft was sent with; undefined when it was not sent yet. */
export function readTried(context: unknown): TriedCreation | undefined {
  const stored = z.object({ tried: triedSchema }).safeParse(context)
  return stored.success ? stored.data.tried : undefined
}

/**
 * The key of a creation: that of the last try while its content is the same, so that however often it is sent there is one event, and
 * a new one for other content.
 */
export function nextTry(
  tried: TriedCreation | undefined,
  body: Omit<EventCreationInput, 'photo'>,
  photo: OutboxPhoto | undefined,
): TriedCreation {
  const content = JSON.stringify([body, photo?.name ?? null, photo?.bytes.byteLength ?? null])
  return tried?.content === content ? tried : { key: newId(), content }
}

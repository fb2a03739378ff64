import { unwrap } from '@/client/shared/offline/call-failed'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { createEvent, deleteEvent, updateEvent } from '@/contract/back-office/back-office-edits'
import { getBackOfficeEvent } from '@/contract/back-office/back-office-events'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import type { EventCreationInput, EventUpdateInput } from '@/domain/events/submission'
import type { Outcome } from '@/offline/api/outcome'
import { toBase64 } from '@/offline/outbox/delivery/base64'
import type { OutboxPhoto } from '@/offline/outbox/entry'

/** A photo goes with an edit or a new event: as long as one may take from a phone. */
const PHOTO_TIMEOUT_MS = 120_000

export async function sendUpdate(id: string, body: EventUpdateInput): Promise<Outcome<BackOfficeEvent>> {
  const { api } = await loadOfflineClient()
  return api.call(updateEvent, { params: { id }, body }, { timeoutMs: PHOTO_TIMEOUT_MS })
}

/** The event as it is now; undefined when it cannot be read. */
export async function readEvent(id: string): Promise<BackOfficeEvent | undefined> {
  const { api } = await loadOfflineClient()
  const outcome = await api.call(getBackOfficeEvent, { params: { id } })
  return outcome.kind === 'ok' ? outcome.data : undefined
}

/** `key`: sent again after a response that was lost, it makes no second event. */
export async function sendCreation(body: EventCreationInput, key: string): Promise<Outcome<{ id: string }>> {
  const { api } = await loadOfflineClient()
  return api.call(createEvent, { body }, { idempotencyKey: key, timeoutMs: PHOTO_TIMEOUT_MS })
}

export async function sendDeletion(id: string): Promise<void> {
  const { api } = await loadOfflineClient()
  unwrap(await api.call(deleteEvent, { params: { id } }))
}

/** The photo of an edit (spec 3): base64 of a new one, null for none, undefined for the one that is there. */
export function photoToSend(
  photo: OutboxPhoto | undefined,
  keepsStoredPhoto: boolean,
): string | null | undefined {
  if (photo !== undefined) return toBase64(photo.bytes)
  return keepsStoredPhoto ? undefined : null
}

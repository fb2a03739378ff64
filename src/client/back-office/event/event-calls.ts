import { unwrap } from '@/client/shared/offline/call-failed'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { createEvent, deleteEvent, updateEvent } from '@/contract/back-office/back-office-edits'
import { getBackOfficeEvent } from '@/contract/back-office/back-office-events'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import type { SentPhoto } from '@/domain/submissions/sent-photo'
import type { EventCreationInput, EventUpdateInput } from '@/domain/submissions/submission'
import type { Outcome } from '@/offline/api/outcome'
import type { ApiClient } from '@/offline/api/api-client'
import { callWithPhoto } from '@/offline/api/photo-upload'
import type { OutboxPhoto } from '@/offline/outbox/entry'

/** A photo goes with an edit or a new event: as long as one may take from a phone. */
const PHOTO_TIMEOUT_MS = 120_000

const OPTIONS = { timeoutMs: PHOTO_TIMEOUT_MS }

/** Sends a change; `photo` is a new one. */
export async function sendUpdate(
  id: string,
  body: EventUpdateInput,
  photo: OutboxPhoto | undefined,
): Promise<Outcome<unknown>> {
  return sendWith(photo, (api, sent) =>
    api.call(updateEvent, { params: { id }, body: { ...body, ...sent } }, OPTIONS),
  )
}

/** The event as it is now; undefined when it cannot be read. */
export async function readEvent(id: string): Promise<BackOfficeEvent | undefined> {
  const { api } = await loadOfflineClient()
  const outcome = await api.call(getBackOfficeEvent, { params: { id } })
  return outcome.kind === 'ok' ? outcome.data : undefined
}

/** `key`: sent again after a response that was lost, it makes no second event. */
export async function sendCreation(
  body: EventCreationInput,
  photo: OutboxPhoto | undefined,
  key: string,
): Promise<Outcome<{ id: string }>> {
  return sendWith(photo, (api, sent) =>
    api.call(createEvent, { body: { ...body, ...sent } }, { ...OPTIONS, idempotencyKey: key }),
  )
}

export async function sendDeletion(id: string): Promise<void> {
  const { api } = await loadOfflineClient()
  unwrap(await api.call(deleteEvent, { params: { id } }))
}

async function sendWith<T>(
  photo: OutboxPhoto | undefined,
  send: (api: ApiClient, sent: { photo?: SentPhoto }) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const { api } = await loadOfflineClient()
  return photo === undefined
    ? send(api, {})
    : callWithPhoto(api, photo, (sent) => send(api, { photo: sent }), OPTIONS)
}

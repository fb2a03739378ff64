import { sendSupportMessage } from '@/contract/contact-forms'
import { submitEvent } from '@/contract/events/events'
import type { SentPhoto } from '@/domain/submissions/submission'
import type { ApiCallOptions, ApiClient } from '@/offline/api/api-client'
import type { Outcome } from '@/offline/api/next-step'
import { callWithPhoto } from '@/offline/api/photo-upload'
import type { Clock } from '@/offline/platform/deferred'
import type { SessionManager } from '@/offline/session/session'
import type { OutboxEntry, OutboxPhoto, Receipt } from './entry'

interface SendDeps {
  api: ApiClient
  session: Pick<SessionManager, 'tokensOf'>
  clock: Clock
}

/** One attempt, under the entry's own key and with the token of its own account: no token, no request. */
export function sendEntry(
  { api, session, clock }: SendDeps,
  entry: OutboxEntry,
  photo: OutboxPhoto | undefined,
): Promise<Outcome<Receipt>> {
  const uploading: ApiCallOptions = {
    idempotencyKey: entry.id,
    timeoutMs: photo === undefined ? JSON_TIMEOUT_MS : photoTimeoutMs(photo),
    auth: entry.owner === null ? 'none' : session.tokensOf(entry.owner),
    ...(entry.locale === undefined ? {} : { locale: entry.locale }),
  }
  const options = {
    ...uploading,
    writtenAgoSeconds: Math.max(0, Math.round((clock.now() - entry.createdAt) / 1000)),
  }
  if (entry.kind === 'sendSupportMessage')
    return api.call(sendSupportMessage, { body: entry.payload }, options)
  if (photo === undefined) return api.call(submitEvent, { body: entry.payload }, options)
  const submitNaming = (sent: SentPhoto) =>
    api.call(
      submitEvent,
      { body: { ...entry.payload, photo: sent } },
      typeof sent === 'string' ? options : { ...options, timeoutMs: NAMING_TIMEOUT_MS },
    )
  return callWithPhoto(api, photo, submitNaming, uploading)
}

const JSON_TIMEOUT_MS = 15_000
/** The server renders the photo that a request names before it responds. */
const NAMING_TIMEOUT_MS = 30_000
/** `fetch` does not report upload progress: the timeout is that of the slowest network worth waiting for. */
const SLOWEST_BYTES_PER_MS = 20

function photoTimeoutMs({ bytes }: OutboxPhoto): number {
  return NAMING_TIMEOUT_MS + Math.ceil(bytes.byteLength / SLOWEST_BYTES_PER_MS)
}

import { sendSupportMessage } from '@/contract/contact-forms'
import { submitEvent } from '@/contract/events/events'
import { setManagedState, updateManagedEvent } from '@/contract/events/managed-events'
import type { SentPhoto } from '@/domain/submissions/submission'
import type { ApiCallOptions, ApiClient } from '@/offline/api/api-client'
import type { Outcome } from '@/offline/api/next-step'
import { callWithPhoto } from '@/offline/api/photo-upload'
import { NAMING_TIMEOUT_MS, timeoutOf } from '@/offline/outbox/entry-state'
import type { OutboxEntry, OutboxError, Receipt, UnreachableCode } from '@/offline/outbox/entry'

export interface Accepted {
  id: string
  notified_by_mail?: boolean | undefined
}

export function receiptOf({ id, notified_by_mail: isNotified }: Accepted): Receipt {
  return { id, ...(isNotified === undefined ? {} : { isNotifiedByMail: isNotified }) }
}

export function sendEntry(
  api: ApiClient,
  entry: OutboxEntry,
  { auth, now }: Pick<ApiCallOptions, 'auth'> & { now: number },
): Promise<Outcome<Accepted>> {
  const options = {
    idempotencyKey: entry.id,
    timeoutMs: timeoutOf(entry),
    ...(auth === undefined ? {} : { auth }),
    writtenAgoSeconds: Math.max(0, Math.round((now - entry.createdAt) / 1000)),
    ...(entry.locale === undefined ? {} : { locale: entry.locale }),
  } satisfies ApiCallOptions
  const { writtenAgoSeconds: _ago, ...uploading } = options
  const within = (sent: SentPhoto) =>
    typeof sent === 'string' ? options : { ...options, timeoutMs: NAMING_TIMEOUT_MS }
  switch (entry.kind) {
    case 'submitEvent': {
      const { payload, photo } = entry
      if (photo === undefined) return api.call(submitEvent, { body: payload }, options)
      const submit = (sent: SentPhoto) =>
        api.call(submitEvent, { body: { ...payload, photo: sent } }, within(sent))
      return callWithPhoto(api, photo, submit, uploading)
    }
    case 'updateManagedEvent': {
      const { payload, photo } = entry
      const { eventId: id, change } = payload
      const params = { id }
      if (photo === undefined) return api.call(updateManagedEvent, { params, body: change }, options)
      const send = (sent: SentPhoto) =>
        api.call(updateManagedEvent, { params, body: { ...change, photo: sent } }, within(sent))
      return callWithPhoto(api, photo, send, uploading)
    }
    case 'setManagedState': {
      const { eventId: id, said } = entry.payload
      return api.call(setManagedState, { params: { id }, body: said }, options)
    }
    case 'sendSupportMessage':
      return api.call(sendSupportMessage, { body: entry.payload }, options)
  }
}

const CODE_OF_REASON = {
  unsent: 'NETWORK',
  network: 'NETWORK',
  timeout: 'TIMEOUT',
  'not-ours': 'NOT_OURS',
  aborted: 'ABORTED',
} as const satisfies Record<string, UnreachableCode>

export function errorOf(outcome: Exclude<Outcome<unknown>, { kind: 'ok' }>): OutboxError {
  const { status, retryAfterMs } = outcome
  return outcome.kind === 'refused'
    ? {
        code: outcome.code,
        isCodeGuessed: outcome.isCodeGuessed,
        status,
        fields: outcome.fields,
        message: outcome.message,
        retryAfterMs,
      }
    : { code: CODE_OF_REASON[outcome.reason], status, retryAfterMs }
}

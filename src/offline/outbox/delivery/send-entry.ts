import { sendSupportMessage } from '@/contract/contact-forms'
import { submitEvent } from '@/contract/events'
import type { ApiCallOptions, ApiClient } from '@/offline/api/api-client'
import type { Outcome } from '@/offline/api/outcome'
import { timeoutOf } from './attempt-time'
import { toBase64 } from './base64'
import type { OutboxEntry, OutboxError, Receipt, UnreachableCode } from '../entry'

/** The server's reply to a write that it has stored. */
export interface Accepted {
  id: string
  notified_by_mail?: boolean | undefined
}

/** The part of the reply that the device stores. */
export function receiptOf({ id, notified_by_mail: isNotified }: Accepted): Receipt {
  return { id, ...(isNotified === undefined ? {} : { isNotifiedByMail: isNotified }) }
}

/** Sends the entry's content under its idempotency key. */
export function sendEntry(
  api: ApiClient,
  entry: OutboxEntry,
  { auth, formToken }: Pick<ApiCallOptions, 'auth' | 'formToken'>,
): Promise<Outcome<Accepted>> {
  const options: ApiCallOptions = {
    idempotencyKey: entry.id,
    timeoutMs: timeoutOf(entry),
    ...(auth === undefined ? {} : { auth }),
    formToken,
    ...(entry.locale === undefined ? {} : { locale: entry.locale }),
  }
  switch (entry.kind) {
    case 'submitEvent': {
      // Base64 only in the request: it is a third larger than the bytes that are stored.
      const photo = entry.photo === undefined ? {} : { photo: toBase64(entry.photo.bytes) }
      return api.call(submitEvent, { body: { ...entry.payload, ...photo } }, options)
    }
    case 'sendSupportMessage':
      return api.call(sendSupportMessage, { body: entry.payload }, options)
  }
}

const CODE_OF_REASON = {
  network: 'NETWORK',
  timeout: 'TIMEOUT',
  'not-ours': 'NOT_OURS',
  aborted: 'ABORTED',
} as const satisfies Record<string, UnreachableCode>

/** The part of a failed attempt that the device stores. */
export function errorOf(outcome: Exclude<Outcome<unknown>, { kind: 'ok' }>): OutboxError {
  const { status, retryAfterMs } = outcome
  return outcome.kind === 'refused'
    ? { code: outcome.code, status, fields: outcome.fields, message: outcome.message, retryAfterMs }
    : { code: CODE_OF_REASON[outcome.reason], status, retryAfterMs }
}

import { sendSupportMessage } from '@/contract/contact-forms'
import { submitEvent } from '@/contract/events'
import type { ApiCallOptions, ApiClient } from '../api-client'
import type { Outcome } from '../outcome'
import { toBase64 } from './base64'
import type { OutboxEntry, OutboxError, UnreachableCode } from './entry'

const JSON_TIMEOUT_MS = 15_000
/** The progress of an upload cannot be seen through `fetch`: the slowest network that is worth waiting for. */
const PHOTO_TIMEOUT_MS = 30_000
const SLOWEST_BYTES_PER_MS = 20

/** How long an attempt may take. Base64 makes four bytes of three. */
export function timeoutOf(entry: Pick<OutboxEntry, 'photo'>): number {
  if (entry.photo === undefined) return JSON_TIMEOUT_MS
  return PHOTO_TIMEOUT_MS + Math.ceil((entry.photo.bytes.byteLength * 4) / 3 / SLOWEST_BYTES_PER_MS)
}

/** Sends what the entry holds, under its own key. */
export function sendEntry(
  api: ApiClient,
  entry: OutboxEntry,
  auth: ApiCallOptions['auth'],
): Promise<Outcome<{ id: string }>> {
  const options: ApiCallOptions = {
    idempotencyKey: entry.id,
    timeoutMs: timeoutOf(entry),
    ...(auth === undefined ? {} : { auth }),
    ...(entry.locale === undefined ? {} : { locale: entry.locale }),
  }
  switch (entry.kind) {
    case 'submitEvent': {
      // Text only while it is sent: a third larger than the bytes, it is not what lies in the database.
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

/** What is kept of an attempt that did not succeed. */
export function errorOf(outcome: Exclude<Outcome<unknown>, { kind: 'ok' }>): OutboxError {
  return outcome.kind === 'refused'
    ? { code: outcome.code, status: outcome.status, fields: outcome.fields, message: outcome.message }
    : { code: CODE_OF_REASON[outcome.reason], status: outcome.status }
}

import { uploadPhoto } from '@/contract/events/events'
import type { SentPhoto } from '@/domain/submissions/submission'
import type { ApiCallOptions, ApiClient } from './api-client'
import type { Outcome } from './next-step'

/**
 * The bytes travel by themselves and once: only where the server has not got them they are uploaded, and the call
 * is made again. A server that knows no uploads gets the photo as text (rules 7.3).
 */
export async function callWithPhoto<T>(
  api: ApiClient,
  { bytes, type }: { bytes: ArrayBuffer; type: string },
  call: (photo: SentPhoto) => Promise<Outcome<T>>,
  options: ApiCallOptions,
): Promise<Outcome<T>> {
  const sha256 = await sha256Of(bytes)
  const named = await call({ upload: sha256 })
  if (refusesName(named)) return call(toBase64(bytes))
  if (named.kind !== 'refused' || named.code !== 'UPLOAD_MISSING') return named
  const uploaded = await api.call(uploadPhoto, { params: { sha256 }, body: { bytes, type } }, options)
  if (uploaded.kind === 'ok') return call({ upload: sha256 })
  return HAS_NO_UPLOADS.has(uploaded.status) ? call(toBase64(bytes)) : uploaded
}

/** An upload of a photo from a phone may take this long. */
export const PHOTO_OPTIONS = { timeoutMs: 120_000 }

/** Sends what may have a photo beside it. */
export function withPhoto<T>(
  api: ApiClient,
  photo: { bytes: ArrayBuffer; type: string } | null | undefined,
  send: (sent: { photo?: SentPhoto }) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return photo ? callWithPhoto(api, photo, (sent) => send({ photo: sent }), PHOTO_OPTIONS) : send({})
}

/** Not found, or no method of that address; a proxy says the same. */
const HAS_NO_UPLOADS = new Set<number | undefined>([404, 405])

/** A problem whose code is about photos is a verdict on the picture: as text it would be refused again. */
function refusesName(outcome: Outcome<unknown>): boolean {
  return (
    outcome.kind === 'refused' &&
    (outcome.status === 400 || outcome.status === 422) &&
    outcome.fields.some(({ path, code }) => /^photo\b/.test(path) && !code.startsWith('photo_'))
  )
}

/** The hash in hex. */
async function sha256Of(bytes: ArrayBuffer): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const CHUNK = 0x8000

/** Encodes in chunks: `String.fromCharCode` takes its bytes as arguments, whose number is limited. */
export function toBase64(bytes: ArrayBuffer): string {
  const view = new Uint8Array(bytes)
  let binary = ''
  for (let start = 0; start < view.length; start += CHUNK)
    binary += String.fromCharCode(...view.subarray(start, start + CHUNK))
  return btoa(binary)
}

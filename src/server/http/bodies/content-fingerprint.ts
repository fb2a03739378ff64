import { hash } from 'node:crypto'
import { bytesOfBase64 } from '@/server/http/photos/base64-photo'

/** SHA-256 (hex) of JSON with sorted keys: the same content gives the same, whatever order the client wrote it in. */
export function contentFingerprint(value: unknown): string {
  const text =
    JSON.stringify(value, (_, inner: unknown) => (isObject(inner) ? sorted(inner) : inner)) ?? 'null'
  return hash('sha256', text, 'hex')
}

/**
 * The fingerprint of a write's body, the same whether its photo comes as base64 or is named as an upload: a client may send
 * the same in turn, where its uploads do not arrive.
 */
export function bodyFingerprint(body: unknown): string {
  if (!isObject(body) || typeof body['photo'] !== 'string') return contentFingerprint(body)
  const bytes = bytesOfBase64(body['photo'])
  if (bytes === undefined) return contentFingerprint(body)
  const upload = hash('sha256', bytes, 'hex')
  return contentFingerprint({ ...body, photo: { upload } })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sorted(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

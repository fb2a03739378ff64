import { MAX_PHOTO_BYTES } from '@/domain/events/photo'
import { SOLVE_TIMEOUT_MS } from '@/offline/api/proof-of-work'
import type { OutboxEntry } from '../entry'

const JSON_TIMEOUT_MS = 15_000
/** `fetch` does not report upload progress: the timeout is that of the slowest network worth waiting for. */
const PHOTO_TIMEOUT_MS = 30_000
const SLOWEST_BYTES_PER_MS = 20

/** The timeout of a request that names a photo which is there: the server renders it before it responds. */
export const NAMING_TIMEOUT_MS = 30_000

/** One with a proof of work after one without, and both again after the access token was refreshed. */
const MAX_REQUESTS = 4
/** A request that names a photo is sent before and after its upload. */
const MAX_NAMINGS = 2
/** What a lease has beyond the requests: the two proofs, and the rest that is done between them. */
const LEASE_SLACK_MS = 60_000 + 2 * SOLVE_TIMEOUT_MS

/** How long one request of an attempt may take. */
export function timeoutOf({ photo }: Pick<OutboxEntry, 'photo'>): number {
  return timeoutFor(photo?.bytes.byteLength)
}

/** How long a whole attempt may take: nobody else sends or edits the entry meanwhile. */
export function leaseMsOf({ photo }: Pick<OutboxEntry, 'photo'>): number {
  return Math.min(leaseFor(photo?.bytes.byteLength), MAX_LEASE_MS)
}

/** Base64, which the photo of a page without TLS is sent as, makes four bytes of three. */
function timeoutFor(photoBytes: number | undefined): number {
  if (photoBytes === undefined) return JSON_TIMEOUT_MS
  return PHOTO_TIMEOUT_MS + Math.ceil((photoBytes * 4) / 3 / SLOWEST_BYTES_PER_MS)
}

function leaseFor(photoBytes: number | undefined): number {
  const namingMs = photoBytes === undefined ? 0 : MAX_NAMINGS * NAMING_TIMEOUT_MS
  return MAX_REQUESTS * (timeoutFor(photoBytes) + namingMs) + LEASE_SLACK_MS
}

/** The lease of an entry with the largest photo, some 50 minutes. */
export const MAX_LEASE_MS = leaseFor(MAX_PHOTO_BYTES)

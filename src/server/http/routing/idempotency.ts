import { eq, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '@/contract/endpoint'
import { nameOf } from '@/contract/endpoints'
import type { Database, Queryable } from '@/server/platform/database/client'
import { idempotencyKeys } from '@/server/platform/database/schema'
import { ApiError } from '@/server/http/errors/errors'
import { nowDate, type Clock } from '@/server/platform/process/clock'
import { bodyFingerprint } from '@/server/http/bodies/request-bodies'
import type { CurrentUser } from '@/server/http/auth/session'

/** A client may keep an unsent entry for weeks; within this time its response is still stored (offline.md 7). */
export const RESPONSE_DAYS = 100
const IN_PROGRESS_RETRY_SECONDS = 1
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

interface KeyedWrite {
  key: string
  endpoint: string
  userId: string | null
  fingerprint: string
}

/** The Idempotency-Key in lower case; undefined without the header. Throws MALFORMED_REQUEST when it is no UUID. */
export function keyOf({ headers }: FastifyRequest): string | undefined {
  const header = headers['idempotency-key']
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !UUID.test(header)) throw new ApiError('MALFORMED_REQUEST')
  return header.toLowerCase()
}

export function keyedWrite(
  request: FastifyRequest,
  endpoint: Endpoint,
  currentUser: CurrentUser | undefined,
): KeyedWrite | undefined {
  const key = keyOf(request)
  if (key === undefined) return undefined
  return {
    key,
    endpoint: nameOf(endpoint),
    userId: currentUser?.id ?? null,
    fingerprint: bodyFingerprint(request.body),
  }
}

/**
 * The response that this key got before, if any: read before limits and rules, so that a replay gets the
 * same response even when the event has begun meanwhile. Throws IDEMPOTENCY_KEY_REUSED for other content, another
 * call or another account.
 */
export async function storedResponse(
  db: Queryable,
  write: KeyedWrite,
): Promise<{ reply: unknown } | undefined> {
  const [row] = await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, write.key))
  if (row === undefined) return undefined
  const isOfSame = row.endpoint === write.endpoint && row.userId === write.userId
  if (!isOfSame || row.fingerprint !== write.fingerprint) throw new ApiError('IDEMPOTENCY_KEY_REUSED')
  return { reply: row.response }
}

/** Stores the response in the transaction of `commit`. Throws REQUEST_IN_PROGRESS while another request has the key. */
export async function writeOnce<T>(
  { db, clock }: { db: Database; clock: Clock },
  write: KeyedWrite | undefined,
  status: number,
  commit: (tx: Queryable) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    if (write === undefined) return commit(tx)
    await lockKey(tx, write.key)
    const stored = await storedResponse(tx, write)
    // Stored as JSON by this very call, so it has the shape of T.
    if (stored !== undefined) return stored.reply as T
    const reply = await commit(tx)
    await tx.insert(idempotencyKeys).values({ ...write, status, response: reply, createdAt: nowDate(clock) })
    return reply
  })
}

/** Locks a key until the transaction ends; a lock rather than a row, so that a killed server leaves nothing behind. */
async function lockKey(tx: Queryable, key: string): Promise<void> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as locked`,
  )
  if (rows[0]?.locked !== true)
    throw new ApiError('REQUEST_IN_PROGRESS', { retryAfterSeconds: IN_PROGRESS_RETRY_SECONDS })
}

import { randomUUID } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import type { Locale } from '@/messages/compiled/runtime.js'
import type { RequestSource } from '@/server/http/routing/request/request-source'
import type { SecurityLog } from '@/server/http/security/security-log'
import { LINK_LIFETIME_MS } from '@/server/jobs/mails/mail-links'
import { atSeconds } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { enqueueMail } from '@/server/platform/queue/job-queue'
import { weekRequests, weekSubscribers } from '@/server/platform/database/schema'

interface NewRequest {
  email: string
  tagKeys: readonly string[]
  locale: Locale
  nowSeconds: number
}

/**
 * Stores that somebody asked for the week by mail, and enqueues the mail that confirms it. The same is done whether the address gets it already
 * or not, so that neither response nor time tells; nothing changes for it until the link is used.
 */
export async function addRequest(
  tx: Queryable,
  { email, tagKeys, locale, nowSeconds }: NewRequest,
): Promise<void> {
  const id = randomUUID()
  const now = atSeconds(nowSeconds)
  await tx
    .insert(weekRequests)
    .values({ id, email: email.toLowerCase(), locale, tagKeys: [...new Set(tagKeys)], createdAt: now })
  await enqueueMail(tx, { template: 'week-confirm', id }, { now })
}

/** Requests after this instant may still be confirmed. */
export function oldestRequest(nowSeconds: number): Date {
  return new Date(nowSeconds * 1000 - LINK_LIFETIME_MS.confirm)
}

/**
 * Begins the week by mail as a request has it, in place of what the address got before, and returns its tags; those of one that was
 * confirmed before as well. Undefined for one that is too old, or was ended since.
 */
export async function confirmRequest(
  tx: Queryable,
  requestId: string,
  nowSeconds: number,
): Promise<string[] | undefined> {
  const isOpen = and(eq(weekRequests.id, requestId), gt(weekRequests.createdAt, oldestRequest(nowSeconds)))
  const [request] = await tx.delete(weekRequests).where(isOpen).returning()
  if (request === undefined) {
    const [known] = await tx
      .select({ tagKeys: weekSubscribers.tagKeys })
      .from(weekSubscribers)
      .where(eq(weekSubscribers.requestId, requestId))
    return known?.tagKeys
  }
  const { email, locale, tagKeys } = request
  const chosen = { requestId, locale, tagKeys, confirmedAt: atSeconds(nowSeconds) }
  await tx
    .insert(weekSubscribers)
    .values({ id: randomUUID(), email, ...chosen })
    // The week that was sent stays: nobody gets one twice because they chose other tags.
    .onConflictDoUpdate({ target: weekSubscribers.email, set: chosen })
  return tagKeys
}

/** Ends the week by mail, which the security log says: a restore of an older backup begins it again. One that has ended is no error. */
export async function endSubscription(
  { db, securityLog }: { db: Queryable; securityLog: SecurityLog },
  id: string,
  source: RequestSource,
): Promise<void> {
  const ended = await db
    .delete(weekSubscribers)
    .where(eq(weekSubscribers.id, id))
    .returning({ id: weekSubscribers.id })
  if (ended.length > 0) securityLog.record('week-mail.ended', source, { ids: [id] })
}

import { randomUUID } from 'node:crypto'
import { asc, desc, eq } from 'drizzle-orm'
import type { SupportMessage } from '@/domain/support-message'
import { atSeconds, secondsOf } from '@/server/database/client'
import type { Queryable } from '@/server/database/client'
import { enqueueMail } from '@/server/database/job-queue'
import { contactForms } from '@/server/database/schema'

/** Stores a support message and enqueues the mail to the contact mailbox. */
export async function storeSupportMessage(
  tx: Queryable,
  message: SupportMessage,
  { locale, nowSeconds }: { locale: string; nowSeconds: number },
): Promise<{ id: string; created_at: number }> {
  const id = randomUUID()
  const now = atSeconds(nowSeconds)
  await tx.insert(contactForms).values({
    id,
    firstName: message.first_name,
    lastName: message.last_name,
    email: message.email,
    topic: message.topic,
    message: message.message,
    locale,
    createdAt: now,
  })
  await enqueueMail(tx, { template: 'support-message', id }, { now })
  return { id, created_at: nowSeconds }
}

/** All support messages, the newest first (spec 7: no paging). */
export async function listSupportMessages(
  db: Queryable,
): Promise<(SupportMessage & { id: string; created_at: number })[]> {
  const rows = await db
    .select()
    .from(contactForms)
    .orderBy(desc(contactForms.createdAt), asc(contactForms.id))
  return rows.map(({ id, firstName, lastName, email, topic, message, createdAt }) => ({
    id,
    first_name: firstName,
    last_name: lastName,
    email,
    topic,
    message,
    created_at: secondsOf(createdAt),
  }))
}

/** Whether there was such a message to delete. */
export async function deleteSupportMessage(db: Queryable, id: string): Promise<boolean> {
  const gone = await db.delete(contactForms).where(eq(contactForms.id, id)).returning({ id: contactForms.id })
  return gone.length > 0
}

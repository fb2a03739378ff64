import { randomUUID } from 'node:crypto'
import { asc, desc, eq, sql } from 'drizzle-orm'
import type { ContactForm } from '@/contract/back-office/back-office-contact-forms'
import type { SupportMessage } from '@/domain/support/support-message'
import { atSeconds, secondsOf } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { enqueueMail } from '@/server/platform/queue/job-queue'
import { contactForms } from '@/server/platform/database/schema'

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
export async function listContactForms(db: Queryable): Promise<ContactForm[]> {
  const rows = await db
    .select()
    .from(contactForms)
    .orderBy(desc(contactForms.createdAt), asc(contactForms.id))
  return rows.map(contactFormOf)
}

/** How many are open, and how many are done. */
export async function countContactForms(db: Queryable): Promise<{ open: number; done: number }> {
  const [row] = await db
    .select({
      open: sql<number>`(count(*) filter (where ${contactForms.doneAt} is null))::int`,
      done: sql<number>`count(${contactForms.doneAt})::int`,
    })
    .from(contactForms)
  return row ?? { open: 0, done: 0 }
}

/** Marks a message as done at this time, or (null) as open; one that is so already stays as it is. Undefined when there is none. */
export async function setDoneAt(
  tx: Queryable,
  id: string,
  doneAt: Date | null,
): Promise<{ form: ContactForm; hasChanged: boolean } | undefined> {
  const isIt = eq(contactForms.id, id)
  const [before] = await tx.select().from(contactForms).where(isIt).for('update')
  if (before === undefined) return undefined
  if ((before.doneAt === null) === (doneAt === null))
    return { form: contactFormOf(before), hasChanged: false }
  await tx.update(contactForms).set({ doneAt }).where(isIt)
  return { form: contactFormOf({ ...before, doneAt }), hasChanged: true }
}

/** The topic of the deleted message; undefined when there was none. */
export async function deleteContactForm(tx: Queryable, id: string): Promise<string | undefined> {
  const [gone] = await tx
    .delete(contactForms)
    .where(eq(contactForms.id, id))
    .returning({ topic: contactForms.topic })
  return gone?.topic
}

function contactFormOf(row: typeof contactForms.$inferSelect): ContactForm {
  const { id, firstName, lastName, email, topic, message, locale, createdAt, doneAt } = row
  return {
    id,
    first_name: firstName,
    last_name: lastName,
    email,
    topic,
    message,
    locale,
    created_at: secondsOf(createdAt),
    ...(doneAt === null ? {} : { done_at: secondsOf(doneAt) }),
  }
}

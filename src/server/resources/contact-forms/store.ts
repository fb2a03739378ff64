import { randomUUID } from 'node:crypto'
import type { SupportMessage } from '@/domain/support-message'
import { atSeconds } from '@/server/database/client'
import type { Queryable } from '@/server/database/client'
import { enqueueMail } from '@/server/database/job-queue'
import { contactForms } from '@/server/database/schema'

/** Keeps a support message and asks for the mail to the contact mailbox. */
export async function storeSupportMessage(
  tx: Queryable,
  message: SupportMessage,
  { locale, nowSeconds }: { locale: string; nowSeconds: number },
): Promise<{ id: string }> {
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
  return { id }
}

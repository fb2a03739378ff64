import { createHmac } from 'node:crypto'
import { eq, lt, sql } from 'drizzle-orm'
import type { Queryable } from '@/server/database/client'
import { jobs, mailCounts } from '@/server/database/schema'

/** Mails a day (UTC) to an address that did not ask for them itself. */
export const MAILS_A_DAY = 3
/** The last is left for what somebody may wait for: the outcome of a review, a link. */
export const RECEIVED_MAILS_A_DAY = MAILS_A_DAY - 1

/** What was put off is sent in the morning. */
const NEXT_MORNING_HOUR = 8

export interface MailToCount {
  /** Of the job: counted once a day, however often it is tried. */
  dedupeKey: string
  /** The day that the job was counted on before, `YYYY-MM-DD`. */
  countedOn: string | undefined
  to: string
  limit: number
  now: Date
  /** Of the keyed hash that stands for the address. */
  key: Buffer
}

/** Counts a mail before it is sent; false when the address has had its mails of the day, and nothing is counted. */
export async function countMail(db: Queryable, mail: MailToCount): Promise<boolean> {
  const day = dayOf(mail.now)
  if (mail.countedOn === day) return true
  const addressHash = createHmac('sha256', mail.key).update(mailboxOf(mail.to)).digest('base64url')
  // Together: a job that is tried again after a crash knows whether it was counted.
  return db.transaction(async (tx) => {
    const counted = await tx
      .insert(mailCounts)
      .values({ addressHash, day, count: 1 })
      .onConflictDoUpdate({
        target: [mailCounts.addressHash, mailCounts.day],
        set: { count: sql`${mailCounts.count} + 1` },
        setWhere: lt(mailCounts.count, mail.limit),
      })
      .returning({ count: mailCounts.count })
    if (counted.length === 0) return false
    await tx
      .update(jobs)
      .set({ payload: sql`${jobs.payload} || ${JSON.stringify({ countedOn: day })}::jsonb` })
      .where(eq(jobs.dedupeKey, mail.dedupeKey))
    return true
  })
}

/** Where the mail arrives: what follows a plus (RFC 5233) makes many addresses of one mailbox. */
function mailboxOf(address: string): string {
  return address.toLowerCase().replace(/(?<=.)\+[^@]*(?=@)/, '')
}

/** When the address may get mails again. */
export function nextMorning(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1, NEXT_MORNING_HOUR))
}

/** The day of an instant as the table has it. */
export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}

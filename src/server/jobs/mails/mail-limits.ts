import { createHmac } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '@/server/platform/database/client'
import type { DeriveKey } from '@/server/http/auth/signed-token'
import { jobs, mailCounts, users } from '@/server/platform/database/schema'

/**
 * The mails a day (UTC) to one mailbox, of each kind that somebody can cause who only typed the address. Each kind is counted apart, so
 * that what a stranger asks for leaves its owner what they ask for. A new password goes to confirmed addresses alone.
 */
const MAX_A_DAY = { received: 3, confirm: 3, manage: 3, week: 3, reset: 10 } as const
export type MailPurpose = keyof typeof MAX_A_DAY

/** The mails a day that submissions of an account have arrived, to an address that is not its own: a club's, or a stranger's. */
const RECEIVED_BY_ACCOUNT_A_DAY = 10

/** The key of the hash that stands for a mailbox in the counts. */
export const mailCountKey = (deriveKey: DeriveKey): Buffer => deriveKey('mail counts')

interface MailToCount {
  /** The job's key: the mail is counted once a day, however often it is tried. */
  dedupeKey: string
  /** The day that the job was counted on before, `YYYY-MM-DD`. */
  countedOn: string | undefined
  to: string
  purpose: MailPurpose
  now: Date
  key: Buffer
}

/**
 * Counts a mail before it is sent; false beyond the day's limit. One that is tried again on another day is counted there, too, so that
 * nobody piles up mails.
 */
export async function countMail(db: Queryable, mail: MailToCount): Promise<boolean> {
  const day = dayOf(mail.now)
  if (mail.countedOn === day) return true
  // One transaction has both: a job that is tried again after a crash knows whether it was counted.
  return db.transaction(async (tx) => {
    if ((await countOn(tx, mail)) > MAX_A_DAY[mail.purpose]) return false
    await tx
      .update(jobs)
      .set({ payload: sql`${jobs.payload} || ${JSON.stringify({ countedOn: day })}::jsonb` })
      .where(eq(jobs.dedupeKey, mail.dedupeKey))
    return true
  })
}

/**
 * Counts the mail that a submission has arrived, in the transaction that stores it; false when its address has had those of the
 * day, and none may be enqueued.
 */
export async function countReceived(
  tx: Queryable,
  { isByAccount, ...mail }: { to: string; now: Date; key: Buffer; isByAccount: boolean },
): Promise<boolean> {
  const count = await countOn(tx, { ...mail, purpose: 'received' })
  return count <= (isByAccount ? RECEIVED_BY_ACCOUNT_A_DAY : MAX_A_DAY.received)
}

async function countOn(
  tx: Queryable,
  { to, purpose, now, key }: Pick<MailToCount, 'to' | 'purpose' | 'now' | 'key'>,
): Promise<number> {
  const mailbox = createHmac('sha256', key).update(`${purpose} ${mailboxOf(to)}`)
  const [row] = await tx
    .insert(mailCounts)
    .values({ addressHash: mailbox.digest('base64url'), day: dayOf(now), count: 1 })
    .onConflictDoUpdate({
      target: [mailCounts.addressHash, mailCounts.day],
      set: { count: sql`${mailCounts.count} + 1` },
    })
    .returning({ count: mailCounts.count })
  return row?.count ?? 1
}

/** The mailbox in which the mail arrives: what follows a plus (RFC 5233) makes many addresses of one mailbox. */
function mailboxOf(address: string): string {
  return address.toLowerCase().replace(/(?<=.)\+[^@]*(?=@)/, '')
}

export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}

/**
 * The contact address of an event is its submitter's own if it is the confirmed one of the account. Any other address was
 * only typed by somebody, who may be anybody.
 */
export async function isOwnAddress(
  db: Queryable,
  { userId, email }: { userId: string | null; email: string },
): Promise<boolean> {
  if (userId === null) return false
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.email, email.toLowerCase())))
  return found.length > 0
}

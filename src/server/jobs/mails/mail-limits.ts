import { createHmac } from 'node:crypto'
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Queryable } from '@/server/platform/database/client'
import { jobs, mailCounts } from '@/server/platform/database/schema'

/** Mails a day (UTC) to a mailbox that did not ask for them itself. */
const MAILS_A_DAY = 4

/**
 * What mails are counted as, and how many of each go to a mailbox a day. What strangers can cause by themselves, by a
 * submission or a registration, leaves one of four for the outcome of a review. A new password for an account is counted
 * apart: its owner waits for it, and nobody else may use it up.
 */
const SHARES = {
  received: { max: 1, isOfAll: true },
  // Two: the first may have got lost, and its owner asks for it again.
  account: { max: 2, isOfAll: true },
  outcome: { max: MAILS_A_DAY, isOfAll: true },
  reset: { max: 10, isOfAll: false },
} as const
export type MailShare = keyof typeof SHARES

/** What was put off is sent in the morning. */
const NEXT_MORNING_HOUR = 8

export interface MailToCount {
  /** Of the job: counted once a day, however often it is tried. */
  dedupeKey: string
  /** The day that the job was counted on before, `YYYY-MM-DD`. */
  countedOn: string | undefined
  to: string
  share: MailShare
  now: Date
  /** Of the keyed hash that stands for the mailbox. */
  key: Buffer
}

/** Counts a mail before it is sent; false when the mailbox has had its mails of the day, and nothing is counted. */
export async function countMail(db: Queryable, mail: MailToCount): Promise<boolean> {
  const day = dayOf(mail.now)
  if (mail.countedOn === day) return true
  const maxima = maximaOf(mail)
  const rows = [...maxima.keys()].map((addressHash) => ({ addressHash, day, count: 0 }))
  // Together: a job that is tried again after a crash knows whether it was counted.
  return db.transaction(async (tx) => {
    // Changes no count, but holds the rows: of several servers one counts at a time.
    const counts = await tx
      .insert(mailCounts)
      .values(rows)
      .onConflictDoUpdate({
        target: [mailCounts.addressHash, mailCounts.day],
        set: { count: sql`${mailCounts.count}` },
      })
      .returning({ addressHash: mailCounts.addressHash, count: mailCounts.count })
    if (counts.some(({ addressHash, count }) => count >= (maxima.get(addressHash) ?? 0))) return false
    await tx
      .update(mailCounts)
      .set({ count: sql`${mailCounts.count} + 1` })
      .where(and(inArray(mailCounts.addressHash, [...maxima.keys()]), eq(mailCounts.day, day)))
    await tx
      .update(jobs)
      .set({ payload: sql`${jobs.payload} || ${JSON.stringify({ countedOn: day })}::jsonb` })
      .where(eq(jobs.dedupeKey, mail.dedupeKey))
    return true
  })
}

/** The most of each count that a mail is one of: of its share, and of all that nobody asked for. */
function maximaOf({ to, share, key }: MailToCount): ReadonlyMap<string, number> {
  const { max, isOfAll } = SHARES[share]
  const hashOf = (name: string) =>
    createHmac('sha256', key)
      .update(`${name} ${mailboxOf(to)}`)
      .digest('base64url')
  return new Map([
    // First, so that two who count for one mailbox wait for each other here.
    ...(isOfAll ? [[hashOf('all'), MAILS_A_DAY] as const] : []),
    [hashOf(share), max],
  ])
}

/** Where the mail arrives: what follows a plus (RFC 5233) makes many addresses of one mailbox. */
function mailboxOf(address: string): string {
  return address.toLowerCase().replace(/(?<=.)\+[^@]*(?=@)/, '')
}

/**
 * Whether another mail like this one waits for the next morning already: one link is enough, and nobody piles up mornings
 * full of them.
 */
export async function waitsAlready(
  db: Queryable,
  { template, id, dedupeKey, now }: { template: string; id: string; dedupeKey: string; now: Date },
): Promise<boolean> {
  const found = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.kind, 'mail'),
        isNull(jobs.doneAt),
        eq(jobs.runAt, nextMorning(now)),
        ne(jobs.dedupeKey, dedupeKey),
        sql`${jobs.payload} @> ${JSON.stringify({ template, id })}::jsonb`,
      ),
    )
    .limit(1)
  return found.length > 0
}

/** When the address may get mails again. */
export function nextMorning(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1, NEXT_MORNING_HOUR))
}

/** The day of an instant as the table has it. */
export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}

import { createHmac } from 'node:crypto'
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Queryable } from '@/server/platform/database/client'
import type { DeriveKey } from '@/server/http/auth/signed-token'
import { jobs, mailCounts, users } from '@/server/platform/database/schema'

/** Mails a day (UTC) about accounts and reviews to a mailbox that did not ask for them itself. */
const MAILS_A_DAY = 4

/** Mails a day that a submission has arrived, whoever says that the address is theirs: each submission of a busy organiser's day. */
const RECEIVED_A_DAY = 10

/**
 * The kinds of counted mails, and how many of each go to a mailbox a day. Mails that anonymous senders can cause by a
 * registration leave two of four for the outcome of a review. The arrival of a submission and a new password for an account are
 * counted apart: its owner waits for it, and nobody else may use it up. On a new device anybody can request a new password; on
 * a known one only its owner, as far as one can know.
 */
const SHARES = {
  received: { max: RECEIVED_A_DAY, isOfAll: false },
  // Received mails without a form token are counted apart: it costs a script nothing to leave that out.
  'received without a token': { max: 1, isOfAll: false },
  // Two may be sent: the first may have got lost, and its owner asks for it again.
  account: { max: 2, isOfAll: true },
  outcome: { max: MAILS_A_DAY, isOfAll: true },
  reset: { max: 10, isOfAll: false },
  'reset on a known device': { max: 10, isOfAll: false },
  // Apart, so that whoever asks for the week in somebody's name leaves them the mails about their account.
  week: { max: 2, isOfAll: false },
} as const
type Share = keyof typeof SHARES
/**
 * The shares of mails that are counted when they are sent. Whether a submission's arrival is mailed is decided when it arrives,
 * and said then.
 */
export type MailShare = Exclude<Share, 'received' | 'received without a token'>

/** The key of the hash that stands for a mailbox in the counts. */
export const mailCountKey = (deriveKey: DeriveKey): Buffer => deriveKey('mail counts')

const NEXT_MORNING_HOUR = 8

export interface MailToCount {
  /** The job's key: the mail is counted once a day, however often it is tried. */
  dedupeKey: string
  /** The day that the job was counted on before, `YYYY-MM-DD`. */
  countedOn: string | undefined
  to: string
  share: MailShare
  now: Date
  key: Buffer
}

/** Counts a mail before it is sent; false when the mailbox has had its mails of the day, and nothing is counted. */
export async function countMail(db: Queryable, mail: MailToCount): Promise<boolean> {
  const day = dayOf(mail.now)
  if (mail.countedOn === day) return true
  // One transaction has both: a job that is tried again after a crash knows whether it was counted.
  return db.transaction(async (tx) => {
    if (!(await countOn(tx, day, maximaOf(mail, [mail.share])))) return false
    await tx
      .update(jobs)
      .set({ payload: sql`${jobs.payload} || ${JSON.stringify({ countedOn: day })}::jsonb` })
      .where(eq(jobs.dedupeKey, mail.dedupeKey))
    return true
  })
}

/**
 * Counts the mail that a submission has arrived, in the transaction that stores it; false when its address has had those of the
 * day, and none may be enqueued. Without a form token the submission is a script's, as far as one can know.
 */
export async function countReceived(
  tx: Queryable,
  { hasFormToken, ...mail }: { to: string; now: Date; key: Buffer; hasFormToken: boolean },
): Promise<boolean> {
  const shares: readonly Share[] = hasFormToken ? ['received'] : ['received', 'received without a token']
  return countOn(tx, dayOf(mail.now), maximaOf(mail, shares))
}

/** Adds one to each count of a day; changes nothing, and is false, when one of them has reached its maximum. */
async function countOn(tx: Queryable, day: string, maxima: ReadonlyMap<string, number>): Promise<boolean> {
  const rows = [...maxima.keys()].map((addressHash) => ({ addressHash, day, count: 0 }))
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
  return true
}

/** The most of each count that a mail is one of: of its shares, and of all that nobody asked for. */
function maximaOf(
  { to, key }: { to: string; key: Buffer },
  shares: readonly Share[],
): ReadonlyMap<string, number> {
  const hashOf = (name: string) =>
    createHmac('sha256', key)
      .update(`${name} ${mailboxOf(to)}`)
      .digest('base64url')
  return new Map([
    // First, so that two who count for one mailbox wait for each other here.
    ...(shares.some((share) => SHARES[share].isOfAll) ? [[hashOf('all'), MAILS_A_DAY] as const] : []),
    ...shares.map((share) => [hashOf(share), SHARES[share].max] as const),
  ])
}

/** The mailbox in which the mail arrives: what follows a plus (RFC 5233) makes many addresses of one mailbox. */
function mailboxOf(address: string): string {
  return address.toLowerCase().replace(/(?<=.)\+[^@]*(?=@)/, '')
}

/**
 * Whether another mail with such a link waits for the next morning already: one link is enough, and nobody piles up mornings
 * full of them.
 */
export async function isAlreadyPutOff(
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

export function nextMorning(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1, NEXT_MORNING_HOUR))
}

export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}

/**
 * Whether the contact address of an event is the confirmed one of the account that submitted it. Any other address was
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

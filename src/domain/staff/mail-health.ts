/** How the mail queue is: mails leave, some leave late, none leaves. */
export const MAIL_HEALTHS = ['fine', 'delayed', 'failing'] as const
export type MailHealth = (typeof MAIL_HEALTHS)[number]

/** A mail that could have been sent for so long, and was not even tried, is late. */
export const OVERDUE_SECONDS = 5 * 60
/** When none has left for so long while some should have, it is the mail server and not a mailbox. */
const FAILING_SECONDS = 60 * 60

interface MailQueue {
  /** When the oldest of those was enqueued that failed and are tried again, or are overdue; undefined without one. */
  lateSince: number | undefined
  /** When a mail was last sent; undefined when none was. */
  lastSentAt: number | undefined
  nowSeconds: number
}

export function mailHealth({ lateSince, lastSentAt, nowSeconds }: MailQueue): MailHealth {
  if (lateSince === undefined) return 'fine'
  const before = nowSeconds - FAILING_SECONDS
  return lateSince <= before && (lastSentAt === undefined || lastSentAt <= before) ? 'failing' : 'delayed'
}

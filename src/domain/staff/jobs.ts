export const MAIL_TEMPLATES = [
  'submission-received',
  'decisions',
  'manage-link',
  'support-message',
  'confirm-email',
  'reset-password',
  'account-suspended',
  'account-reinstated',
  'account-deleted',
  'second-factor-changed',
  'provider-connected',
  'week-confirm',
] as const
export type MailTemplate = (typeof MAIL_TEMPLATES)[number]

export const JOB_NAMES = [
  ...MAIL_TEMPLATES.map((template) => `mail:${template}` as const),
  'push',
  'web-push',
  'reading',
  'week',
  'week-mail',
] as const
export type JobName = (typeof JOB_NAMES)[number]

export function jobName(kind: string, dedupeKey: string): JobName | undefined {
  const name = kind === 'mail' ? dedupeKey.split(':').slice(0, 2).join(':') : kind
  return JOB_NAMES.find((known) => known === name)
}

export const MAIL_HEALTHS = ['fine', 'delayed', 'failing'] as const
export type MailHealth = (typeof MAIL_HEALTHS)[number]

/** A mail that could have been sent for so long, and was not even tried, is late. */
export const OVERDUE_SECONDS = 5 * 60
/** When none has left for so long while some should have, it is the mail server and not a mailbox. */
const FAILING_SECONDS = 60 * 60

interface MailQueue {
  /** When the oldest of those was enqueued that failed and are tried again, or are overdue; undefined without one. */
  lateSince: number | undefined
  lastSentAt: number | undefined
  nowSeconds: number
}

export function mailHealth({ lateSince, lastSentAt, nowSeconds }: MailQueue): MailHealth {
  if (lateSince === undefined) return 'fine'
  const before = nowSeconds - FAILING_SECONDS
  return lateSince <= before && (lastSentAt === undefined || lastSentAt <= before) ? 'failing' : 'delayed'
}

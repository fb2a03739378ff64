/** Templates of the mails there are; each is written from the row that its job names, when it is sent. */
export const MAIL_TEMPLATES = [
  'submission-received',
  'submission-approved',
  'submission-rejected',
  'manage-link',
  'proposal-approved',
  'proposal-rejected',
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

/** The name of a job's work: its kind, and for a mail its template. */
export const JOB_NAMES = [
  ...MAIL_TEMPLATES.map((template) => `mail:${template}` as const),
  'push',
  'web-push',
  'reminder',
  'maintenance',
  'reading',
  'week',
  'week-mail',
] as const
export type JobName = (typeof JOB_NAMES)[number]

/** The name of a stored job; undefined for one of another version. A mail's key begins with it. */
export function jobName(kind: string, dedupeKey: string): JobName | undefined {
  const name = kind === 'mail' ? dedupeKey.split(':').slice(0, 2).join(':') : kind
  return JOB_NAMES.find((known) => known === name)
}

import type { AppOptions } from './app-options'
import type { DeriveKey } from './http/auth/derived-key'
import type { EventLinks } from './http/security/event-links'
import type { WeekLinks } from './http/security/week-links'
import type { JobKind } from './jobs/job-runner'
import type { Maintenance } from './jobs/maintenance'
import type { SourceAccess } from './modules/import/preview-import'
import { mailCountKey } from './jobs/mails/mail-limits'
import { mailJobs } from './jobs/mails/send-mail'
import { pushJobs } from './jobs/send-push'
import { reminderJobs } from './jobs/send-reminder'
import { webPushJobs } from './jobs/send-web-push'
import { weekJobs, weekMailJobs } from './modules/events/week-mail/week-mail-jobs'
import { nightlyReadings } from './modules/import/nightly-reading'

interface JobDeps extends Pick<AppOptions, 'db' | 'mailer' | 'config' | 'log' | 'push' | 'webPush'> {
  eventLinks: EventLinks
  weekLinks: WeekLinks
  deriveKey: DeriveKey
  maintenance: Maintenance
  sources: SourceAccess
}

/** The work of each kind of job, by the name that the queue has for it. */
export function jobKinds({
  db,
  mailer,
  config,
  log,
  push,
  webPush,
  eventLinks,
  weekLinks,
  deriveKey,
  maintenance,
  sources,
}: JobDeps): Record<string, JobKind> {
  const mailDeps = { db, mailer, origin: config.publicOrigin ?? config.mailOrigin, weekLinks }
  return {
    mail: mailJobs({ ...mailDeps, links: eventLinks, countKey: mailCountKey(deriveKey), log }),
    push: pushJobs({ db, push }),
    reminder: reminderJobs({ db, webPush }),
    'web-push': webPushJobs({ db, webPush }),
    maintenance: maintenance.job,
    reading: nightlyReadings({ db, ...sources }),
    week: weekJobs({ db }),
    'week-mail': weekMailJobs(mailDeps),
  }
}

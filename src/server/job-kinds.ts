import * as z from 'zod/mini'
import type { DeriveKey } from '@/server/http/auth/signed-token'
import type { EventLinks, WeekLinks } from '@/server/http/security/event-links'
import type { JobKind } from '@/server/jobs/job-runner'
import { readAgain } from '@/server/modules/import/import-events'
import type { SourceAccess } from '@/server/modules/import/read-source'
import { mailCountKey } from '@/server/jobs/mails/mail-limits'
import { mailJobs } from '@/server/jobs/mails/send-mail'
import { pushJobs, webPushJobs } from '@/server/modules/push/routes'
import { weekJobs, weekMailJobs } from '@/server/modules/events/week-mail'
import type { Database } from '@/server/platform/database/client'
import type { ProgrammeInMemory } from '@/server/platform/database/events/programme-in-memory'
import type { AppOptions } from './app-options'

interface JobDeps extends Pick<AppOptions, 'db' | 'mailer' | 'config' | 'log' | 'push' | 'webPush'> {
  programme: ProgrammeInMemory
  eventLinks: EventLinks
  weekLinks: WeekLinks
  deriveKey: DeriveKey
  sources: SourceAccess
}

export function jobKinds({
  db,
  mailer,
  config,
  log,
  push,
  webPush,
  programme,
  eventLinks,
  weekLinks,
  deriveKey,
  sources,
}: JobDeps): Record<string, JobKind> {
  const mailDeps = { db, mailer, origin: config.publicOrigin ?? config.mailOrigin, weekLinks }
  return {
    mail: mailJobs({ ...mailDeps, links: eventLinks, countKey: mailCountKey(deriveKey), log }),
    push: pushJobs({ db, push }),
    'web-push': webPushJobs({ db, webPush }),
    reading: nightlyReadings({ db, ...sources }),
    week: weekJobs({ db }),
    'week-mail': weekMailJobs({ ...mailDeps, programme }),
  }
}

interface NightlyDeps extends SourceAccess {
  db: Database
}

/** A reading that a stop has cut short is due again after this, for another server or the next start. */
const CUT_SHORT_MS = 60_000

const nightlyReadingPayloadSchema = z.object({ source_id: z.string() })

/** Reads a calendar as a person does: what is ticked is stored (`jobs/maintenance` enqueues it). */
function nightlyReadings({ db, ...access }: NightlyDeps): JobKind {
  return {
    async run({ payload, now }) {
      const later = { until: new Date(now.getTime() + CUT_SHORT_MS) }
      if (access.closing.aborted) return later
      const { source_id: id } = nightlyReadingPayloadSchema.parse(payload)
      try {
        await readAgain(db, id, { ...access, nowSeconds: Math.floor(now.getTime() / 1000) })
      } catch (error) {
        // A reading that a stop has cut short says nothing about the calendar.
        if (access.closing.aborted) return later
        throw error
      }
    },
  }
}

import * as z from 'zod/mini'
import { SECOND_FACTOR_CHANGES } from '@/domain/accounts/second-factor'
import type { Queryable } from '@/server/platform/database/client'
import { MAIL_TEMPLATES } from '@/domain/staff/jobs'
import type { MailJob } from '@/server/platform/queue/job-queue'
import { MailAddressError } from '@/server/platform/mail/address'
import type { Mailer } from '@/server/platform/mail/mailer'
import { isNoSuchAddress } from '@/server/platform/mail/smtp-mailer'
import type { EventLinks } from '@/server/http/security/event-links'
import type { WeekLinks } from '@/server/http/security/week-links'
import { identityProvider } from '@/server/platform/database/schema'
import { accountAccessMail } from './account-access-mails'
import { accountDeletedMail, accountMail } from './account-mails'
import type { AddressedMail, MailContext } from './addressed-mail'
import { eventMail, rejectionMail } from './event-mails'
import type { JobKind } from '../job-runner'
import { layOut } from './mail-layout'
import { countMail, nextMorning, isAlreadyPutOff } from './mail-limits'
import { providerConnectedMail } from './provider-mails'
import { secondFactorMail } from './second-factor-mails'
import { supportMail } from './support-mails'
import { weekConfirmMail } from './week-mails'
import type { Log } from '@/server/platform/process/logger'

const payloadSchema = z.object({
  template: z.enum(MAIL_TEMPLATES),
  id: z.uuid(),
  rejection: z.optional(
    z.object({
      email: z.string(),
      locale: z.string(),
      ownTitle: z.optional(z.string()),
      reason: z.nullable(z.string()),
      submittedAt: z.number(),
    }),
  ),
  addressee: z.optional(z.object({ email: z.string(), locale: z.string() })),
  change: z.optional(z.enum(SECOND_FACTOR_CHANGES)),
  provider: z.optional(z.enum(identityProvider.enumValues)),
  reason: z.optional(z.string()),
  isKnownDevice: z.optional(z.boolean()),
  /** The day on which it was counted (mail-limits). */
  countedOn: z.optional(z.string()),
})

interface MailJobDeps {
  db: Queryable
  mailer: Mailer
  /** The origin of our pages. */
  origin: string
  links: EventLinks
  weekLinks: WeekLinks
  /** The key of the hash that stands for an address in the counts. */
  countKey: Buffer
  log: Log<'info'>
}

/** Jobs of the kind 'mail': written from the rows as they are when it is sent. */
export function mailJobs({ db, mailer, origin, links, weekLinks, countKey: key, log }: MailJobDeps): JobKind {
  return {
    async run({ payload, dedupeKey, now }) {
      const { countedOn, ...job } = payloadSchema.parse(payload)
      const mail = await render(db, job, { origin, now, links, weekLinks })
      if (mail === undefined) return
      const { to, limit } = mail
      if (
        limit !== undefined &&
        !(await countMail(db, { dedupeKey, countedOn, to, share: limit.share, now, key }))
      ) {
        // Of links one is enough; each outcome of a review is said.
        const isPutOff =
          limit.beyond === 'put-off' &&
          (limit.share === 'outcome' || !(await isAlreadyPutOff(db, { ...job, dedupeKey, now })))
        const outcome = isPutOff ? 'put-off' : 'drop'
        log.info({ template: job.template, outcome }, 'an address has had its mails of the day')
        return isPutOff ? { until: nextMorning(now) } : undefined
      }
      await mailer.send({ to: mail.to, key: dedupeKey, ...layOut(await mail.write(), mail.locale) })
    },
    isPermanent: (error) => error instanceof MailAddressError || isNoSuchAddress(error),
    // The address of an account that is nowhere any more.
    leavesNothing: (payload) => payloadSchema.safeParse(payload).data?.addressee !== undefined,
    // A connection that hangs, for minutes as RFC 5321 allows, must not hold up who waits for a new password.
    hasUrgentWorker: true,
    abort: () => mailer.close(),
  }
}

async function render(
  db: Queryable,
  { template, id, rejection, addressee, change, provider, reason, isKnownDevice }: MailJob,
  context: MailContext,
): Promise<AddressedMail | undefined> {
  switch (template) {
    case 'submission-rejected':
      return rejection && rejectionMail(db, id, rejection, context)
    case 'confirm-email':
    case 'reset-password':
      return accountMail(db, template, { id, isKnownDevice }, context)
    case 'account-suspended':
    case 'account-reinstated':
      return accountAccessMail(db, template, id, context)
    case 'account-deleted':
      return addressee && accountDeletedMail(addressee)
    case 'second-factor-changed':
      return change && secondFactorMail(db, id, change)
    case 'provider-connected':
      return provider && providerConnectedMail(db, id, provider)
    case 'support-message':
      return supportMail(db, id)
    case 'week-confirm':
      return weekConfirmMail(db, id, context)
    default:
      return eventMail(db, template, { id, reason }, context)
  }
}

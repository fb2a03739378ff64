import * as z from 'zod/mini'
import type { Queryable } from '@/server/database/client'
import { MAIL_TEMPLATES } from '@/server/database/job-queue'
import type { MailJob } from '@/server/database/job-queue'
import { MailAddressError } from '@/server/mail/address'
import type { Mailer } from '@/server/mail/mailer'
import { isNoSuchAddress } from '@/server/mail/smtp-mailer'
import { accountMail } from './account-mails'
import { eventMail, rejectionMail } from './event-mails'
import type { AddressedMail } from './event-mails'
import type { JobKind } from './job-runner'
import { layOut } from './mail-layout'
import { supportMail } from './support-mails'

const payloadSchema = z.object({
  template: z.enum(MAIL_TEMPLATES),
  id: z.uuid(),
  rejection: z.optional(
    z.object({ email: z.string(), locale: z.string(), title: z.string(), reason: z.nullable(z.string()) }),
  ),
})

/** Jobs of the kind 'mail': written from the rows as they are when it is sent. `origin` is the address of our pages. */
export function mailJobs({ db, mailer, origin }: { db: Queryable; mailer: Mailer; origin: string }): JobKind {
  return {
    async run({ payload, dedupeKey, now }) {
      const mail = await render(db, payloadSchema.parse(payload), { origin, now })
      if (mail === undefined) return
      await mailer.send({ to: mail.to, key: dedupeKey, ...layOut(mail.content, mail.locale) })
    },
    isPermanent: (error) => error instanceof MailAddressError || isNoSuchAddress(error),
    abort: () => mailer.close(),
  }
}

async function render(
  db: Queryable,
  { template, id, rejection }: MailJob,
  context: { origin: string; now: Date },
): Promise<AddressedMail | undefined> {
  if (rejection !== undefined) return rejectionMail(rejection, context.origin)
  switch (template) {
    case 'confirm-email':
    case 'reset-password':
      return accountMail(db, template, id, context)
    case 'support-message':
      return supportMail(db, id)
    default:
      return eventMail(db, template, id, context)
  }
}

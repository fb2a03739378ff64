import * as z from 'zod/mini'
import { eq } from 'drizzle-orm'
import { SECOND_FACTOR_CHANGES } from '@/domain/accounts/account'
import type { SecondFactorChange } from '@/domain/accounts/account'
import type { Queryable } from '@/server/platform/database/client'
import { MAIL_TEMPLATES } from '@/domain/staff/jobs'
import type { MailJob, ProviderName } from '@/server/platform/queue/job-queue'
import { MailAddressError } from '@/server/platform/mail/mailer'
import type { Mailer } from '@/server/platform/mail/mailer'
import { isNoSuchAddress } from '@/server/platform/mail/smtp-mailer'
import type { EventLinks, WeekLinks } from '@/server/http/security/event-links'
import { identityProvider, contactForms, users, weekRequests } from '@/server/platform/database/schema'
import type { JobKind } from '@/server/jobs/job-runner'
import type { Log } from '@/server/platform/process/logger'
import * as m from '@/messages/compiled/messages.js'
import { baseLocale } from '@/messages/compiled/runtime.js'
import type { Locale } from '@/messages/compiled/runtime.js'
import { SITE } from '@/site/site'
import { localeOf } from '@/messages/error-text'
import { accountDeletedMail, accountMail } from './account-mails'
import type { AddressedMail, MailContext, MailContent } from './mail-layout'
import { eventMail, rejectionMail } from './event-mails'
import { layOut } from './mail-layout'
import { countMail, nextMorning, isAlreadyPutOff } from './mail-limits'

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
  countedOn: z.optional(z.string()),
})

interface MailJobDeps {
  db: Queryable
  mailer: Mailer
  origin: string
  links: EventLinks
  weekLinks: WeekLinks
  countKey: Buffer
  log: Log<'info'>
}

/** Jobs of the kind 'mail': written from the rows as they are when it is sent. */
export function mailJobs({ db, mailer, origin, links, weekLinks, countKey: key, log }: MailJobDeps): JobKind {
  return {
    async run({ id, payload, dedupeKey, now }) {
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
      // An event that is submitted again has another job of the same name, and another mail.
      const messageKey = `${dedupeKey}:${id}`
      await mailer.send({ to: mail.to, key: messageKey, ...layOut(await mail.write(), mail.locale) })
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
    // The team has decided otherwise while the mail waited: it is not sent.
    case 'account-suspended':
      return ownersMail(db, id, (locale, { suspendedAt }) => (suspendedAt ? suspended(locale) : undefined))
    case 'account-reinstated':
      return ownersMail(db, id, (locale, { suspendedAt }) =>
        suspendedAt ? undefined : reinstated(locale, context.origin),
      )
    case 'account-deleted':
      return addressee && accountDeletedMail(addressee)
    case 'second-factor-changed':
      return change && ownersMail(db, id, (locale) => secondFactorChanged(change, locale))
    case 'provider-connected':
      return provider && ownersMail(db, id, (locale) => providerConnected(provider, locale))
    case 'support-message':
      return supportMail(db, id)
    case 'week-confirm':
      return weekConfirmMail(db, id, context)
    default:
      return eventMail(db, template, { id, reason }, context)
  }
}

/** A support message to the team's mailbox (rules 11), in the team's language; undefined when it was deleted. */
async function supportMail(db: Queryable, id: string): Promise<AddressedMail | undefined> {
  const [form] = await db.select().from(contactForms).where(eq(contactForms.id, id))
  if (form === undefined) return undefined
  const locale = baseLocale
  const name = `${form.firstName} ${form.lastName}`
  return {
    to: SITE.contactMailbox,
    locale,
    write: () => ({
      subject: m.mail_support_subject({ topic: form.topic, name }, { locale }),
      paragraphs: [
        m.mail_support_from({ name, email: form.email }, { locale }),
        m.mail_support_language({ language: form.locale }, { locale }),
        form.message,
      ],
      footnote: m.mail_support_reason({}, { locale }),
    }),
  }
}

const TEXTS = {
  google: { subject: m.mail_google_connected_subject, body: m.mail_google_connected_body },
  apple: { subject: m.mail_apple_connected_subject, body: m.mail_apple_connected_body },
} as const satisfies Record<ProviderName, unknown>

/** A mail to the owner of an account, in their language; undefined when `content` has nothing to say any more, or the account is gone. */
async function ownersMail(
  db: Queryable,
  userId: string,
  content: (locale: Locale, user: typeof users.$inferSelect) => MailContent | undefined,
): Promise<AddressedMail | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  const locale = localeOf(user?.locale ?? '')
  const mail = user && content(locale, user)
  return mail && { to: user.email, locale, write: () => mail }
}

/** A provider signs in to an account because it vouches for the account's address: whoever did not do it must hear of it. */
function providerConnected(provider: ProviderName, locale: Locale): MailContent {
  const { subject, body } = TEXTS[provider]
  return {
    subject: subject({}, { locale }),
    paragraphs: [
      body({ site: SITE.name }, { locale }),
      m.mail_connected_not_you({ mailbox: SITE.contactMailbox }, { locale }),
    ],
    footnote: m.mail_reason_for_mail_access({ site: SITE.name }, { locale }),
  }
}

/**
 * The link that confirms the week by mail, to an address that anybody may have typed: fixed sentences, and nothing else of what was
 * chosen. Undefined when the request is gone.
 */
async function weekConfirmMail(
  db: Queryable,
  id: string,
  { origin, weekLinks }: Pick<MailContext, 'origin' | 'weekLinks'>,
): Promise<AddressedMail | undefined> {
  const [request] = await db.select().from(weekRequests).where(eq(weekRequests.id, id))
  if (request === undefined) return undefined
  const locale = localeOf(request.locale)
  return {
    to: request.email,
    locale,
    limit: { share: 'week', beyond: 'drop' },
    write: () => ({
      subject: m.mail_week_confirm_subject({}, { locale }),
      paragraphs: [
        m.mail_week_confirm_body({ village: SITE.village, site: SITE.name }, { locale }),
        m.mail_week_confirm_lasts({}, { locale }),
      ],
      link: {
        label: m.mail_week_confirm_link({}, { locale }),
        // The token is in the fragment, which no server sees: neither a log nor another page gets it.
        url: `${origin}/week-mail#confirm=${id}.${weekLinks.tokenOf('confirm', id)}`,
      },
      footnote: m.mail_week_confirm_reason({}, { locale }),
    }),
  }
}

const SENTENCES = {
  'passkey-added': m.second_factor_mail_passkey_added,
  'passkey-removed': m.second_factor_mail_passkey_removed,
  'totp-added': m.second_factor_mail_totp_added,
  'totp-removed': m.second_factor_mail_totp_removed,
  'recovery-codes-made': m.second_factor_mail_codes_made,
  'recovery-code-used': m.second_factor_mail_code_used,
  reset: m.second_factor_mail_reset,
} as const satisfies Record<SecondFactorChange, unknown>

/** An administrator's sign-in was changed: the owner must learn of it if somebody else did it. */
function secondFactorChanged(change: SecondFactorChange, locale: Locale): MailContent {
  return {
    subject: m.second_factor_mail_subject({}, { locale }),
    paragraphs: [
      SENTENCES[change]({}, { locale }),
      m.second_factor_mail_not_you({ mailbox: SITE.contactMailbox }, { locale }),
    ],
    footnote: m.second_factor_mail_reason({ site: SITE.name }, { locale }),
  }
}

/** A suspended owner learns how to object. */
function suspended(locale: Locale): MailContent {
  return {
    subject: m.mail_suspended_subject({}, { locale }),
    paragraphs: [
      m.mail_suspended_body({ site: SITE.name }, { locale }),
      m.mail_suspended_objection({ mailbox: SITE.contactMailbox }, { locale }),
    ],
    footnote: m.mail_reason_for_mail_access({ site: SITE.name }, { locale }),
  }
}

function reinstated(locale: Locale, origin: string): MailContent {
  return {
    subject: m.mail_reinstated_subject({}, { locale }),
    paragraphs: [m.mail_reinstated_body({ site: SITE.name }, { locale })],
    link: { label: m.mail_reinstated_link({}, { locale }), url: `${origin}/login` },
    footnote: m.mail_reason_for_mail_access({ site: SITE.name }, { locale }),
  }
}

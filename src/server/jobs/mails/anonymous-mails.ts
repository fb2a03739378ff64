import { VISITORS_EVENT_DAYS } from '@/domain/accounts/retention'
import { submissionReference } from '@/domain/submissions/submission-reference'
import * as m from '@/messages/compiled/messages.js'
import { localeOf } from '@/messages/locale-of'
import type { Locale } from '@/messages/compiled/runtime.js'
import { secondsOf } from '@/server/platform/database/client'
import type { MailTemplate } from '@/domain/staff/jobs'
import { SITE } from '@/site/site'
import type { AddressedMail, MailContent, MailContext } from './addressed-mail'
import { dayText } from './mail-dates'

export type EventMail = Extract<
  MailTemplate,
  'submission-received' | 'submission-approved' | 'submission-rejected' | ManageMail
>
/** Mails about the organiser's link, which only events without an account have. */
export type ManageMail = Extract<MailTemplate, 'manage-link' | 'proposal-approved' | 'proposal-rejected'>

interface Submission {
  id: string
  email: string
  locale: string
  /** Why it was rejected, in the team's own words; null when they gave none. */
  reason: string | null
  submittedAt: Date
  /** Whether no account owns it: it is deleted when nobody decides on it in time (retention), and changed by the link of its mails. */
  isUnowned?: boolean
}

/**
 * A mail about an event to an address that somebody typed: fixed sentences and a link, nothing of what was submitted. Whoever
 * has the mail sees the event by its link.
 */
export function anonymousMail(
  template: EventMail,
  submission: Submission,
  context: MailContext,
): AddressedMail {
  const locale = localeOf(submission.locale)
  return {
    to: submission.email,
    locale,
    write: () => CONTENT[template](submission, context, locale),
    // That it has arrived was counted when it did.
    ...LIMITS[template],
  }
}

const OUTCOME = { limit: { share: 'outcome', beyond: 'put-off' } } as const

const LIMITS: Record<EventMail, Pick<AddressedMail, 'limit'>> = {
  'submission-received': {},
  'submission-approved': OUTCOME,
  'submission-rejected': OUTCOME,
  // Somebody asked for it, and may ask again tomorrow.
  'manage-link': { limit: { share: 'account', beyond: 'drop' } },
  'proposal-approved': OUTCOME,
  'proposal-rejected': OUTCOME,
}

/** The organiser's link, with its token in the fragment, which no server sees: neither a log nor another page gets it. */
function manageUrl({ id, email }: Submission, { origin, links }: MailContext): string {
  return `${origin}/manage/${id}#${links.manageTokenOf({ id, email })}`
}

const manageLink = (submission: Submission, context: MailContext, locale: Locale) => ({
  label: m.mail_manage_link({}, { locale }),
  url: manageUrl(submission, context),
})

const secondLink = (submission: Submission, context: MailContext, locale: Locale) =>
  submission.isUnowned === true ? manageLink(submission, context, locale) : undefined

/** The links of a rejection: without an account the event is changed and submitted again by its organiser's link. */
function rejectionLinks(submission: Submission, context: MailContext, locale: Locale) {
  const link = { label: m.mail_anonymous_link({}, { locale }), url: linkTo(submission, context) }
  if (submission.isUnowned !== true) return { link }
  const again = { label: m.mail_rejected_edit({}, { locale }), url: manageUrl(submission, context) }
  return { link: again, secondLink: link }
}

const linkTo = ({ id }: Submission, { origin, links, now }: MailContext) =>
  `${origin}/events/${id}?token=${links.tokenOf(id, secondsOf(now))}`

/** Tells several submissions of an address apart: 'no. A1B2-C3D4, June 15, 2026'. */
function whichText({ id, submittedAt }: Submission, locale: Locale): string {
  const number = m.mail_submission_number({ number: submissionReference(id) }, { locale })
  return `${number}, ${dayText(submittedAt, locale)}`
}

const CONTENT: Record<
  EventMail,
  (submission: Submission, context: MailContext, locale: Locale) => MailContent
> = {
  'submission-received': (submission, context, locale) => ({
    subject: m.mail_anonymous_received_subject({ which: whichText(submission, locale) }, { locale }),
    paragraphs: [
      m.mail_anonymous_received_body({ site: SITE.name }, { locale }),
      m.mail_anonymous_progress({}, { locale }),
      ...(submission.isUnowned === true
        ? [m.mail_anonymous_expiry({ days: VISITORS_EVENT_DAYS }, { locale })]
        : []),
    ],
    link: { label: m.mail_anonymous_link({}, { locale }), url: linkTo(submission, context) },
    secondLink: secondLink(submission, context, locale),
    footnote: m.mail_reason_for_mail_anonymous({}, { locale }),
  }),
  'submission-approved': (submission, context, locale) => ({
    subject: m.mail_anonymous_approved_subject({ which: whichText(submission, locale) }, { locale }),
    paragraphs: [m.mail_anonymous_approved_body({ site: SITE.name }, { locale })],
    // Everybody may see it now: an address that may be passed on.
    link: { label: m.mail_anonymous_approved_link({}, { locale }), url: publicUrl(submission, context) },
    secondLink: secondLink(submission, context, locale),
    footnote: m.mail_reason_for_mail_anonymous({}, { locale }),
  }),
  'submission-rejected': (submission, context, locale) => ({
    subject: m.mail_anonymous_rejected_subject({ which: whichText(submission, locale) }, { locale }),
    paragraphs: [
      m.mail_anonymous_rejected_body({ site: SITE.name }, { locale }),
      ...(submission.reason === null
        ? []
        : [m.mail_rejected_reason({ reason: submission.reason }, { locale })]),
      m.mail_rejected_again({}, { locale }),
    ],
    ...rejectionLinks(submission, context, locale),
    footnote: m.mail_reason_for_mail_anonymous({}, { locale }),
  }),
  'manage-link': (submission, context, locale) => ({
    subject: m.mail_manage_subject({ which: whichText(submission, locale) }, { locale }),
    paragraphs: [m.mail_manage_body({ site: SITE.name }, { locale }), m.mail_manage_keep({}, { locale })],
    link: manageLink(submission, context, locale),
    footnote: m.mail_reason_for_mail_anonymous({}, { locale }),
  }),
  'proposal-approved': (submission, context, locale) => ({
    subject: m.mail_proposal_approved_subject({ which: whichText(submission, locale) }, { locale }),
    paragraphs: [m.mail_proposal_approved_body({ site: SITE.name }, { locale })],
    link: { label: m.mail_anonymous_approved_link({}, { locale }), url: publicUrl(submission, context) },
    secondLink: secondLink(submission, context, locale),
    footnote: m.mail_reason_for_mail_anonymous({}, { locale }),
  }),
  'proposal-rejected': (submission, context, locale) => ({
    subject: m.mail_proposal_rejected_subject({ which: whichText(submission, locale) }, { locale }),
    paragraphs: [
      m.mail_proposal_rejected_body({ site: SITE.name }, { locale }),
      ...(submission.reason === null
        ? []
        : [m.mail_rejected_reason({ reason: submission.reason }, { locale })]),
    ],
    link: { label: m.mail_anonymous_approved_link({}, { locale }), url: publicUrl(submission, context) },
    secondLink: secondLink(submission, context, locale),
    footnote: m.mail_reason_for_mail_anonymous({}, { locale }),
  }),
}

function publicUrl({ id }: Submission, { origin }: MailContext): string {
  return `${origin}/events/${id}`
}

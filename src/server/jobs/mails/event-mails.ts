import { eq } from 'drizzle-orm'
import { firstScheduleOf, schedulesOf } from '@/domain/timetables/schedule'
import type { Schedule } from '@/domain/timetables/schedule'
import { submissionReference } from '@/domain/submissions/submission-limits'
import type { Timetable } from '@/domain/timetables/timetable'
import * as m from '@/messages/compiled/messages.js'
import { localeOf } from '@/messages/error-text'
import type { Locale } from '@/messages/compiled/runtime.js'
import { atSeconds, secondsOf } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import type { Rejection } from '@/server/platform/queue/job-queue'
import { events } from '@/server/platform/database/schema'
import { VISITORS_EVENT_DAYS } from '@/domain/accounts/account'
import type { MailTemplate } from '@/domain/staff/jobs'
import { SITE } from '@/site/site'
import type { AddressedMail, MailContent, MailContext } from './mail-layout'
import { isOwnAddress } from './mail-limits'

type StoredEvent = typeof events.$inferSelect

/**
 * A mail to the contact address of an event, in its submitter's language; undefined when the event or its address is gone. The
 * submitter's own words go only to an address that is known to be theirs: otherwise anybody could send any text in our name to anybody.
 */
export async function eventMail(
  db: Queryable,
  template: Exclude<EventMail, 'submission-rejected'>,
  { id: eventId, reason: givenReason }: { id: string; reason?: string | undefined },
  context: MailContext,
): Promise<AddressedMail | undefined> {
  const [event] = await db.select().from(events).where(eq(events.id, eventId))
  if (event === undefined || event.email === '') return undefined
  const { email } = event
  const isOwn = await isOwnAddress(db, event)
  const reason = givenReason ?? null
  // An account gets the same words: its link was asked for without one, and a proposal may have been made without.
  if (isManageMail(template) || !isOwn)
    return anonymousMail(
      template,
      {
        id: eventId,
        email,
        reason,
        locale: event.locale,
        submittedAt: event.createdAt,
        hasManageLink: event.userId === null || isOwn,
      },
      context,
    )
  const locale = localeOf(event.locale)
  const facts = factsOf(event, context.now, locale)
  return { to: email, locale, write: () => CONTENT[template](event, facts, context.origin, locale) }
}

/**
 * The mail of a rejection, whether or not the event is still there: if it is, its account changes it in the form and submits it again.
 */
export async function rejectionMail(
  db: Queryable,
  eventId: string,
  { email, locale: stored, reason, ownTitle: title, submittedAt }: Rejection,
  context: MailContext,
): Promise<AddressedMail | undefined> {
  if (email === '') return undefined
  const [event] = await db.select({ userId: events.userId }).from(events).where(eq(events.id, eventId))
  if (title === undefined)
    return anonymousMail(
      'submission-rejected',
      {
        id: eventId,
        email,
        reason,
        locale: stored,
        submittedAt: atSeconds(submittedAt),
        hasManageLink: event?.userId === null,
      },
      context,
    )
  const locale = localeOf(stored)
  return {
    to: email,
    locale,
    write: () => ({
      subject: m.mail_rejected_subject({ title }, { locale }),
      paragraphs: [
        m.mail_rejected_body({ title }, { locale }),
        ...reasonTexts(reason, locale),
        m.mail_rejected_again({}, { locale }),
      ],
      link: event
        ? { label: m.mail_rejected_edit({}, { locale }), url: `${context.origin}/manage/${eventId}` }
        : { label: m.mail_rejected_link({}, { locale }), url: `${context.origin}/add-event` },
      footnote: m.mail_reason_for_mail({}, { locale }),
    }),
  }
}

function reasonTexts(reason: string | null, locale: Locale): string[] {
  return reason === null ? [] : [m.mail_rejected_reason({ reason }, { locale })]
}

function isManageMail(template: EventMail): template is ManageMail {
  return template === 'manage-link' || template === 'proposal-approved' || template === 'proposal-rejected'
}

function factsOf({ id, timetable, locationName }: StoredEvent, now: Date, locale: Locale): string {
  const occurrence = occurrenceToMention(timetable, secondsOf(now))
  return [
    ...(occurrence ? [m.mail_when({ when: occurrenceText(occurrence, locale) }, { locale })] : []),
    m.mail_where({ place: locationName }, { locale }),
    m.mail_number({ number: submissionReference(id) }, { locale }),
  ].join('\n')
}

/** The one under way or the next; the last when all are over. */
function occurrenceToMention(timetable: Timetable, nowSeconds: number): Schedule | undefined {
  return (
    firstScheduleOf(timetable, { from: nowSeconds }) ??
    schedulesOf(timetable, { from: 0, to: nowSeconds }).at(-1)
  )
}

const CONTENT: Record<
  Exclude<EventMail, 'submission-rejected' | ManageMail>,
  (event: StoredEvent, facts: string, origin: string, locale: Locale) => MailContent
> = {
  'submission-received': ({ title }, facts, _origin, locale) => ({
    subject: m.mail_received_subject({ title }, { locale }),
    paragraphs: [m.mail_received_body({ title }, { locale }), facts],
    footnote: m.mail_reason_for_mail({}, { locale }),
  }),
  'submission-approved': ({ id, title }, facts, origin, locale) => ({
    subject: m.mail_approved_subject({ title }, { locale }),
    paragraphs: [m.mail_approved_body({ title }, { locale }), facts],
    link: { label: m.mail_approved_link({}, { locale }), url: `${origin}/events/${id}` },
    footnote: m.mail_reason_for_mail({}, { locale }),
  }),
}

type EventMail = Extract<
  MailTemplate,
  'submission-received' | 'submission-approved' | 'submission-rejected' | ManageMail
>
/** Mails about the organiser's link and what was proposed. */
type ManageMail = Extract<MailTemplate, 'manage-link' | 'proposal-approved' | 'proposal-rejected'>

interface Submission {
  id: string
  email: string
  locale: string
  /** Why it was rejected, in the team's own words; null when they gave none. */
  reason: string | null
  submittedAt: Date
  /** Whether the link to change it goes to this address: no account owns it, or one with this very address. */
  hasManageLink: boolean
}

/**
 * A mail about an event to an address that somebody typed: fixed sentences and a link, nothing of what was submitted. Whoever
 * has the mail sees the event by its link.
 */
function anonymousMail(template: EventMail, submission: Submission, context: MailContext): AddressedMail {
  const locale = localeOf(submission.locale)
  return {
    to: submission.email,
    locale,
    write: () => ({
      ...ANONYMOUS_CONTENT[template](submission, context, locale),
      footnote: m.mail_reason_for_mail_anonymous({}, { locale }),
    }),
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
  submission.hasManageLink ? manageLink(submission, context, locale) : undefined

/** The links of a rejection: without an account the event is changed and submitted again by its organiser's link. */
function rejectionLinks(submission: Submission, context: MailContext, locale: Locale) {
  const link = { label: m.mail_anonymous_link({}, { locale }), url: linkTo(submission, context) }
  if (!submission.hasManageLink) return { link }
  const again = { label: m.mail_rejected_edit({}, { locale }), url: manageUrl(submission, context) }
  return { link: again, secondLink: link }
}

const linkTo = ({ id }: Submission, { origin, links, now }: MailContext) =>
  `${origin}/events/${id}?token=${links.tokenOf(id, secondsOf(now))}`

/** Tells several submissions of an address apart: 'no. A1B2-C3D4, June 15, 2026'. */
function submissionText({ id, submittedAt }: Submission, locale: Locale): string {
  const number = m.mail_submission_number({ number: submissionReference(id) }, { locale })
  return `${number}, ${dayText(submittedAt, locale)}`
}

const ANONYMOUS_CONTENT: Record<
  EventMail,
  (submission: Submission, context: MailContext, locale: Locale) => Omit<MailContent, 'footnote'>
> = {
  'submission-received': (submission, context, locale) => ({
    subject: m.mail_anonymous_received_subject({ which: submissionText(submission, locale) }, { locale }),
    paragraphs: [
      m.mail_anonymous_received_body({ site: SITE.name }, { locale }),
      m.mail_anonymous_progress({}, { locale }),
      // No account owns it: retention deletes it when nobody decides on it in time.
      ...(submission.hasManageLink
        ? [m.mail_anonymous_expiry({ days: VISITORS_EVENT_DAYS }, { locale })]
        : []),
    ],
    link: { label: m.mail_anonymous_link({}, { locale }), url: linkTo(submission, context) },
    secondLink: secondLink(submission, context, locale),
  }),
  'submission-approved': (submission, context, locale) => ({
    subject: m.mail_anonymous_approved_subject({ which: submissionText(submission, locale) }, { locale }),
    paragraphs: [m.mail_anonymous_approved_body({ site: SITE.name }, { locale })],
    // Everybody may see it now: an address that may be passed on.
    link: { label: m.mail_anonymous_approved_link({}, { locale }), url: publicUrl(submission, context) },
    secondLink: secondLink(submission, context, locale),
  }),
  'submission-rejected': (submission, context, locale) => ({
    subject: m.mail_anonymous_rejected_subject({ which: submissionText(submission, locale) }, { locale }),
    paragraphs: [
      m.mail_anonymous_rejected_body({ site: SITE.name }, { locale }),
      ...reasonTexts(submission.reason, locale),
      m.mail_rejected_again({}, { locale }),
    ],
    ...rejectionLinks(submission, context, locale),
  }),
  'manage-link': (submission, context, locale) => ({
    subject: m.mail_manage_subject({ which: submissionText(submission, locale) }, { locale }),
    paragraphs: [m.mail_manage_body({ site: SITE.name }, { locale }), m.mail_manage_keep({}, { locale })],
    link: manageLink(submission, context, locale),
  }),
  'proposal-approved': (submission, context, locale) => ({
    subject: m.mail_proposal_approved_subject({ which: submissionText(submission, locale) }, { locale }),
    paragraphs: [m.mail_proposal_approved_body({ site: SITE.name }, { locale })],
    link: { label: m.mail_anonymous_approved_link({}, { locale }), url: publicUrl(submission, context) },
    secondLink: secondLink(submission, context, locale),
  }),
  'proposal-rejected': (submission, context, locale) => ({
    subject: m.mail_proposal_rejected_subject({ which: submissionText(submission, locale) }, { locale }),
    paragraphs: [
      m.mail_proposal_rejected_body({ site: SITE.name }, { locale }),
      ...reasonTexts(submission.reason, locale),
    ],
    link: { label: m.mail_anonymous_approved_link({}, { locale }), url: publicUrl(submission, context) },
    secondLink: secondLink(submission, context, locale),
  }),
}

function publicUrl({ id }: Submission, { origin }: MailContext): string {
  return `${origin}/events/${id}`
}

/** When something takes place, in village time: `Saturday, June 20, 2026 at 9:00 PM`; all-day ones without a time. */
function occurrenceText({ start_time, is_all_day }: Schedule, locale: Locale): string {
  const timeStyle = is_all_day ? {} : { timeStyle: 'short' as const }
  return formatOf(locale, { dateStyle: 'full', ...timeStyle }).format(start_time * 1000)
}

/** The village's day of an instant: `June 20, 2026`. */
function dayText(instant: Date, locale: Locale): string {
  return formatOf(locale, { dateStyle: 'long' }).format(instant)
}

function formatOf(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale === 'pt' ? 'pt-PT' : 'en-US', { timeZone: SITE.timeZone, ...options })
}

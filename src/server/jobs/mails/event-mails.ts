import { eq } from 'drizzle-orm'
import { firstScheduleOf, schedulesOf } from '@/domain/timetables/schedule'
import type { Schedule } from '@/domain/timetables/schedule'
import { submissionReference } from '@/domain/submissions/submission-reference'
import type { Timetable } from '@/domain/timetables/timetable'
import * as m from '@/messages/compiled/messages.js'
import { localeOf } from '@/messages/locale-of'
import type { Locale } from '@/messages/compiled/runtime.js'
import { atSeconds, secondsOf } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import type { Rejection } from '@/server/platform/queue/job-queue'
import { events } from '@/server/platform/database/schema'
import type { AddressedMail, MailContent, MailContext } from './addressed-mail'
import { isOwnAddress } from './own-address'
import { occurrenceText } from './mail-dates'
import { anonymousMail } from './anonymous-mails'
import type { EventMail, ManageMail } from './anonymous-mails'

type StoredEvent = typeof events.$inferSelect

/**
 * A mail to the contact address of an event, in its submitter's language; undefined when the event or its address is gone.
 * The submitter's own words go only to an address that is known to be theirs: otherwise anybody could send any text in
 * our name to anybody.
 */
export async function eventMail(
  db: Queryable,
  template: Exclude<EventMail, 'submission-rejected'>,
  { id: eventId, reason: givenReason }: { id: string; reason?: string | undefined },
  context: MailContext,
): Promise<AddressedMail | undefined> {
  const [event] = await db.select().from(events).where(eq(events.id, eventId))
  if (event === undefined || event.email === '') return undefined
  // An account has claimed it since: its link is dead.
  if (template === 'manage-link' && event.userId !== null) return undefined
  const { email } = event
  const reason = givenReason ?? null
  // An account that has claimed the event meanwhile gets the same words: it was asked for without one.
  if (isManageMail(template) || !(await isOwnAddress(db, event)))
    return anonymousMail(
      template,
      {
        id: eventId,
        email,
        reason,
        locale: event.locale,
        submittedAt: event.createdAt,
        isUnowned: event.userId === null,
      },
      context,
    )
  const locale = localeOf(event.locale)
  const facts = factsOf(event, context.now, locale)
  return { to: email, locale, write: () => CONTENT[template](event, facts, context.origin, locale) }
}

/**
 * The mail of a rejection, whether or not the event is still there: if it is, its account changes it in the form and submits it
 * again.
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
        isUnowned: event?.userId === null,
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
        ...(reason === null ? [] : [m.mail_rejected_reason({ reason }, { locale })]),
        m.mail_rejected_again({}, { locale }),
      ],
      link:
        event !== undefined
          ? {
              label: m.mail_rejected_edit({}, { locale }),
              url: `${context.origin}/add-event?again=${eventId}`,
            }
          : { label: m.mail_rejected_link({}, { locale }), url: `${context.origin}/add-event` },
      footnote: m.mail_reason_for_mail({}, { locale }),
    }),
  }
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

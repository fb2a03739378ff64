import { eq } from 'drizzle-orm'
import { firstScheduleOf, schedulesOf } from '@/domain/timetables/schedule'
import type { Schedule } from '@/domain/timetables/schedule'
import type { Timetable } from '@/domain/timetables/timetable'
import * as m from '@/messages/compiled/messages.js'
import { localeOf } from '@/messages/locale-of'
import type { Locale } from '@/messages/compiled/runtime.js'
import { secondsOf } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import type { Rejection } from '@/server/platform/queue/job-queue'
import { events } from '@/server/platform/database/schema'
import { SITE } from '@/site'
import type { AddressedMail, MailContent, MailContext } from './addressed-mail'
import { isOwnAddress } from './own-address'
import { strangerMail } from './stranger-mails'
import type { EventMail } from './stranger-mails'

type StoredEvent = typeof events.$inferSelect

/**
 * A mail to the contact address of an event, in its submitter's language; undefined when the event or its address is gone.
 * What the submitter wrote goes only to an address that is known to be theirs: otherwise anybody could send any text in
 * our name to anybody.
 */
export async function eventMail(
  db: Queryable,
  template: EventMail,
  eventId: string,
  context: MailContext,
): Promise<AddressedMail | undefined> {
  const [event] = await db.select().from(events).where(eq(events.id, eventId))
  if (event === undefined || event.email === '') return undefined
  const { email, reviewReason: reason } = event
  if (!(await isOwnAddress(db, event)))
    return strangerMail(
      template,
      { id: eventId, email, reason, locale: event.locale, expires: event.userId === null },
      context,
    )
  if (template === 'submission-rejected')
    return rejectionMail(eventId, { email, reason, locale: event.locale, ownTitle: event.title }, context)
  const locale = localeOf(event.locale)
  const facts = factsOf(event, context.now, locale)
  return { to: email, locale, write: () => CONTENT[template](event, facts, context.origin, locale) }
}

/** The mail of a rejection, whether or not the event is still there. */
export function rejectionMail(
  eventId: string,
  { email, locale: stored, reason, ownTitle: title }: Rejection,
  context: MailContext,
): AddressedMail | undefined {
  if (email === '') return undefined
  if (title === undefined)
    return strangerMail('submission-rejected', { id: eventId, email, reason, locale: stored }, context)
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
      link: { label: m.mail_rejected_link({}, { locale }), url: `${context.origin}/add-event` },
      footnote: m.mail_reason_for_mail({}, { locale }),
    }),
  }
}

function factsOf({ timetable, locationName }: StoredEvent, now: Date, locale: Locale): string {
  const occurrence = occurrenceToMention(timetable, secondsOf(now))
  return [
    ...(occurrence ? [m.mail_when({ when: occurrenceText(occurrence, locale) }, { locale })] : []),
    m.mail_where({ place: locationName }, { locale }),
  ].join('\n')
}

/** The one under way or the next; the last when all are over. */
function occurrenceToMention(timetable: Timetable, nowSeconds: number): Schedule | undefined {
  return (
    firstScheduleOf(timetable, { from: nowSeconds }) ??
    schedulesOf(timetable, { from: 0, to: nowSeconds }).at(-1)
  )
}

/** When something takes place, in village time: `Saturday, June 20, 2026 at 9:00 PM`; all-day ones without a time. */
function occurrenceText({ start_time, is_all_day }: Schedule, locale: Locale): string {
  return new Intl.DateTimeFormat(locale === 'pt' ? 'pt-PT' : 'en-US', {
    timeZone: SITE.timeZone,
    dateStyle: 'full',
    ...(is_all_day ? {} : { timeStyle: 'short' as const }),
  }).format(start_time * 1000)
}

const CONTENT: Record<
  Exclude<EventMail, 'submission-rejected'>,
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

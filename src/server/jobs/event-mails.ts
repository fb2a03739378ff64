import { eq } from 'drizzle-orm'
import { firstScheduleOf, schedulesOf } from '@/domain/schedule'
import type { Schedule } from '@/domain/schedule'
import type { Timetable } from '@/domain/timetable'
import * as m from '@/messages/compiled/messages.js'
import { localeOf } from '@/messages/locale-of'
import type { Locale } from '@/messages/compiled/runtime.js'
import { secondsOf } from '@/server/database/client'
import type { Queryable } from '@/server/database/client'
import type { MailTemplate, Rejection } from '@/server/database/job-queue'
import { events } from '@/server/database/schema'
import { SITE } from '@/site'
import type { MailContent } from './mail-layout'

export interface AddressedMail {
  to: string
  locale: Locale
  content: MailContent
}

type EventMail = Extract<MailTemplate, 'submission-received' | 'submission-approved' | 'submission-rejected'>
type StoredEvent = typeof events.$inferSelect

/** A mail to the contact address of an event, in its submitter's language; undefined when the event is gone. */
export async function eventMail(
  db: Queryable,
  template: EventMail,
  eventId: string,
  { origin, now }: { origin: string; now: Date },
): Promise<AddressedMail | undefined> {
  const [event] = await db.select().from(events).where(eq(events.id, eventId))
  if (event === undefined) return undefined
  if (template === 'submission-rejected')
    return rejectionMail({ ...event, reason: event.reviewReason }, origin)
  const locale = localeOf(event.locale)
  const occurrence = occurrenceToMention(event.timetable, secondsOf(now))
  const facts = [
    ...(occurrence ? [m.mail_when({ when: occurrenceText(occurrence, locale) }, { locale })] : []),
    m.mail_where({ place: event.locationName }, { locale }),
  ].join('\n')
  return { to: event.email, locale, content: CONTENT[template](event, facts, origin, locale) }
}

/** The mail of a rejection, whether or not the event is still there. */
export function rejectionMail(
  { email, locale: stored, title, reason }: Rejection,
  origin: string,
): AddressedMail {
  const locale = localeOf(stored)
  return {
    to: email,
    locale,
    content: {
      subject: m.mail_rejected_subject({ title }, { locale }),
      paragraphs: [
        m.mail_rejected_body({ title }, { locale }),
        ...(reason === null ? [] : [m.mail_rejected_reason({ reason }, { locale })]),
        m.mail_rejected_again({}, { locale }),
      ],
      link: { label: m.mail_rejected_link({}, { locale }), url: `${origin}/add-event` },
      footnote: m.mail_reason_for_mail({}, { locale }),
    },
  }
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

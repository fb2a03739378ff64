import { statedFacts } from '@/domain/events/facts/event-facts'
import { completeLink } from '@/domain/events/info-link'
import type { EventLink } from '@/domain/events/info-link'
import { locationName } from '@/domain/places/location-name'
import type { SubmissionInput } from '@/domain/submissions/submission'
import type { Recurrence, Timetable } from '@/domain/timetables/timetable'
import { sentBlocks } from './times/block-times'
import type { EventFormValues, RecurringValues } from './form-values'

export type SubmissionPayload = Omit<SubmissionInput, 'photo'>

interface FormTrace {
  /** The honeypot: a field that no person sees. */
  website: string
  /** How long the form was being filled in, by the monotonic clock. */
  filledInMs: number
}

/**
 * The payload of POST /events (rules 7.3) for the values of the form, valid or not: the domain's schema
 * validates it afterwards. Empty links are dropped, empty times stay empty so that the rules can name them.
 */
export function toSubmission(values: EventFormValues, trace: FormTrace): SubmissionPayload {
  return {
    title: values.title.trim(),
    description: values.description.trim(),
    email: values.email.trim(),
    location_name: locationName(values.place),
    latitude: values.place.latitude,
    longitude: values.place.longitude,
    tag_keys: [...values.tagKeys],
    timetable: toTimetable(values),
    ...toPrice(values),
    ...statedFacts(values.facts),
    info_links: filledLinks(values.links).map(({ link }) => ({
      type: link.type,
      data: completeLink(link.type, link.data),
    })),
    ...(trace.website === '' ? {} : { website: trace.website }),
    filled_in_ms: Math.max(0, Math.round(trace.filledInMs)),
  }
}

/** The links that are sent, each with its row in the form. */
export function filledLinks(links: readonly EventLink[]): { link: EventLink; row: number }[] {
  return links.map((link, row) => ({ link, row })).filter(({ link }) => link.data.trim() !== '')
}

/** A donation has the price 0 as well, for clients that know no more. */
function toPrice({ priceKind, price }: EventFormValues): Pick<SubmissionPayload, 'price' | 'is_donation'> {
  if (priceKind === 'unsaid') return {}
  if (priceKind === 'amount') return { price: toEuros(price) }
  return { price: 0, ...(priceKind === 'donation' && { is_donation: true }) }
}

/** Euros as people type them, with a comma or a point before the cents; not a number for anything else: '1.000' may be a thousand. */
export function toEuros(text: string): number {
  const amount = text.replaceAll(/[\s€]/g, '')
  return /^-?\d+(?:[.,]\d{1,2})?$/.test(amount) ? Number(amount.replace(',', '.')) : Number.NaN
}

function toTimetable(values: EventFormValues): Timetable {
  return values.eventType === 'one-time'
    ? { list: sentBlocks(values.blocks).map(({ block }) => block) }
    : { repeated: toRecurrence(values.recurring) }
}

/** The rule of the values, valid or not. */
export function toRecurrence(values: RecurringValues): Recurrence {
  const period = {
    days: values.days.toSorted((a, b) => a - b),
    period_start_date: values.periodStartDate,
    period_end_date: values.periodEndDate,
  }
  if (values.isAllDay) return { ...period, is_all_day: true }
  return {
    ...period,
    ...hourAndMinute('start', values.startTime),
    ...hourAndMinute('end', values.endTime),
    is_all_day: false,
  }
}

function hourAndMinute(end: 'start' | 'end', time: string): Partial<Record<string, number>> {
  const [hour, minute] = time.split(':')
  return hour === undefined || hour === '' || minute === undefined
    ? {}
    : { [`${end}_hour`]: Number(hour), [`${end}_minute`]: Number(minute) }
}

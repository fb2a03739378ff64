import type { BackOfficeEvent, Proposal } from '@/contract/back-office/back-office-events'
import { FACT_NAMES, UNSAID_FACTS, factValues, knownFacts, statedFacts } from '@/domain/events/event-fields'
import { INFO_LINK_TYPES, completeLink, type EventLink } from '@/domain/events/info-link'
import type { EventUpdateInput, SubmissionInput } from '@/domain/submissions/submission'
import { toLines, toOneLine } from '@/domain/text/plain-text'
import { timetableProblems } from '@/domain/timetables/timetable-problems'
import type { Timetable } from '@/domain/timetables/timetable'
import { EMPTY_TIMETABLE, hasDates, sentTimetable, timetableWithoutDates } from './times'

export type SubmissionPayload = Omit<SubmissionInput, 'photo'>

/** The values of the form travel like this, but may be half typed: '' where nothing is written, and the price as it was typed. */
export type EventValues = Omit<SubmissionPayload, 'price' | 'website' | 'filled_in_ms'> & {
  price?: number | string | null | undefined
}

export function emptyValues(email = ''): EventValues {
  return {
    title: '',
    description: '',
    email,
    location_name: '',
    latitude: 0,
    longitude: 0,
    tag_keys: [],
    timetable: EMPTY_TIMETABLE,
  }
}

/** A tab or a box that was tried out is nothing to keep. */
export function isEmptyEvent(values: EventValues, ownEmail = ''): boolean {
  const { email, title, description, location_name, tag_keys, timetable, info_links = [], price } = values
  const written = [
    email === ownEmail ? '' : email,
    title,
    description,
    location_name,
    ...tag_keys,
    ...info_links.map(({ data }) => data),
    typeof price === 'string' ? price : '',
  ]
  return !hasDates(timetable) && written.every((text) => toOneLine(text) === '')
}

/** The payload of POST /events (rules 7.3), valid or not. */
export function toPayload(
  values: EventValues,
  { website, filledInMs }: { website: string; filledInMs: number },
): SubmissionPayload {
  const { price } = values
  return {
    ...values,
    title: toOneLine(values.title),
    description: toLines(values.description),
    email: toOneLine(values.email),
    timetable: sentTimetable(values.timetable),
    price: typeof price === 'string' ? toEuros(price) : price,
    info_links: filledLinks(values.info_links ?? []).map(({ type, data }) => ({
      type,
      data: completeLink(type, data),
    })),
    website: website === '' ? undefined : website,
    filled_in_ms: Math.max(0, Math.round(filledInMs)),
  }
}

/** Euros as people type them, with a comma or a point before the cents; not a number for anything else: '1.000' may be a thousand. */
export function toEuros(text: string): number {
  const amount = text.normalize('NFKC').replaceAll(/[\s€]/g, '')
  return /^-?\d+(?:[.,]\d{1,2})?$/.test(amount) ? Number(amount.replace(',', '.')) : Number.NaN
}

/** A row for every type, filled where there is a link; a second link of a type follows at the end, as does one of a type that this version does not know. */
export function linkRows(links: readonly EventLink[] = []): EventLink[] {
  const rows: EventLink[] = INFO_LINK_TYPES.map(
    (type) => links.find((link) => link.type === type) ?? { type, data: '' },
  )
  return [...rows, ...links.filter((link) => !rows.includes(link))]
}

export function filledLinks(links: readonly EventLink[]): EventLink[] {
  return links.filter(({ data }) => toOneLine(data) !== '')
}

export type EventVersion = Omit<Proposal['base'], 'start_time' | 'end_time' | 'is_all_day'> & {
  email?: string
}

export function payloadOf(event: EventVersion): SubmissionPayload {
  return {
    title: event.title,
    description: event.description,
    email: event.email ?? '',
    location_name: event.location_name,
    latitude: event.latitude,
    longitude: event.longitude,
    tag_keys: event.tags.map(({ key }) => key),
    timetable: event.timetable,
    ...(event.price !== undefined && { price: event.price }),
    ...(event.is_donation === true && { is_donation: true }),
    ...statedFacts(knownFacts(event)),
    info_links: event.info_links,
  }
}

/** A new event has no older link: that is one of the others. */
export function valuesLike(event: EventVersion): EventValues {
  const { info_url: url, info_links: links } = event
  const isLinked = !url || links.some(({ data }) => data === url)
  const payload = payloadOf(event)
  return withoutDates(
    isLinked ? payload : { ...payload, info_links: [...links, { type: 'web_url', data: url }] },
  )
}

/** The times of day stay: the next evening begins when the last did. */
export function withoutDates(values: EventValues): EventValues {
  return { ...values, timetable: timetableWithoutDates(values.timetable) }
}

/**
 * The content of an update of the event (rules 3), or of one of the team's own: links are omitted when empty; a fact is named where it
 * differs, because a change leaves alone the facts that it does not name.
 */
export function contentOf(
  payload: SubmissionPayload,
  event?: EventVersion,
): Omit<EventUpdateInput, 'photo' | 'revision'> {
  const { email: _, website: __, filled_in_ms: ___, info_links = [], ...content } = payload
  for (const name of FACT_NAMES) {
    if (factValues(name, payload[name]).join() === factValues(name, event?.[name]).join())
      delete content[name]
    else Object.assign(content, { [name]: payload[name] ?? UNSAID_FACTS[name] })
  }
  return {
    ...content,
    ...(info_links.length > 0 && { info_links }),
    // No form shows the older link: it stays.
    ...(event?.info_url !== undefined && { info_url: event.info_url }),
  }
}

/** Its times may lie in the past then, as the server decides. It needs `ensureTemporal()` first. */
export function hasBegun(
  { schedules, timetable }: { schedules: BackOfficeEvent['schedules']; timetable: Timetable },
  nowSeconds: number,
): boolean {
  return (
    schedules.some(({ start_time }) => start_time <= nowSeconds) ||
    timetableProblems(timetable, nowSeconds).length > 0
  )
}

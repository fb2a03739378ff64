import { toOneLine, toLines } from '@/domain/text/plain-text'
import { isInfoLinkType, INFO_LINK_TYPES, completeLink } from '@/domain/events/info-link'
import type { InfoLinkType, EventLink } from '@/domain/events/info-link'
import * as m from '@/messages/compiled/messages.js'
import type { BlockValues } from './times/block-times'
import { UNSAID_FACTS, knownFacts, statedFacts } from '@/domain/events/event-fields'
import type { FactValues } from '@/domain/events/event-fields'
import { NO_PLACE, splitLocationName, locationName } from '@/domain/places/place'
import type { Place } from '@/domain/places/place'
import type { BackOfficeEvent, Proposal } from '@/contract/back-office/back-office-events'
import type { EventUpdateInput, SubmissionInput } from '@/domain/submissions/submission'
import { timetableProblems } from '@/domain/timetables/timetable-problems'
import type { Recurrence, TimeBlock, Timetable } from '@/domain/timetables/timetable'
import { inRows, sentBlocks } from '@/client/shared/event-form/times/block-times'

/** The values of the event form: texts as typed, dates `YYYY-MM-DD`, times `HH:mm`, village time. */
export interface EventFormValues {
  email: string
  title: string
  description: string
  place: Place
  tagKeys: string[]
  eventType: 'one-time' | 'recurring'
  blocks: BlockValues[]
  recurring: RecurringValues
  links: EventLink[]
  priceKind: PriceKind
  /** Euros, as typed, where it is an amount. */
  price: string
  facts: FactValues
}

export const PRICE_KINDS = ['unsaid', 'free', 'donation', 'amount'] as const
export type PriceKind = (typeof PRICE_KINDS)[number]

export interface RecurringValues {
  isAllDay: boolean
  periodStartDate: string
  periodEndDate: string
  /** 0-6 from Sunday. */
  days: number[]
  startTime: string
  endTime: string
}

const DEFAULT_START = '09:00'
const DEFAULT_END = '17:00'

export function emptyBlock(): BlockValues {
  return {
    isAllDay: false,
    isDaily: false,
    startDate: '',
    startTime: DEFAULT_START,
    endDate: '',
    endTime: DEFAULT_END,
  }
}

export function emptyValues(): EventFormValues {
  return {
    email: '',
    title: '',
    description: '',
    place: NO_PLACE,
    tagKeys: [],
    eventType: 'one-time',
    blocks: [emptyBlock()],
    recurring: {
      isAllDay: false,
      periodStartDate: '',
      periodEndDate: '',
      days: [],
      startTime: DEFAULT_START,
      endTime: DEFAULT_END,
    },
    links: oneLinkOfEachType([]),
    priceKind: 'unsaid',
    price: '',
    facts: knownFacts({}),
  }
}

/** A row for every type, filled where there is a link; a second link of a type follows at the end, as does one of a type that this version does not know. */
export function oneLinkOfEachType(links: readonly EventLink[]): EventLink[] {
  const rows: EventLink[] = INFO_LINK_TYPES.map(
    (type) => links.find((link) => link.type === type) ?? { type, data: '' },
  )
  return [...rows, ...links.filter((link) => !rows.includes(link))]
}

/** Whether nothing of an event is in the form. A tab or a box that was tried out is nothing to keep. */
export function isUntouched(values: EventFormValues, ownEmail = ''): boolean {
  const { email, title, description, place, tagKeys, blocks, recurring, links, price } = values
  const times = [...blocks, recurring].flatMap(({ startTime, endTime }) => [
    startTime === DEFAULT_START ? '' : startTime,
    endTime === DEFAULT_END ? '' : endTime,
  ])
  const dates = [
    ...blocks.flatMap(({ startDate, endDate }) => [startDate, endDate]),
    recurring.periodStartDate,
    recurring.periodEndDate,
  ]
  const written = [
    email === ownEmail ? '' : email,
    title,
    description,
    place.displayName,
    ...tagKeys,
    ...times,
    ...dates,
    ...links.map(({ data }) => data),
    price,
  ]
  return recurring.days.length === 0 && written.every((text) => toOneLine(text) === '')
}

type EventVersion = Omit<Proposal['base'], 'start_time' | 'end_time' | 'is_all_day'> & { email?: string }

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

/** The same with the address of the older field among the links: another event has no such field. */
export function withInfoUrl(payload: SubmissionPayload, infoUrl: string | undefined): SubmissionPayload {
  const links = payload.info_links ?? []
  if (!infoUrl || links.some(({ data }) => data === infoUrl)) return payload
  return { ...payload, info_links: [...links, { type: 'web_url', data: infoUrl }] }
}

export function valuesOfCopy(event: BackOfficeEvent): EventFormValues {
  const { blocks, recurring } = emptyValues()
  const values = fromSubmission(withInfoUrl(payloadOf(event), event.info_url))
  const [block = blocks[0]] = values.blocks
  return {
    ...values,
    blocks: block === undefined ? blocks : [{ ...block, startDate: '', endDate: '' }],
    recurring: { ...recurring, ...values.recurring, periodStartDate: '', periodEndDate: '' },
  }
}

/** Whether its times may lie in the past, as the server decides. Needs `ensureTemporal()` first. */
export function hasBegun(
  { schedules, timetable }: Pick<BackOfficeEvent, 'schedules' | 'timetable'>,
  nowSeconds: number,
): boolean {
  return (
    schedules.some(({ start_time }) => start_time <= nowSeconds) ||
    timetableProblems(timetable, nowSeconds).length > 0
  )
}

/** The event update payload (rules 3). The legacy info URL, which the form does not show, stays. */
export function toUpdate(
  payload: SubmissionPayload,
  { info_url, revision }: Pick<BackOfficeEvent, 'info_url' | 'revision'>,
  { removesPhoto }: { removesPhoto: boolean },
): EventUpdateInput {
  return {
    ...contentOf(payload),
    ...(info_url === undefined ? {} : { info_url }),
    ...(removesPhoto ? { photo: null } : {}),
    revision,
  }
}

/** Links are omitted when empty (rules 3). A change leaves alone the facts that it does not name: those taken back are named as unsaid. */
export function contentOf(payload: SubmissionPayload): Omit<EventUpdateInput, 'photo' | 'revision'> {
  const { email: _, website: __, filled_in_ms: ___, info_links, ...written } = payload
  const content = { ...UNSAID_FACTS, ...written }
  return info_links === undefined || info_links.length === 0 ? content : { ...content, info_links }
}

export function payloadOfProposal({ base, content }: Proposal, email = ''): SubmissionPayload {
  return { ...statedFacts(knownFacts(base)), ...content, email }
}

/** The form for something already written: an entry of the outbox that is edited. The reverse of `toSubmission`. */
export function fromSubmission(payload: SubmissionPayload): EventFormValues {
  const empty = emptyValues()
  const { timetable } = payload
  return {
    email: payload.email,
    title: payload.title,
    description: payload.description,
    place: {
      name: payload.location_name,
      ...splitLocationName(payload.location_name),
      latitude: payload.latitude,
      longitude: payload.longitude,
    },
    tagKeys: [...payload.tag_keys],
    eventType: 'list' in timetable ? 'one-time' : 'recurring',
    blocks: 'list' in timetable ? inRows(timetable.list.map(fromTimeBlock)) : empty.blocks,
    recurring: 'list' in timetable ? empty.recurring : fromRecurrence(timetable.repeated),
    links: oneLinkOfEachType(payload.info_links ?? []),
    ...fromPrice(payload),
    facts: knownFacts(payload),
  }
}

function fromPrice({ price, is_donation }: SubmissionPayload): Pick<EventFormValues, 'priceKind' | 'price'> {
  if (price === null || price === undefined) return { priceKind: 'unsaid', price: '' }
  if (price > 0) return { priceKind: 'amount', price: String(price) }
  return { priceKind: is_donation === true ? 'donation' : 'free', price: '' }
}

function fromTimeBlock(block: TimeBlock): BlockValues {
  const [startDate = '', startTime = ''] = block.start_time.split(' ')
  const [endDate = '', endTime = ''] = block.end_time.split(' ')
  return {
    isAllDay: block.is_all_day,
    isDaily: false,
    startDate,
    startTime: startTime.slice(0, 5) || DEFAULT_START,
    endDate,
    endTime: endTime.slice(0, 5) || DEFAULT_END,
  }
}

function fromRecurrence(rule: Recurrence): RecurringValues {
  return {
    isAllDay: rule.is_all_day,
    periodStartDate: rule.period_start_date,
    periodEndDate: rule.period_end_date,
    days: [...rule.days],
    startTime: clock(rule.start_hour, rule.start_minute) ?? DEFAULT_START,
    endTime: clock(rule.end_hour, rule.end_minute) ?? DEFAULT_END,
  }
}

function clock(hour: number | undefined, minute: number | undefined): string | undefined {
  if (hour === undefined || minute === undefined) return undefined
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

export type SubmissionPayload = Omit<SubmissionInput, 'photo'>

interface FormTrace {
  website: string
  filledInMs: number
}

/** The payload of POST /events (rules 7.3), valid or not. Empty times stay empty so that the rules can name them. */
export function toSubmission(values: EventFormValues, trace: FormTrace): SubmissionPayload {
  return {
    title: toOneLine(values.title),
    description: toLines(values.description),
    email: toOneLine(values.email),
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

export function filledLinks(links: readonly EventLink[]): { link: EventLink; row: number }[] {
  return links.map((link, row) => ({ link, row })).filter(({ link }) => toOneLine(link.data) !== '')
}

/** A donation has the price 0 as well, for clients that know no more. */
function toPrice({ priceKind, price }: EventFormValues): Pick<SubmissionPayload, 'price' | 'is_donation'> {
  if (priceKind === 'unsaid') return {}
  if (priceKind === 'amount') return { price: toEuros(price) }
  return { price: 0, ...(priceKind === 'donation' && { is_donation: true }) }
}

/** Euros as people type them, with a comma or a point before the cents; not a number for anything else: '1.000' may be a thousand. */
export function toEuros(text: string): number {
  const amount = text.normalize('NFKC').replaceAll(/[\s€]/g, '')
  return /^-?\d+(?:[.,]\d{1,2})?$/.test(amount) ? Number(amount.replace(',', '.')) : Number.NaN
}

function toTimetable(values: EventFormValues): Timetable {
  return values.eventType === 'one-time'
    ? { list: sentBlocks(values.blocks).map(({ block }) => block) }
    : { repeated: toRecurrence(values.recurring) }
}

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

const LINK_LABELS: Record<InfoLinkType, () => string> = {
  instagram: () => m.form_link_instagram(),
  facebook: () => m.form_link_facebook(),
  telegram: () => m.form_link_telegram(),
  whatsapp: () => m.form_link_whatsapp(),
  web_url: () => m.form_link_web_url(),
}

export function linkLabel(type: string): string {
  return isInfoLinkType(type) ? LINK_LABELS[type]() : `${m.form_link_web_url()} (${type})`
}

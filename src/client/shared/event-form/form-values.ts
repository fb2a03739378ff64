import { knownFacts } from '@/domain/events/facts/event-facts'
import type { FactValues } from '@/domain/events/facts/event-facts'
import type { EventLink } from '@/domain/events/info-link'
import { INFO_LINK_TYPES } from '@/domain/events/info-link'
import { NO_PLACE } from '@/domain/places/place'
import type { Place } from '@/domain/places/place'

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

/** The kinds of a price; it is not stated until somebody chooses one. */
export const PRICE_KINDS = ['unsaid', 'free', 'donation', 'amount'] as const
export type PriceKind = (typeof PRICE_KINDS)[number]

export interface BlockValues {
  isAllDay: boolean
  /** Several days at the same times: from the start date to the end date, one occurrence on each. It means nothing for whole days. */
  isDaily: boolean
  startDate: string
  startTime: string
  endDate: string
  /** Whether a person chose the end date. Absent where nobody has changed the block: then its dates tell. */
  isEndChosen?: boolean | undefined
  endTime: string
}

export interface RecurringValues {
  isAllDay: boolean
  periodStartDate: string
  periodEndDate: string
  /** 0-6 from Sunday. */
  days: number[]
  startTime: string
  endTime: string
}

// These defaults are those of rules 4.7.
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

/**
 * Whether nothing of an event is in the form, which began with `ownEmail` as the contact address. A tab or a box that was tried
 * out is nothing to keep.
 */
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
  return recurring.days.length === 0 && written.every((text) => text.trim() === '')
}

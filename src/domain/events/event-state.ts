import { dayShown, type Occurrence } from '@/domain/timetables/recurrence'
import { SECONDS_PER_DAY, villageDay } from '@/domain/time/local-time'

/** The states that the team sets for an event, or for one of its days (rules 4.9). The order is that of a menu. */
export const EVENT_STATES = ['on', 'cancelled', 'postponed', 'moved', 'sold_out'] as const
export type EventState = (typeof EVENT_STATES)[number]

/** The states that an organiser sets at once: no text of theirs goes live unread. */
export const ORGANISERS_STATES = ['cancelled', 'sold_out'] as const satisfies readonly EventState[]
export type OrganisersState = (typeof ORGANISERS_STATES)[number]

export const STATE_NOTE_MAX = 140

export interface Announcement {
  state: EventState
  note?: string | undefined
}

/** All that is said of an event: as a whole, and of village days `YYYY-MM-DD`, ordered by day. */
export interface EventStates {
  whole?: Announcement | undefined
  days: (Announcement & { day: string })[]
}

export type AnnouncedOccurrence<O extends Occurrence = Occurrence> = O & Partial<Announcement>

/** It does not take place as it is published. */
export function isOff(state: EventState | undefined): boolean {
  return isCalledOff(state) || state === 'moved'
}

/** Its title is struck; a moved event takes place. */
export function isCalledOff(state: EventState | undefined): boolean {
  return state === 'cancelled' || state === 'postponed'
}

/** Clients show what is under way and to come, and an evening that goes on past midnight is of the day before. */
const PAST_STATE_SECONDS = SECONDS_PER_DAY

export function currentStates(states: EventStates, nowSeconds: number): EventStates | undefined {
  const first = villageDay(nowSeconds - PAST_STATE_SECONDS)
  const days = states.days.filter(({ day }) => day >= first)
  return days.length > 0 || states.whole !== undefined
    ? { ...(states.whole && { whole: states.whole }), days }
    : undefined
}

/** The event's own state when it does not take place as a whole, else the day's, else the event's. */
export function announcementOn({ whole, days }: EventStates, day: string): Announcement | undefined {
  if (isCalledOff(whole?.state)) return whole
  return days.find((one) => one.day === day) ?? whole
}

export function withState<O extends Occurrence>(
  occurrence: O,
  states: EventStates | undefined,
  fromSeconds: number,
): AnnouncedOccurrence<O> {
  if (states === undefined) return occurrence
  const { state: _, note: __, ...rest } = occurrence as AnnouncedOccurrence<O>
  return { ...(rest as O), ...announced(announcementOn(states, dayShown(occurrence, fromSeconds))) }
}

export function announced(announcement: Partial<Announcement> | undefined): Partial<Announcement> {
  const { state, note } = announcement ?? {}
  return { ...(state && { state }), ...(note && { note }) }
}

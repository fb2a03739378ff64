import ICAL from 'ical.js'
import { keyOf } from './ics-dates'
import { isCancelled, writtenValue } from './ics-text'

/** The components of a file under one UID. */
export interface Editions {
  /** The series, or what is left of it: a changed occurrence, one that takes place if there is any. */
  master: ICAL.Event
  /** The other events that claim to be the same edition. */
  rivals: ICAL.Event[]
  /** Occurrences that were changed, the newest edition first. */
  changed: ICAL.Event[]
  /** Whether outdated editions are left out. */
  hasOutdated: boolean
}

/** The edition with the highest SEQUENCE counts (RFC 5545, 3.8.7.4); of equal ones the first. */
export function editionsOf(components: readonly ICAL.Component[]): Editions {
  // Without exceptions given, the library looks for them among all events of the file, for each event.
  const all = components
    .map((component) => new ICAL.Event(component, { exceptions: [] }))
    .toSorted((a, b) => sequenceOf(b) - sequenceOf(a))
  const masters = all.filter(({ component }) => !component.hasProperty('recurrence-id'))
  const known = masters.length > 0 ? all : newestLeft(all)
  const master = masters[0] ?? known.find(({ component }) => !isCancelled(component)) ?? known[0]
  if (master === undefined) throw new Error('an event has no component')
  const rivals = masters.filter((one) => one !== master && sequenceOf(one) === sequenceOf(master))
  return {
    master,
    rivals,
    changed: known.filter((one) => one !== master && one.component.hasProperty('recurrence-id')),
    hasOutdated: masters.length > rivals.length + 1 || known.length < all.length,
  }
}

/** The changed occurrences of a series that is not in the file, each in its newest edition. */
function newestLeft(all: readonly ICAL.Event[]): ICAL.Event[] {
  const byId = all.toReversed().map((one) => [writtenValue(one.component, 'recurrence-id'), one] as const)
  return [...new Map(byId).values()]
}

/** One change an occurrence, the first of each. Throws for a recurrence id that cannot be read. */
export function newestChanges(changed: readonly ICAL.Event[]): ICAL.Event[] {
  const newest = new Map<string, ICAL.Event>()
  for (const change of changed) {
    const key = keyOf(change.recurrenceId)
    if (!newest.has(key)) newest.set(key, change)
  }
  return [...newest.values()]
}

function sequenceOf({ component }: ICAL.Event): number {
  const sequence: unknown = component.getFirstPropertyValue('sequence')
  return typeof sequence === 'number' && Number.isFinite(sequence) ? sequence : 0
}

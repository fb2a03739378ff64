import ICAL from 'ical.js'
import type { ImportNote, RowError } from '@/domain/staff/import'
import { horizonOf } from '@/server/modules/import/source/source-event'
import type { Horizon, SourceEvent, UnreadEvent } from '@/server/modules/import/source/source-event'
import {
  REPAIRED,
  repairLines,
  withoutDamagedLines,
  isCancelled,
  stableProperties,
  textOf,
  uidOf,
  unreadableEvent,
  writtenValue,
} from './ics-text'
import { expand, hasFewDates, hasLength, isZoneUnderstood, understoodRule } from './ics-occurrences'
import type { Budget } from './ics-occurrences'
import { isMoment, keyOf, giveZones, ZonedCalendar } from './ics-times'

/** The most steps for a file of a thousand events, each with a few years of weeks. */
const STEPS_OF_A_FILE = 50_000

interface ReadOptions {
  nowSeconds: number
  horizon: Horizon
  budget: Budget
}

export interface ReadCalendar {
  name: string | undefined
  events: Iterable<UnreadEvent>
}

/**
 * Reads an iCalendar file (RFC 5545), broken ones as far as they go: an event that cannot be read is among the others, with the
 * reason. Events are one a UID, whatever number of changed occurrences they have.
 */
export function readIcs(text: string, nowSeconds: number): ReadCalendar {
  const { calendar, broken } = parseCalendar(text)
  // Times of one that is left out are read by the name of the zone, or as the village's.
  for (const zone of calendar.getAllSubcomponents('vtimezone'))
    if (!isZoneUnderstood(zone)) calendar.removeSubcomponent(zone)
  const byUid = new Map<string, ICAL.Component[]>()
  for (const component of calendar.getAllSubcomponents('vevent')) {
    const uid = uidOf(component)
    const ofUid = byUid.get(uid)
    if (ofUid === undefined) byUid.set(uid, [component])
    else ofUid.push(component)
  }
  const budget: Budget = { steps: STEPS_OF_A_FILE }
  const name = calendar.getFirstPropertyValue('x-wr-calname')
  return {
    name: typeof name === 'string' && name.trim() !== '' ? name.trim() : undefined,
    events: readAll(byUid, broken, { nowSeconds, horizon: horizonOf(nowSeconds), budget }),
  }
}

function* readAll(
  byUid: ReadonlyMap<string, ICAL.Component[]>,
  broken: readonly string[],
  options: ReadOptions,
): Generator<UnreadEvent> {
  for (const [uid, components] of byUid) yield { uid, read: () => readEvent(uid, components, options) }
  for (const part of broken) {
    const event = unreadableEvent(part)
    yield { uid: event.uid, read: () => event }
  }
}

/** Parses the file as a whole if possible; else event by event, so that one broken line loses one event and not all. */
function parseCalendar(text: string): { calendar: ICAL.Component; broken: string[] } {
  const unfolded = repairLines(text.replaceAll(/\r\n|\r/g, '\n'))
  try {
    const parsed: unknown = ICAL.parse(unfolded)
    // Several calendars in one file come as a list of them.
    const calendars = Array.isArray((parsed as unknown[])[0]) ? (parsed as unknown[]) : [parsed]
    const [first, ...others] = calendars.map((one) => new ZonedCalendar(one as string))
    if (first === undefined) throw new Error('no calendar')
    for (const other of others) for (const part of other.getAllSubcomponents()) first.addSubcomponent(part)
    return { calendar: first, broken: [] }
  } catch {
    return parseInParts(unfolded)
  }
}

function parseInParts(text: string): { calendar: ICAL.Component; broken: string[] } {
  const { events, zones } = icsParts(text)
  const calendar = new ZonedCalendar('vcalendar')
  const broken: string[] = []
  const parse = (part: string) => {
    const parsed: unknown = ICAL.parse(`BEGIN:VCALENDAR\n${part}\nEND:VCALENDAR`)
    for (const child of new ICAL.Component(parsed as string).getAllSubcomponents())
      calendar.addSubcomponent(child)
  }
  for (const zone of zones) tryTo(() => parse(zone))
  for (const part of events)
    if (!tryTo(() => parse(part)) && !tryTo(() => parse(withoutDamagedLines(part)))) broken.push(part)
  return { calendar, broken }
}

function tryTo(act: () => void): boolean {
  try {
    act()
    return true
  } catch {
    return false
  }
}

function readEvent(
  uid: string,
  components: readonly ICAL.Component[],
  { nowSeconds, horizon, budget }: ReadOptions,
): SourceEvent {
  const { master, rivals, changed, hasOutdated } = editionsOf(components)
  const notes: ImportNote[] = []
  if (components.some((component) => component.hasProperty(REPAIRED.toLowerCase())))
    notes.push('lines_repaired')
  const text = textOf(master.component)
  const base = {
    uid,
    ...text,
    isSeries: false,
    isOpen: false,
    blocks: [],
    notes,
    fingerprint: JSON.stringify(components.map(stableProperties)),
  }
  giveZones(master.component, components)
  try {
    const exceptions = newestChanges(changed)
    if (hasOutdated || exceptions.length < changed.length) notes.push('edition_outdated')
    const isReadable = exceptions.every((one) => isCancelled(one.component) || hasTimes(one))
    const obstacle = rowErrorOf(master) ?? (isReadable ? undefined : 'time_unreadable')
    if (obstacle !== undefined) return { ...base, obstacle }
    if (!rivals.every((one) => hasTimes(one) && one.startDate.compare(master.startDate) === 0))
      return { ...base, obstacle: 'uid_repeated' }
    const written = master.component
      .getAllProperties('rrule')
      .flatMap((rule) => rule.getValues() as unknown[])
    const rules = written.flatMap((rule) =>
      rule instanceof ICAL.Recur ? (understoodRule(rule, master.startDate) ?? []) : [],
    )
    if (rules.length < written.length) return { ...base, obstacle: 'rule_unsupported' }
    const isSeries = rules.length > 0
    const isOpen = rules.some((rule) => !rule.isFinite())
    const found = expand(master, exceptions, {
      rules,
      from: nowSeconds,
      to: isOpen ? horizon.seconds : Infinity,
      budget,
    })
    notes.push(...new Set(found.notes))
    if (found.blocks.some(({ isEndGuessed }) => isEndGuessed)) notes.push('end_guessed')
    if (found.blocks.some(({ isZoneUnknown }) => isZoneUnknown)) notes.push('zone_unknown')
    return { ...base, isSeries, isOpen, blocks: found.blocks.map(({ block }) => block) }
  } catch (error) {
    const isEndless = error instanceof RangeError && error.message.startsWith('too many')
    return { ...base, obstacle: isEndless ? 'rule_unsupported' : 'time_unreadable' }
  }
}

function rowErrorOf(event: ICAL.Event): RowError | undefined {
  const { component } = event
  if (isCancelled(component)) return 'cancelled'
  if (!component.hasProperty('dtstart')) return 'start_missing'
  if (!hasFewDates(component)) return 'rule_unsupported'
  return hasTimes(event) ? undefined : 'time_unreadable'
}

function hasTimes({ component }: ICAL.Event): boolean {
  return isMoment(writtenValue(component, 'dtstart')) && hasLength(component)
}

/**
 * Splits a file at the lines that begin and end its events and time zones, in one pass. An event that is not closed ends where the
 * next one begins, or with the file; a time zone that is not closed is none.
 */
function icsParts(text: string) {
  const events: string[] = []
  const zones: string[] = []
  let event: string[] | undefined
  let zone: string[] | undefined
  const endEvent = () => {
    if (event !== undefined) events.push(event.join('\n'))
    event = undefined
  }
  for (const line of text.split('\n')) {
    if (line === 'BEGIN:VEVENT') {
      endEvent()
      event = []
    } else if (line === 'BEGIN:VTIMEZONE') zone = []
    event?.push(line)
    zone?.push(line)
    if (line === 'END:VEVENT') endEvent()
    else if (line === 'END:VTIMEZONE') {
      if (zone !== undefined) zones.push(zone.join('\n'))
      zone = undefined
    }
  }
  endEvent()
  return { events, zones }
}

/** The components of a file under one UID. */
interface Editions {
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
function editionsOf(components: readonly ICAL.Component[]): Editions {
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
function newestChanges(changed: readonly ICAL.Event[]): ICAL.Event[] {
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

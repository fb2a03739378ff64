import { EVENT_FACTS, FACT_NAMES } from '@/domain/events/event-fields'
import type { ImportNote, RowError } from '@/domain/staff/import'
import type { TimeBlock } from '@/domain/timetables/timetable'
import { foldText } from '@/domain/text/plain-text'
import { SECONDS_PER_DAY, wallAt } from '@/domain/time/local-time'
import { timeText, type SourceEvent } from './source-event'
import { componentsOf, propertiesOf, textOf, written, type Component } from './ics-components'
import { daysOfRule, parseRule, type Rule } from './ics-rules'
import { readDuration, readMoment, VILLAGE, zonesOf, type Moment, type Zone, type Zones } from './ics-times'

/** A timed event without an end. */
const GUESSED_SECONDS = 3600
/** What lasts longer is no event. */
const LENGTH_MAX_SECONDS = 10 * 366 * SECONDS_PER_DAY
/** Dates that are written out in an event, and occurrences that are looked at: more is no event of a village. */
const DATES_MAX = 4000
/** A series that is no weekly rule needs only the dates of a list, and one more to see that there are more. */
const COMING_MAX = 1200

export interface ReadOptions {
  nowSeconds: number
  /** How far a series without an end is taken, epoch seconds. */
  horizonSeconds: number
}

/**
 * Reads an iCalendar file (RFC 5545). Events are one a UID, whatever number of changed occurrences they have; one that cannot be read is among
 * the others, with the reason.
 */
export function readIcs(
  text: string,
  options: ReadOptions,
): { name: string | undefined; events: SourceEvent[] } {
  const { name, zoneName, components, definitions } = componentsOf(text)
  const zones = zonesOf(definitions)
  const isElsewhere = zoneName !== undefined && zones(zoneName) !== VILLAGE
  const byUid = new Map<string, Component[]>()
  for (const component of components) {
    const own = (property: string) => textOf(component, property)
    // A file may leave the UID out, though it must not (3.8.4.7).
    const uid = own('uid') || `${own('summary')} ${written(component, 'dtstart')}`.trim()
    byUid.set(uid, [...(byUid.get(uid) ?? []), component])
  }
  return {
    name,
    events: [...byUid].map(([uid, ofUid]) =>
      readUnlessBroken(uid, ofUid, { ...options, zones, isElsewhere }),
    ),
  }
}

/** `isElsewhere`: the calendar names another zone than the village's, which its times without one may be in. */
type Options = ReadOptions & { zones: Zones; isElsewhere: boolean }

/** Whatever an event throws is its own fault: the others are read. */
function readUnlessBroken(uid: string, components: readonly Component[], options: Options): SourceEvent {
  try {
    return readEvent(uid, components, options)
  } catch {
    return unreadEvent(uid, components[0], 'unreadable')
  }
}

function unreadEvent(uid: string, component: Component | undefined, reason: RowError): SourceEvent {
  const title = component === undefined ? '' : textOf(component, 'summary')
  return {
    uid,
    title,
    description: '',
    place: '',
    categories: [],
    blocks: [],
    first: undefined,
    isSeries: false,
    isOpen: false,
    isLater: false,
    isCancelled: reason === 'cancelled',
    reason,
    notes: [],
  }
}

function readEvent(uid: string, components: readonly Component[], options: Options): SourceEvent {
  const newest = components.toSorted((a, b) => sequenceOf(b) - sequenceOf(a))
  const masters = newest.filter((one) => !isException(one))
  // One change an occurrence, in its newest edition.
  const exceptions = [
    ...new Map(
      newest
        .filter(isException)
        .toReversed()
        .map((one) => [written(one, 'recurrence-id'), one]),
    ).values(),
  ]
  // Without its series, a changed occurrence stands for itself.
  const master = masters[0] ?? exceptions.find((one) => !isCancelled(one)) ?? exceptions[0]
  if (master === undefined) throw new Error('an event has no component')
  if (isCancelled(master)) return unreadEvent(uid, master, 'cancelled')
  const found = occurrencesOf(master, exceptions, options)
  if (typeof found === 'string') return unreadEvent(uid, master, found)
  const isRival = (one: Component) =>
    sequenceOf(one) === sequenceOf(master) && written(one, 'dtstart') !== written(master, 'dtstart')
  if (masters.some(isRival)) return unreadEvent(uid, master, 'uid_repeated')
  const { first, blocks, isSeries, isOpen, isLater } = found
  return {
    uid,
    ...contentOf(master),
    blocks,
    first,
    isSeries,
    isOpen,
    isLater,
    isCancelled: false,
    notes: [...new Set([...found.notes, ...notesOf(components, master)])],
  }
}

function contentOf(component: Component) {
  const [latitude, longitude] = [propertiesOf(component, 'geo')[0]?.values[0]].flat().map(Number)
  const isLocated = latitude !== undefined && longitude !== undefined && (latitude !== 0 || longitude !== 0)
  return {
    title: textOf(component, 'summary'),
    description: textOf(component, 'description'),
    place: textOf(component, 'location'),
    position: isLocated ? { latitude, longitude } : undefined,
    url: textOf(component, 'url') || undefined,
    facts: Object.fromEntries(
      FACT_NAMES.map((name) => [name, textOf(component, EVENT_FACTS[name].property)]),
    ),
    categories: propertiesOf(component, 'categories').flatMap(({ values }) => values.map(String)),
  }
}

/** Calendars that show only when somebody is busy say nothing else. */
const BUSY = /^(?:busy|ocupado|ocupada)$/

function notesOf(components: readonly Component[], master: Component): ImportNote[] {
  const isPrivate = /^(?:PRIVATE|CONFIDENTIAL)$/i.test(written(master, 'class'))
  return [
    ...(isPrivate || BUSY.test(foldText(textOf(master, 'summary'))) ? (['private'] as const) : []),
    ...(/^TENTATIVE$/i.test(written(master, 'status')) ? (['tentative'] as const) : []),
    ...(components.some(({ isDamaged }) => isDamaged) ? (['lines_left_out'] as const) : []),
  ]
}

function isException(component: Component): boolean {
  return propertiesOf(component, 'recurrence-id').length > 0
}

function isCancelled(component: Component): boolean {
  return /^CANCELLED$/i.test(written(component, 'status'))
}

/** The edition with the highest one counts (3.8.7.4). */
function sequenceOf(component: Component): number {
  return Number.parseInt(written(component, 'sequence'), 10) || 0
}

/** An occurrence, or the first of a series. */
interface Occurrence {
  start: Moment
  /** Seconds, of days by the clock of the village; 0 where nothing says when it ends. */
  length: number
}

type Found = Pick<SourceEvent, 'blocks' | 'first' | 'isSeries' | 'isOpen' | 'isLater' | 'notes'>

/**
 * The occurrences of a series that are not over: its first date, which counts also where its rule does not name it (3.8.5.3), those of its rules and
 * its extra dates, without the excepted ones, and with the changed ones as they are now.
 */
function occurrencesOf(
  master: Component,
  exceptions: readonly Component[],
  { nowSeconds, horizonSeconds, zones, isElsewhere }: Options,
): Found | RowError {
  const own = timesOf(master, zones)
  if (typeof own === 'string') return own
  const { start, length } = own
  const rules = readRules(master, start, zones)
  const [extra, excepted] = ['rdate', 'exdate'].map((name) => datesOf(master, name, start, zones))
  if (rules === undefined || extra === undefined || excepted === undefined) return 'rule_unsupported'
  const notes: ImportNote[] = []
  const isFloating =
    start.zone === VILLAGE && propertiesOf(master, 'dtstart')[0]?.parameters['tzid'] === undefined
  if (start.isZoneUnknown || (isElsewhere && isFloating && !start.isDay)) notes.push('zone_unknown')
  if (!start.isDay && length === 0) notes.push('end_guessed')
  if ([...extra, ...excepted].includes(undefined)) notes.push('dates_unreadable')

  const taken = new Set(excepted.flatMap((one) => (one === undefined ? [] : keyOf(one.start, start))))
  const coming: Occurrence[] = []
  const addIfComing = (one: Occurrence) => {
    if (endOf(one) > nowSeconds) coming.push(one)
  }
  for (const exception of exceptions) {
    const id = momentOf(exception, 'recurrence-id', start.zone, zones)
    const changed = timesOf(exception, zones)
    // A change of all that follows is seldom, and each program reads it in its own way.
    if (propertiesOf(exception, 'recurrence-id')[0]?.parameters['range'] !== undefined)
      return 'rule_unsupported'
    if (id === undefined || (typeof changed === 'string' && !isCancelled(exception))) return 'time_unreadable'
    if (exception === master) continue
    taken.add(keyOf(id, start))
    if (isCancelled(exception) || typeof changed === 'string') {
      if (id.at + length > nowSeconds) notes.push('dates_cancelled')
    } else {
      addIfComing(changed)
      if (endOf(changed) > nowSeconds) notes.push(...leftOutOf(exception, master))
    }
  }
  const addUnlessTaken = (one: Occurrence) => {
    const keys = [keyOf(one.start, start), `day ${dayOf(one.start)}`]
    if (!keys.some((key) => taken.has(key))) addIfComing(one)
    taken.add(keys[0] ?? '')
  }
  const isOpen = rules.some(({ rule, until }) => rule.count === undefined && until === Infinity)
  const isBeyond = isOpen && start.at > horizonSeconds
  if (!isBeyond) addUnlessTaken(own)
  for (const one of extra) if (one !== undefined) addUnlessTaken({ length, ...one })
  let isLater = isBeyond
  for (const { rule, until } of rules) {
    if (isBeyond) break
    const isEndless = rule.count === undefined && until === Infinity
    let count = 1
    const to = isEndless ? horizonSeconds : until
    for (const one of occurrencesOfRule(rule, own, { from: nowSeconds, to })) {
      count += 1
      if (count > (rule.count ?? Infinity) || coming.length >= COMING_MAX) break
      addUnlessTaken(one)
    }
    if (isEndless && coming.length === 0)
      isLater ||= occurrencesOfRule(rule, own, { from: horizonSeconds, to: Infinity }).next().done !== true
  }
  const forwards = coming.filter((one) => one.length >= 0)
  // A date that ends before it begins is left out, unless the event has no other.
  if (forwards.length > 0 && forwards.length < coming.length) notes.push('dates_unreadable')
  return {
    blocks: (forwards.length > 0 ? forwards : coming)
      .map(blockOf)
      .toSorted((a, b) => (a.start_time < b.start_time ? -1 : 1)),
    first: blockOf(own),
    isSeries: rules.length > 0,
    isOpen,
    isLater,
    notes,
  }
}

function momentOf(component: Component, name: string, floating: Zone, zones: Zones): Moment | undefined {
  const property = propertiesOf(component, name)[0]
  return property && readMoment(property.written, property, { zones, floating })
}

function timesOf(component: Component, zones: Zones): Occurrence | RowError {
  if (propertiesOf(component, 'dtstart').length === 0) return 'start_missing'
  const read = momentOf(component, 'dtstart', VILLAGE, zones)
  if (read === undefined) return 'time_unreadable'
  const isAllDay = ALL_DAY.some((name) => /^TRUE$/i.test(written(component, name)))
  const start = isAllDay ? asDay(read) : read
  const ending = momentOf(component, 'dtend', read.zone, zones)
  const duration = propertiesOf(component, 'duration').length > 0
  const lasting = duration ? readDuration(written(component, 'duration')) : 0
  if (lasting === undefined || (ending === undefined && propertiesOf(component, 'dtend').length > 0))
    return 'time_unreadable'
  const end = ending !== undefined && start.isDay ? asDay(ending) : ending
  const elapsed = end === undefined ? lasting : end.wall - start.wall
  if (Math.abs(elapsed) > LENGTH_MAX_SECONDS) return 'time_unreadable'
  // The end of days is the day after the last (3.6.1).
  if (start.isDay)
    return { start, length: Math.max(1, Math.ceil(elapsed / SECONDS_PER_DAY)) * SECONDS_PER_DAY }
  return {
    start,
    length: end === undefined ? lasting : end.isDay && end.at <= start.at ? 0 : end.at - start.at,
  }
}

/** Exchange writes whole days as midnights. */
const ALL_DAY = ['x-microsoft-cdo-alldayevent', 'x-microsoft-msncalendar-alldayevent']

/** The day whose beginning is nearest: some write its midnight in UTC. */
function asDay(moment: Moment): Moment {
  if (moment.isDay) return moment
  const wall = Math.floor((moment.wall + SECONDS_PER_DAY / 2) / SECONDS_PER_DAY) * SECONDS_PER_DAY
  return { wall, isDay: true, zone: VILLAGE, at: VILLAGE(wall), isZoneUnknown: false }
}

/** The rules with the instant that each ends at; undefined when one is not understood. */
function readRules(master: Component, start: Moment, zones: Zones) {
  const rules = propertiesOf(master, 'rrule').map((property) => {
    const rule = parseRule(property.written)
    if (rule?.until === undefined) return rule && { rule, until: Infinity }
    const until = readMoment(rule.until, property, { zones, floating: start.zone })
    // One that is a day lasts to the end of that day.
    return until && { rule, until: until.isDay ? start.zone(until.wall + SECONDS_PER_DAY - 1) : until.at }
  })
  const isUnderstood = !rules.includes(undefined) && propertiesOf(master, 'exrule').length === 0
  return isUnderstood ? rules.filter((rule) => rule !== undefined) : undefined
}

interface WrittenDate {
  start: Moment
  /** Of a period. */
  length?: number
}

/** Dates that are written out, undefined for each that cannot be read; undefined for more than are ever looked at. */
function datesOf(
  component: Component,
  name: string,
  { zone: floating, isDay }: Moment,
  zones: Zones,
): (WrittenDate | undefined)[] | undefined {
  const values = propertiesOf(component, name).flatMap((property) =>
    property.written.split(',').map((text) => ({ property, text })),
  )
  if (values.length > DATES_MAX) return undefined
  return values.map(({ property, text }) => {
    const [from = '', to] = text.split('/')
    const read = readMoment(from, property, { zones, floating })
    const start = read && isDay && name === 'rdate' ? asDay(read) : read
    if (start === undefined || to === undefined) return start && { start }
    const end = readMoment(to, property, { zones, floating })
    const length = end === undefined ? readDuration(to) : end.at - start.at
    return length === undefined || Math.abs(length) > LENGTH_MAX_SECONDS ? undefined : { start, length }
  })
}

/** The occurrences after the first that may not be over at `from`, up to `to`, both epoch seconds; where they are counted those before, too. */
function* occurrencesOfRule(
  rule: Rule,
  { start, length }: Occurrence,
  { from, to }: { from: number; to: number },
): Generator<Occurrence> {
  const time = start.wall - dayOf(start) * SECONDS_PER_DAY
  // No zone is more than a day from another.
  const span = {
    from: Math.floor((from - Math.max(0, length)) / SECONDS_PER_DAY) - 2,
    to: Math.floor(to / SECONDS_PER_DAY) + 2,
  }
  for (const day of daysOfRule(rule, dayOf(start), span)) {
    const wall = day * SECONDS_PER_DAY + time
    const at = start.zone(wall)
    if (at > to) return
    if (at > start.at) yield { start: { ...start, wall, at }, length }
  }
}

function dayOf({ wall }: Moment): number {
  return Math.floor(wall / SECONDS_PER_DAY)
}

/** The name of an occurrence of a series: its instant, or its day where the series is of days, or the name says no more. */
function keyOf(moment: Moment, start: Moment): string {
  if (!start.isDay) return moment.isDay ? `day ${dayOf(moment)}` : `at ${moment.at}`
  return `day ${dayOf(moment.at === moment.wall ? asDay(moment) : moment)}`
}

/** The first second after it. */
function endOf({ start, length }: Occurrence): number {
  return start.isDay ? VILLAGE(start.wall + length) : start.at + (length || GUESSED_SECONDS)
}

/** An occurrence in village time, where the end of days is the last of them. */
function blockOf(one: Occurrence): TimeBlock {
  const { start, length } = one
  if (start.isDay)
    return {
      start_time: timeText(start.wall).slice(0, 10),
      end_time: timeText(start.wall + length - SECONDS_PER_DAY).slice(0, 10),
      is_all_day: true,
    }
  const [from, to] = [wallAt(start.at), wallAt(endOf(one))]
  // Where clocks are set back in between, an end may be read before its start.
  const end = length >= 0 && to <= from ? from + (length || GUESSED_SECONDS) : to
  return { start_time: timeText(from), end_time: timeText(end), is_all_day: false }
}

function leftOutOf(exception: Component, master: Component): ImportNote[] {
  const saysOther = (name: string) => !['', textOf(master, name)].includes(textOf(exception, name))
  return [
    ...(saysOther('summary') || saysOther('description') ? (['exception_text_left_out'] as const) : []),
    ...(saysOther('location') ? (['exception_place_left_out'] as const) : []),
  ]
}

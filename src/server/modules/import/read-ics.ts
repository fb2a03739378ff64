import ICAL from 'ical.js'
import { EVENT_FACTS, FACT_NAMES } from '@/domain/events/event-fields'
import type { ImportNote, RowError } from '@/domain/staff/import'
import { MAX_TIME_BLOCKS } from '@/domain/submissions/submission-limits'
import { instantOfWall, SECONDS_PER_DAY, wallAt } from '@/domain/time/local-time'
import type { TimeBlock } from '@/domain/timetables/timetable'
import { blockOf, digestOf, type SourceEvent } from './map-event'

export function isIcs(text: string): boolean {
  return /^BEGIN:VCALENDAR/i.test(text)
}

/** How far a series is taken; of one with a single date beyond, that date. */
const HORIZON_SECONDS = 457 * SECONDS_PER_DAY
/** Dates of a rule that are looked at, some of which may be over or excepted. */
const COMING_MAX = 2 * MAX_TIME_BLOCKS

/** The properties that are read. Others, such as DTSTAMP, change at each export. */
const READ_PROPERTIES =
  'summary description location geo url categories status class dtstart dtend duration rrule rdate exdate recurrence-id'
    .split(' ')
    .concat(FACT_NAMES.map((name) => EVENT_FACTS[name].property))

/** Why an event cannot be read. */
class UnreadableError extends Error {
  constructor(readonly reason: RowError) {
    super(reason)
  }
}

/**
 * Reads an iCalendar file (RFC 5545). ical.js reads lines, time zones and rules, of each component by itself: what is wrong with one is its own fault.
 * Events are one a UID, whatever number of changed dates they have.
 */
export function readIcs(text: string, nowSeconds: number) {
  const calendar = new ICAL.Component('vcalendar')
  for (const [, name = ''] of text.matchAll(/;TZID="?([\w+/-]{1,64})/gi)) registerZone(name)
  for (const [definition] of text.matchAll(/^BEGIN:VTIMEZONE\s*$[\s\S]*?^END:VTIMEZONE/gim)) {
    const zone = componentOf(definition)
    // ical.js looks for a zone in the file first.
    if (zone !== undefined && !registerZone(textOf(zone, 'tzid'))) calendar.addSubcomponent(zone)
  }
  const broken: SourceEvent[] = []
  const byUid = new Map<string, ICAL.Component[]>()
  for (const [lines] of text.matchAll(/^BEGIN:VEVENT\s*$[\s\S]*?^END:VEVENT/gim)) {
    const component = componentOf(lines)
    if (component === undefined) broken.push(brokenEvent(lines))
    else {
      calendar.addSubcomponent(component)
      // A file may leave the UID out, though it must not (3.8.4.7).
      const ownName = `${textOf(component, 'summary')} ${textOf(component, 'dtstart')}`
      const uid = textOf(component, 'uid') || ownName
      byUid.set(uid, [...(byUid.get(uid) ?? []), component])
    }
  }
  const events = [...byUid].map(([uid, components]) => readEvent(uid, components, nowSeconds))
  return { name: /^X-WR-CALNAME[^:\r\n]*:[^\S\r\n]*(.*\S)/im.exec(text)?.[1], events: [...events, ...broken] }
}

function componentOf(lines: string): ICAL.Component | undefined {
  try {
    // A time stays one though its property says that it is a day.
    return ICAL.Component.fromString(lines.replaceAll(/;VALUE=DATE(?=:\d{8}T)/gi, ''))
  } catch {
    return undefined
  }
}

/** An event that the library refuses: for its rule, or for a line that is none. */
function brokenEvent(lines: string): SourceEvent {
  const withoutRules = componentOf(lines.replaceAll(/^(?:RRULE|EXRULE).*\r?\n(?:[ \t].*\r?\n)*/gim, ''))
  const [title = '', uid = title] = ['SUMMARY', 'UID'].map((name) =>
    new RegExp(`^${name}[^:\r\n]*:(.*)`, 'im').exec(lines)?.[1]?.trim(),
  )
  const reason = withoutRules === undefined ? 'unreadable' : 'rule_unsupported'
  return { uid, digest: digestOf(lines), title, reason, blocks: [], notes: [] }
}

/** A zone of the IANA's list, by which its name is known to all programs: many files define it for some years alone. */
class IanaZone extends ICAL.Timezone {
  override utcOffset({ year, month, day, hour, minute }: ICAL.Time): number {
    const wall = new Temporal.PlainDateTime(year, month, day, hour, minute)
    return wall.toZonedDateTime(this.tzid).offsetNanoseconds / 1e9
  }
}

function registerZone(tzid: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(tzid)
    ICAL.TimezoneService.register(new IanaZone({ tzid }), tzid)
    return true
  } catch {
    return false
  }
}

/** A property's first value as it is written: the library makes no more of it, which may fail. */
function textOf(component: ICAL.Component, name: string): string {
  return String(component.getFirstProperty(name)?.jCal[3] ?? '').trim()
}

function readEvent(uid: string, components: readonly ICAL.Component[], nowSeconds: number): SourceEvent {
  const exceptions = components.filter(isException)
  const [newest, ...others] = components
    .filter((one) => !isException(one))
    .toSorted((a, b) => sequenceOf(b) - sequenceOf(a))
  // Without its series, a changed date stands for itself.
  const master = newest ?? exceptions.find((one) => !isCancelled(one)) ?? exceptions[0]
  if (master === undefined) throw new Error('an event has no component')
  const [latitude, longitude] = textOf(master, 'geo').split(',').map(Number)
  const isLocated = latitude !== undefined && longitude !== undefined && (latitude !== 0 || longitude !== 0)
  const read = {
    uid,
    digest: digestOf(
      components.map((one) =>
        READ_PROPERTIES.map((name) => one.getAllProperties(name).map(({ jCal }) => jCal)),
      ),
    ),
    title: textOf(master, 'summary'),
    description: textOf(master, 'description'),
    place: textOf(master, 'location'),
    position: isLocated ? { latitude, longitude } : undefined,
    url: textOf(master, 'url'),
    facts: Object.fromEntries(FACT_NAMES.map((name) => [name, textOf(master, EVENT_FACTS[name].property)])),
    categories: master.getAllProperties('categories').flatMap(({ jCal }) => jCal.slice(3).map(String)),
    isCancelled: isCancelled(master),
  }
  try {
    const isRival = (one: ICAL.Component) =>
      sequenceOf(one) === sequenceOf(master) && textOf(one, 'dtstart') !== textOf(master, 'dtstart')
    if (others.some(isRival)) throw new UnreadableError('uid_repeated')
    const { dates, first } = datesOf(master, exceptions, nowSeconds)
    const blocks = dates.toSorted((a, b) => a.start - b.start).map(blockOfDate)
    return { ...read, blocks, first: blockOfDate(first), notes: notesOf(master, exceptions, first) }
  } catch (error) {
    const reason = error instanceof UnreadableError ? error.reason : 'time_unreadable'
    return { ...read, blocks: [], notes: [], reason }
  }
}

function isException(component: ICAL.Component): boolean {
  return component.hasProperty('recurrence-id')
}

/** The edition with the highest one counts (3.8.7.4). */
function sequenceOf(component: ICAL.Component): number {
  return Number(textOf(component, 'sequence')) || 0
}

function isCancelled(component: ICAL.Component): boolean {
  return /^CANCELLED$/i.test(textOf(component, 'status'))
}

function notesOf(
  master: ICAL.Component,
  exceptions: readonly ICAL.Component[],
  first: SourceDate,
): ImportNote[] {
  const isPrivate = /^(?:PRIVATE|CONFIDENTIAL)$/i.test(textOf(master, 'class'))
  const isOther = (one: ICAL.Component) =>
    ['summary', 'description', 'location'].some(
      (name) => !['', textOf(master, name)].includes(textOf(one, name)),
    )
  const zone = master.getFirstProperty('dtstart')?.getFirstParameter('tzid')
  return [
    ...(isPrivate ? (['private'] as const) : []),
    ...(/^TENTATIVE$/i.test(textOf(master, 'status')) ? (['tentative'] as const) : []),
    ...(exceptions.some(isOther) ? (['exception_text_left_out'] as const) : []),
    ...(zone !== undefined && isFloating(first.time) ? (['zone_unknown'] as const) : []),
    ...(first.end <= first.start ? (['end_guessed'] as const) : []),
    ...(rulesOf(master).some((rule) => !rule.isFinite()) ? (['occurrences_cut'] as const) : []),
  ]
}

interface SourceDate {
  time: ICAL.Time
  length: ICAL.Duration
  /** Epoch seconds. */
  start: number
  end: number
}

function isFloating({ isDate, zone }: ICAL.Time): boolean {
  return !isDate && zone === ICAL.Timezone.localTimezone
}

/** Epoch seconds; of a day, and of a time without a zone, by the village's clock. */
function instantOf(time: ICAL.Time): number {
  return time.isDate || isFloating(time) ? instantOfWall(time.toUnixTime()) : time.toUnixTime()
}

/** Undefined where there is none. ical.js takes the 31st of February for a day of March. */
function timeOf(component: ICAL.Component, name: string): ICAL.Time | undefined {
  const time: unknown = component.getFirstPropertyValue(name)
  if (time === null) return undefined
  if (time instanceof ICAL.Time && time.toString() === textOf(component, name)) return time
  throw new UnreadableError('time_unreadable')
}

function dateOf(component: ICAL.Component): SourceDate {
  const time = timeOf(component, 'dtstart')
  if (time === undefined) throw new UnreadableError('start_missing')
  const end = timeOf(component, 'dtend') ?? time.clone()
  const duration: unknown = component.getFirstPropertyValue('duration')
  if (duration instanceof ICAL.Duration) end.addDuration(duration)
  // A day without an end is a whole one (3.6.1).
  if (time.isDate && end.compare(time) <= 0) end.adjust(1, 0, 0, 0)
  return lastingDate(time, end.subtractDate(time))
}

function lastingDate(time: ICAL.Time, length: ICAL.Duration): SourceDate {
  const end = time.clone()
  end.addDuration(length)
  return { time, length, start: instantOf(time), end: instantOf(end) }
}

/** A timed event without an end is taken for an hour. */
function blockOfDate({ start, end }: SourceDate): TimeBlock {
  const [from, to] = [wallAt(start), wallAt(end)]
  return blockOf(from, to > from ? to : from + 3600)
}

/**
 * The dates of a series that are not over: its first, which counts also where its rule does not name it (3.8.5.3), its extra dates and those of its rules,
 * without the excepted ones, and with the changed ones as they are now.
 */
function datesOf(master: ICAL.Component, exceptions: readonly ICAL.Component[], nowSeconds: number) {
  // A change of all that follows is seldom, and each program reads it in its own way.
  const isRange = exceptions.some((one) => one.getFirstProperty('recurrence-id')?.getFirstParameter('range'))
  if (isRange || master.hasProperty('exrule')) throw new UnreadableError('rule_unsupported')
  const first = dateOf(master)
  const keyOf = (time: ICAL.Time) => (time.isDate || first.time.isDate ? dayOf(time) : `${instantOf(time)}`)
  const excepted = [
    ...exceptions.flatMap((one) => timeOf(one, 'recurrence-id') ?? []),
    ...valuesOf(master, 'exdate'),
  ]
  const taken = new Set(excepted.map(keyOf))
  const dates = exceptions.filter((one) => !isCancelled(one)).map(dateOf)
  for (const time of isException(master) ? [] : timesOf(master, first, nowSeconds)) {
    const key = keyOf(time)
    if (!taken.has(key) && !taken.has(dayOf(time))) dates.push(lastingDate(time, first.length))
    taken.add(key)
  }
  return { first, dates: dates.filter(({ end }) => end > nowSeconds) }
}

function dayOf(time: ICAL.Time): string {
  return `day ${time.toString().slice(0, 10)}`
}

function valuesOf(component: ICAL.Component, name: string): ICAL.Time[] {
  const values = component
    .getAllProperties(name)
    .flatMap((one) => one.getValues() as (ICAL.Time | ICAL.Period)[])
  return values.map((value) => (value instanceof ICAL.Period ? value.start : value))
}

/** When the dates of a series begin: its first, its extra ones, and of each rule those that may not be over. */
function* timesOf(master: ICAL.Component, { time: first, start, end }: SourceDate, nowSeconds: number) {
  yield first
  yield* valuesOf(master, 'rdate')
  // Rules go by the clock of their zone. The library counts its days much faster where no zone is asked.
  const local = first.clone()
  local.zone = ICAL.Timezone.localTimezone
  for (const written of rulesOf(master)) {
    const rule = written.clone()
    const { until, freq } = rule
    if (!/^(?:DAI|WEEK|MONTH|YEAR)LY$/.test(freq)) throw new UnreadableError('rule_unsupported')
    // One that is a day lasts to the end of that day.
    const untilSeconds = until ? instantOf(until) + (until.isDate ? SECONDS_PER_DAY - 1 : 0) : Infinity
    const horizon = rule.isFinite() ? Infinity : nowSeconds + HORIZON_SECONDS
    rule.until = null
    const iterator = rule.iterator(local)
    let coming = 0
    while (coming < COMING_MAX) {
      const next: ICAL.Time | null = iterator.next()
      // No zone is more than a day from another.
      if (next === null || (coming > 0 && next.toUnixTime() > horizon)) break
      if (next.toUnixTime() + end - start < nowSeconds - 2 * SECONDS_PER_DAY) continue
      const time = next.clone()
      time.zone = first.zone
      if (instantOf(time) > untilSeconds) break
      coming += 1
      yield time
    }
  }
}

function rulesOf(component: ICAL.Component): ICAL.Recur[] {
  return component.getAllProperties('rrule').map((one) => one.getFirstValue() as ICAL.Recur)
}

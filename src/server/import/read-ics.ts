import ICAL from 'ical.js'
import type { ImportNote, ImportObstacle } from '@/domain/import'
import { expand } from './ics-occurrences'
import type { Budget } from './ics-occurrences'
import { isUnderstood } from './ics-rule'
import { horizonOf } from './horizon'
import type { Horizon } from './horizon'
import { decodeEntities, plainDescription } from './plain-description'
import type { SourceEvent, UnreadEvent } from './source-event'

/** For a file of a thousand events, each with a few years of weeks. */
const STEPS_OF_A_FILE = 50_000

/** Every writer counts these up without having changed a thing that we store. */
const UNSTABLE = new Set([
  'dtstamp',
  'created',
  'last-modified',
  'sequence',
  'attendee',
  'organizer',
  'priority',
  'transp',
  'class',
])

interface ReadOptions {
  nowSeconds: number
  horizon: Horizon
  budget: Budget
}

export interface ReadCalendar {
  name: string | undefined
  /** Large files take seconds: the caller may let others in between. */
  events: Iterable<UnreadEvent>
}

/**
 * Reads an iCalendar file (RFC 5545), broken ones as far as they go: an event that cannot be read is among the others, with the
 * reason. Events are one a UID, whatever number of changed occurrences they have.
 */
export function readIcs(text: string, nowSeconds: number): ReadCalendar {
  const { calendar, broken } = parseCalendar(text)
  const byUid = new Map<string, ICAL.Component[]>()
  for (const component of calendar.getAllSubcomponents('vevent')) {
    const uid = String(component.getFirstPropertyValue('uid') ?? '').trim() || uidOf(component)
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
    const event = unreadable(part)
    yield { uid: event.uid, read: () => event }
  }
}

/** As a whole if possible; else event by event, so that one line which is none loses one event and not all. */
function parseCalendar(text: string): { calendar: ICAL.Component; broken: string[] } {
  const unfolded = text.replaceAll(/\r\n|\r/g, '\n')
  try {
    const parsed: unknown = ICAL.parse(unfolded)
    // Several calendars in one file come as a list of them.
    const calendars = Array.isArray((parsed as unknown[])[0]) ? (parsed as unknown[]) : [parsed]
    const [first, ...others] = calendars.map((one) => new ICAL.Component(one as string))
    if (first === undefined) throw new Error('no calendar')
    for (const other of others) for (const part of other.getAllSubcomponents()) first.addSubcomponent(part)
    return { calendar: first, broken: [] }
  } catch {
    return parseInParts(unfolded)
  }
}

function parseInParts(text: string): { calendar: ICAL.Component; broken: string[] } {
  const parts = text.match(/^BEGIN:VEVENT$[\s\S]*?(?:^END:VEVENT$|(?=^BEGIN:VEVENT$)|(?![\s\S]))/gm) ?? []
  const zones = text.match(/^BEGIN:VTIMEZONE$[\s\S]*?^END:VTIMEZONE$/gm) ?? []
  const calendar = new ICAL.Component('vcalendar')
  const broken: string[] = []
  const parse = (part: string) => {
    const parsed: unknown = ICAL.parse(`BEGIN:VCALENDAR\n${part}\nEND:VCALENDAR`)
    for (const child of new ICAL.Component(parsed as string).getAllSubcomponents())
      calendar.addSubcomponent(child)
  }
  for (const zone of zones) tryTo(() => parse(zone))
  for (const part of parts) if (!tryTo(() => parse(part))) broken.push(part)
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
  // Without exceptions given, the library looks for them among all events of the file, for each event.
  const all = components.map((component) => new ICAL.Event(component, { exceptions: [] }))
  const masters = all.filter(({ component }) => !component.hasProperty('recurrence-id'))
  const master = masters[0] ?? all[0]
  if (master === undefined) throw new Error('an event has no component')
  // Changed occurrences without their series are what is left of it.
  const exceptions = all.filter((one) => one !== master && one.component.hasProperty('recurrence-id'))
  const notes: ImportNote[] = []
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
  const obstacle = obstacleOf(master)
  if (obstacle !== undefined) return { ...base, obstacle }
  // The newest edition of a UID counts (SEQUENCE); what is left is said.
  if (masters.length > 1 && masters.some((one) => one.startDate.compare(master.startDate) !== 0))
    return { ...base, obstacle: 'uid_repeated' }
  try {
    const rule = master.component.getFirstPropertyValue('rrule')
    const isSeries = rule instanceof ICAL.Recur
    if (isSeries && !isUnderstood(rule)) return { ...base, obstacle: 'rule_unsupported' }
    const isOpen = isSeries && !rule.isFinite()
    const found = expand(master, exceptions, {
      from: nowSeconds,
      to: isOpen ? horizon.seconds : Infinity,
      budget,
    })
    notes.push(...new Set(found.notes))
    if (found.blocks.some(({ isEndGuessed }) => isEndGuessed)) notes.push('end_guessed')
    if (found.blocks.some(({ isZoneUnknown }) => isZoneUnknown)) notes.push('zone_unknown')
    return { ...base, isSeries, isOpen, blocks: found.blocks.map(({ block }) => block) }
  } catch (error) {
    return {
      ...base,
      obstacle:
        error instanceof RangeError && error.message.startsWith('too many')
          ? 'rule_unsupported'
          : 'time_unreadable',
    }
  }
}

function obstacleOf({ component }: ICAL.Event): ImportObstacle | undefined {
  if (String(component.getFirstPropertyValue('status')).toUpperCase() === 'CANCELLED') return 'cancelled'
  const start = component.getFirstProperty('dtstart')
  if (start === null) return 'start_missing'
  // As it is written: the library reads the 32nd as the first of the next month.
  const written: unknown = (start.toJSON() as unknown[])[3]
  return typeof written === 'string' && isMoment(written) ? undefined : 'time_unreadable'
}

function isMoment(text: string): boolean {
  return tryTo(() => Temporal.PlainDateTime.from(text.replace(/Z$/, ''), { overflow: 'reject' }))
}

function textOf(component: ICAL.Component) {
  const value = (name: string) => {
    const found: unknown = component.getFirstPropertyValue(name)
    return typeof found === 'string' ? found.trim() : ''
  }
  const geo: unknown = component.getFirstPropertyValue('geo')
  const [latitude, longitude] = Array.isArray(geo) ? geo.map(Number) : []
  return {
    title: decodeEntities(value('summary')),
    description: plainDescription(value('description')),
    place: decodeEntities(value('location')),
    position:
      latitude !== undefined && longitude !== undefined && (latitude !== 0 || longitude !== 0)
        ? { latitude, longitude }
        : undefined,
    url: value('url') || undefined,
    categories: component
      .getAllProperties('categories')
      .flatMap((property) => property.getValues().map(String)),
  }
}

/** What of a component is ours to store; without the parts that change with every download. */
function stableProperties(component: ICAL.Component): unknown {
  return component
    .getAllProperties()
    .filter(({ name }) => !UNSTABLE.has(name) && !name.startsWith('x-'))
    .map((property) => property.toJSON())
}

/** A file may leave the UID out, though it must not (3.8.4.7). */
function uidOf(component: ICAL.Component): string {
  const start: unknown = component.getFirstPropertyValue('dtstart')
  return `${String(component.getFirstPropertyValue('summary') ?? '')} ${String(start)}`.trim()
}

/** What there is to say of an event that is no iCalendar. */
function unreadable(part: string): SourceEvent {
  const line = (name: string) =>
    new RegExp(String.raw`^${name}(?:;[^:\n]*)?:(.*)$`, 'm').exec(part)?.[1]?.trim() ?? ''
  return {
    uid: line('UID') || part.slice(0, 100),
    title: line('SUMMARY'),
    description: '',
    place: '',
    categories: [],
    blocks: [],
    isSeries: false,
    isOpen: false,
    obstacle: 'unreadable',
    notes: [],
    fingerprint: part,
  }
}

import ICAL from 'ical.js'
import { EVENT_FACTS, FACT_NAMES } from '@/domain/events/event-fields'
import { decodeEntities, plainDescription, boundedText } from '@/server/modules/import/source/source-event'
import type { SourceEvent } from '@/server/modules/import/source/source-event'
import { cutText } from '@/domain/text/plain-text'

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

const FACTS = new Set<string>(FACT_NAMES.map((name) => EVENT_FACTS[name].property))

/** The text of a property as it is written: reading a broken value, such as a text that calls itself a date, throws. */
export function writtenValue(component: ICAL.Component, name: string): string {
  const jcal = component.getFirstProperty(name)?.toJSON() as unknown[] | undefined
  // The value stands behind name, parameters and type (RFC 7265, 3.4).
  const value = jcal?.[3]
  return typeof value === 'string' ? value.trim() : ''
}

export function isCancelled(component: ICAL.Component): boolean {
  return writtenValue(component, 'status').toUpperCase() === 'CANCELLED'
}

export function textOf(component: ICAL.Component) {
  const value = (name: string) => boundedText(writtenValue(component, name))
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
    facts: Object.fromEntries(FACT_NAMES.map((name) => [name, value(EVENT_FACTS[name].property)])),
    categories: component
      .getAllProperties('categories')
      .flatMap((property) => property.getValues().map(String)),
  }
}

/** The properties of a component that are stored; without those that change with every download. */
export function stableProperties(component: ICAL.Component): unknown {
  return component
    .getAllProperties()
    .filter(({ name }) => FACTS.has(name) || (!UNSTABLE.has(name) && !name.startsWith('x-')))
    .map((property) => property.toJSON())
}

/** The lines of a broken component that would be stable properties of a whole one. */
function stableLines(lines: string): string {
  return lines
    .split(/\r?\n/)
    .filter((line) => !UNSTABLE.has(line.split(/[;:]/, 1).join('').trim().toLowerCase()))
    .join('\n')
}

/** A file may leave the UID out, though it must not (3.8.4.7). */
export function uidOf(component: ICAL.Component): string {
  const value = (name: string) => writtenValue(component, name)
  return value('uid') || `${value('summary')} ${value('dtstart')}`.trim()
}

/** The row for an event that is no iCalendar. */
export function unreadableEvent(part: string): SourceEvent {
  const lines = unfoldLines(part)
  const line = (name: string) =>
    new RegExp(String.raw`^${name}(?:;[^:\n]*)?:(.*)$`, 'm').exec(lines)?.[1]?.trim() ?? ''
  return {
    uid: line('UID') || cutText(part, 100),
    title: boundedText(line('SUMMARY')),
    description: '',
    place: '',
    categories: [],
    blocks: [],
    isSeries: false,
    isOpen: false,
    obstacle: 'unreadable',
    notes: [],
    fingerprint: stableLines(lines),
  }
}

/** How a line of an iCalendar file begins: with a name in capitals, or with one of its own (RFC 5545, 3.1). */
const PROPERTY = /^(?:[A-Z][A-Z0-9-]*|X-[A-Z0-9-]+)[;:]/i
const CAPITALS = /^(?:[A-Z][A-Z0-9-]*[;:]|X-)/
/** The properties whose value is a text, to which a line that is none may belong. */
const TEXTS = /^(?:SUMMARY|DESCRIPTION|LOCATION|COMMENT|CONTACT|X-[A-Z0-9-]+)[;:]/i

/** Those of many lines: of an event, a line in them that begins with a name that no event has is prose ("TICKETS: at the door"). */
const PROSE = /^(?:DESCRIPTION|COMMENT)[;:]/i
/**
 * The properties that an event and its alarms have (RFC 5545, 3.6; RFC 7986, 4; RFC 9073, 6; RFC 9074; RFC 9253, 8). A LINK has
 * parameters; without any it is prose.
 */
const OF_EVENTS =
  /^(?:X-.*|BEGIN|END|ACTION|ACKNOWLEDGED|ATTACH|ATTENDEE|CATEGORIES|CLASS|COLOR|COMMENT|CONCEPT|CONFERENCE|CONTACT|CREATED|DESCRIPTION|DTEND|DTSTAMP|DTSTART|DURATION|EXDATE|EXRULE|GEO|IMAGE|LAST-MODIFIED|LINK(?=;)|LOCATION|ORGANIZER|PRIORITY|PROXIMITY|RDATE|RECURRENCE-ID|REFID|RELATED-TO|REPEAT|REQUEST-STATUS|RESOURCES|RRULE|SEQUENCE|STATUS|STRUCTURED-DATA|STYLED-DESCRIPTION|SUMMARY|TRANSP|TRIGGER|UID|URL)[;:]/i

/** Marks an event whose lines were repaired. No other program reads what begins with X- (RFC 5545, 3.8.8.2). */
export const REPAIRED = 'X-IMPORT-LINES-REPAIRED'

/**
 * An iCalendar text without the commonest fault of files made by hand, a raw line break within a text: lines that are none belong
 * to the text before them, and behind anything else they are left out. `text`: with plain line breaks.
 */
export function repairLines(text: string): string {
  // One that writes its names small says nothing by them.
  const begins = /^BEGIN:/m.test(text) ? CAPITALS : PROPERTY
  const lines: string[] = []
  let isOfEvent = false
  let isText = false
  let isProse = false
  let isRepaired = false
  for (const line of text.split('\n')) {
    if (line === '' || /^[ \t]/.test(line)) lines.push(line)
    else if (begins.test(line) && PROPERTY.test(line) && (!isProse || OF_EVENTS.test(line))) {
      if (isRepaired && /^END:VEVENT\s*$/i.test(line)) lines.push(`${REPAIRED}:TRUE`)
      if (/^(?:BEGIN|END):VEVENT\s*$/i.test(line)) {
        isRepaired = false
        isOfEvent = /^BEGIN/i.test(line)
      }
      isText = TEXTS.test(line)
      isProse = isOfEvent && PROSE.test(line)
      lines.push(line)
    } else {
      isRepaired = true
      if (isText) lines.push(` \\n${line}`)
    }
  }
  return lines.join('\n')
}

/**
 * The lines of an event, unfolded (RFC 5545, 3.1), without those that cannot be parsed: each costs itself and no other. One whose
 * quotation mark is in the wrong place is repaired.
 */
export function withoutDamagedLines(event: string): string {
  const lines = unfoldLines(event).split('\n')
  const valid = lines.flatMap(
    (line) =>
      [line, withMovedQuote(line)].find((one) => /^(?:BEGIN|END):/i.test(one) || isProperty(one)) ?? [],
  )
  if (valid.join('\n') !== lines.join('\n')) valid.splice(1, 0, `${REPAIRED}:TRUE`)
  return valid.join('\n')
}

/** A line whose parameter is quoted together with the value (`DTSTART;TZID="Zone:20260701T200000"`), as it was meant. */
function withMovedQuote(line: string): string {
  return line.replace(/="([^":]+):([^":]+)"?\s*$/, '="$1":$2')
}

/** Makes each property one line: a long one is written on several, each but the first with a blank before it. */
function unfoldLines(text: string): string {
  return text.replaceAll(/\n[ \t]/g, '')
}

function isProperty(line: string): boolean {
  try {
    ICAL.Property.fromString(line)
    return true
  } catch {
    return false
  }
}

import type ICAL from 'ical.js'
import { FACT_PROPERTIES } from '@/domain/calendar/fact-properties'
import { unfoldLines } from './ics-lines'
import { decodeEntities, plainDescription } from '@/server/modules/import/mapping/plain-description'
import type { SourceEvent } from '@/server/modules/import/source/source-event'
import { cutText } from '@/domain/text/plain-text'
import { boundedText } from '@/server/modules/import/source/source-text'

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

const FACTS = new Set<string>(Object.values(FACT_PROPERTIES))

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

/** The title, description and other words of an event. */
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
    facts: {
      audience: value(FACT_PROPERTIES.audience),
      access: value(FACT_PROPERTIES.access),
      languages: value(FACT_PROPERTIES.languages),
    },
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

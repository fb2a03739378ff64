import ICAL from 'ical.js'

/**
 * Calendars as jCal (RFC 7265), which ical.js writes as iCalendar (RFC 5545): it folds lines and escapes text.
 */

type Parameters = Record<string, string>
export type Property = [name: string, parameters: Parameters, type: string, ...values: unknown[]]
export type Component = [name: string, properties: Property[], components: Component[]]

/** A continued line begins with a blank, which ical.js does not count among its 75 octets. */
ICAL.foldLength = 74

const LINE_BREAK = /\r\n?/g
const NOT_PRINTED = /[^\P{Cc}\n]/gu

/** A line break is one character, and no other that is not printed is of use in a calendar. */
export function text(name: string, value: string): Property {
  return [name, {}, 'text', value.replaceAll(LINE_BREAK, '\n').replaceAll(NOT_PRINTED, ' ')]
}

/** The text of a calendar: lines that end in CR LF, of at most 75 octets each. */
export function calendarText(calendar: Component): string {
  return ICAL.stringify(calendar)
}

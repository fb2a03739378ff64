import ICAL from 'ical.js'

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
export function unfoldLines(text: string): string {
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

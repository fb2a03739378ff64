/** The components of a file that is no iCalendar as a whole, each as its own lines. */
export interface IcsParts {
  events: string[]
  zones: string[]
}

/**
 * Splits a file at the lines that begin and end its events and time zones, in one pass. An event that is not closed ends where the
 * next one begins, or with the file; a time zone that is not closed is none.
 */
export function icsParts(text: string): IcsParts {
  const parts: IcsParts = { events: [], zones: [] }
  let event: string[] | undefined
  let zone: string[] | undefined
  const endEvent = () => {
    if (event !== undefined) parts.events.push(event.join('\n'))
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
      if (zone !== undefined) parts.zones.push(zone.join('\n'))
      zone = undefined
    }
  }
  endEvent()
  return parts
}

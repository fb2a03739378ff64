import type ICAL from 'ical.js'
import { isCancelled } from './ics-text'

/** An occurrence as a change of it and all later ones has made it. */
export interface ChangedOccurrence {
  start: ICAL.Time
  end: ICAL.Time
}

/** How an occurrence was changed by an earlier one; undefined when by none. */
export interface ChangeAt {
  (occurrence: ICAL.Time): ChangedOccurrence | 'cancelled' | undefined
  /** How much later an occurrence may end than the series says. */
  maxShiftSeconds: number
}

/**
 * The changes of a series that count for one occurrence and all that follow (RECURRENCE-ID;RANGE=THISANDFUTURE, RFC 5545, 3.2.13):
 * those are as much earlier or later as the changed one, and as long. The latest change before an occurrence counts.
 */
export function futureChanges(exceptions: readonly ICAL.Event[]): ChangeAt {
  const changes = exceptions
    .filter((exception) => exception.modifiesFuture())
    .map((event) => {
      const from = event.recurrenceId
      const isShifted = !isCancelled(event.component)
      const shift = isShifted ? event.startDate.subtractDate(inZoneOf(from, event.startDate)) : undefined
      return { event, from: from.toUnixTime(), shift }
    })
    .toSorted((a, b) => b.from - a.from)
  const changeAt = (occurrence: ICAL.Time): ReturnType<ChangeAt> => {
    if (changes.length === 0) return undefined
    const at = occurrence.toUnixTime()
    const change = changes.find(({ from }) => from <= at)
    if (change === undefined) return undefined
    const { event, shift } = change
    if (shift === undefined) return 'cancelled'
    const start = inZoneOf(occurrence, event.startDate).clone()
    start.addDuration(shift)
    const end = start.clone()
    end.addDuration(event.duration)
    return { start, end }
  }
  const shifts = changes.flatMap(({ event, shift }) =>
    shift === undefined ? [] : [shift.toSeconds() + event.duration.toSeconds()],
  )
  return Object.assign(changeAt, { maxShiftSeconds: Math.max(0, ...shifts) })
}

/** A day has no zone. */
function inZoneOf(time: ICAL.Time, other: ICAL.Time): ICAL.Time {
  return time.isDate || other.isDate ? time : time.convertToZone(other.zone)
}

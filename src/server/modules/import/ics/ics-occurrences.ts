import ICAL from 'ical.js'
import type { ImportNote } from '@/domain/staff/import'
import { MAX_TIME_BLOCKS } from '@/domain/timetables/timetable'
import { SECONDS_PER_DAY } from '@/domain/time/village-time'
import { endOfBlock, isAtSameTime } from '@/server/modules/import/mapping/block-times'
import type { ReadBlock } from './ics-times'
import { blockOf } from './ics-times'
import { isCancelled } from './ics-text'

/** A daily event of eleven years; more is no event of a village. */
const STEPS_MAX = 4000
/** More than a timetable can have, so that the rule is recognized. */
const COMING_MAX = 1200

/** More than the village and any zone, or a day without one, are apart. */
const ZONES_SECONDS = 2 * SECONDS_PER_DAY

/** Longer is no event; the library counts it month by month, for each occurrence. */
const LENGTH_MAX_SECONDS = 10 * 366 * SECONDS_PER_DAY

/** What the steps of one file may be together: it is read in one go. */
export interface Budget {
  steps: number
}

export interface Expansion {
  blocks: ReadBlock[]
  notes: ImportNote[]
}

/** Whether an event lasts no longer than can be counted. Without an end it has no length. */
export function hasLength(component: ICAL.Component): boolean {
  const duration: unknown = component.getFirstPropertyValue('duration')
  if (duration instanceof ICAL.Duration) return Math.abs(duration.toSeconds()) <= LENGTH_MAX_SECONDS
  const start: unknown = component.getFirstPropertyValue('dtstart')
  const end: unknown = component.getFirstPropertyValue('dtend')
  if (!(start instanceof ICAL.Time) || !(end instanceof ICAL.Time)) return true
  return Math.abs(end.toUnixTime() - start.toUnixTime()) <= LENGTH_MAX_SECONDS
}

/** Whether an event has no more dates besides those of its rule, extra and excepted ones, than are ever counted. */
export function hasFewDates(component: ICAL.Component): boolean {
  const written = ['rdate', 'exdate'].flatMap((name) => component.getAllProperties(name))
  // Name, parameters and type come before the values (RFC 7265, 3.4).
  return written.reduce((sum, property) => sum + (property.toJSON() as unknown[]).length - 3, 0) <= STEPS_MAX
}

/**
 * The occurrences that are not over at `from` and begin before `to` (epoch seconds): of the rule and the extra dates, without the
 * excepted ones, and with the changed ones as they are now. Throws RangeError for a rule that goes on for too long.
 */
export function expand(
  master: ICAL.Event,
  exceptions: readonly ICAL.Event[],
  { from, to, budget }: { from: number; to: number; budget: Budget },
): Expansion {
  const notes: ImportNote[] = []
  const blocks: ReadBlock[] = []
  let mayBeWeekly = true
  const add = (event: ICAL.Event, start: ICAL.Time, end: ICAL.Time) => {
    const endSeconds = end.toUnixTime()
    // What is long over needs no reckoning in village time, which is the costly part.
    if (endSeconds < from - ZONES_SECONDS) return
    const read = blockOf(start, end, zoneNameOf(event))
    if (endSeconds <= from + ZONES_SECONDS && endOfBlock(read.block) <= from) return
    mayBeWeekly &&= isAtSameTime(read.block, (blocks[0] ?? read).block)
    blocks.push(read)
  }
  const moved = new Map(exceptions.map((exception) => [keyOf(exception.recurrenceId), exception]))
  const seen = new Set<string>()
  const length = master.endDate.subtractDate(master.startDate)
  const iterator = master.iterator()
  for (let steps = 0; ; steps++) {
    if (steps > STEPS_MAX || budget.steps <= 0) throw new RangeError('too many occurrences')
    budget.steps -= 1
    // The types do not say that it ends.
    const next = iterator.next() as ICAL.Time | null | undefined
    // Of what is no weekly rule only a list's length is taken.
    const isEnough = blocks.length >= (mayBeWeekly ? COMING_MAX : MAX_TIME_BLOCKS + 1)
    if (!next || next.toUnixTime() > to || isEnough) break
    const key = keyOf(next)
    seen.add(key)
    if (moved.has(key)) continue
    const end = next.clone()
    end.addDuration(length)
    add(master, next, end)
  }
  // With extra dates and no rule the library leaves out the first of all.
  const first = master.startDate
  const isLeftOut =
    !seen.has(keyOf(first)) && !moved.has(keyOf(first)) && !master.component.hasProperty('rrule')
  if (isLeftOut && !exceptedOf(master).has(keyOf(first))) add(master, first, master.endDate)
  for (const exception of moved.values()) {
    if (isCancelled(exception.component)) continue
    add(exception, exception.startDate, exception.endDate)
    if (exception.summary !== master.summary) notes.push('exception_text_left_out')
  }
  return {
    blocks: blocks.toSorted((a, b) => (a.block.start_time < b.block.start_time ? -1 : 1)),
    notes,
  }
}

function exceptedOf({ component }: ICAL.Event): ReadonlySet<string> {
  const values: unknown[] = component.getAllProperties('exdate').flatMap((property) => property.getValues())
  return new Set(values.flatMap((value) => (value instanceof ICAL.Time ? [keyOf(value)] : [])))
}

function zoneNameOf({ component }: ICAL.Event): string | undefined {
  const name: unknown = component.getFirstProperty('dtstart')?.getParameter('tzid')
  return typeof name === 'string' ? name : undefined
}

/** The same instant, whatever zone it is written in. */
function keyOf(time: ICAL.Time): string {
  return time.isDate ? time.toString() : String(time.toUnixTime())
}

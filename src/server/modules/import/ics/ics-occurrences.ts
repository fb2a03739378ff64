import ICAL from 'ical.js'
import type { ImportNote } from '@/domain/staff/import'
import { MAX_TIME_BLOCKS } from '@/domain/submissions/submission-limits'
import { SECONDS_PER_DAY } from '@/domain/time/local-time'
import { endOfBlock, isAtSameTime } from '@/server/modules/import/mapping/block-times'
import { countOfDates, datesOf, isLength, keyOf, namesOf } from './ics-dates'
import { blockOf } from './ics-times'
import type { ReadBlock } from './ics-times'
import { isCancelled, writtenValue } from './ics-text'

/** A daily event of eleven years from today, or since it began where its occurrences are counted; more is no event of a village. */
const STEPS_MAX = 4000
/** A timetable cannot have more, so that the rule is recognized. */
const COMING_MAX = 1200

/** The village and any zone, or a day without one, are no farther apart. */
const ZONES_SECONDS = 2 * SECONDS_PER_DAY

/** The steps that one file may take together: it is read in one go. */
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
  if (duration instanceof ICAL.Duration) return isLength(duration.toSeconds())
  const start: unknown = component.getFirstPropertyValue('dtstart')
  const end: unknown = component.getFirstPropertyValue('dtend')
  if (!(start instanceof ICAL.Time) || !(end instanceof ICAL.Time)) return true
  return isLength(end.toUnixTime() - start.toUnixTime())
}

/** Whether an event has no more dates besides those of its rule, extra and excepted ones, than are ever counted. */
export function hasFewDates(component: ICAL.Component): boolean {
  return countOfDates(component) <= STEPS_MAX
}

interface ExpandOptions {
  /** The rules of the event, each understood. */
  rules: readonly ICAL.Recur[]
  /** Epoch seconds. */
  from: number
  to: number
  budget: Budget
}

/**
 * The occurrences that are not over at `from` and begin before `to` (epoch seconds): of the rules and the extra dates, without the
 * excepted ones, and with the changed ones as they are now. Throws RangeError for a rule that goes on for too long.
 */
export function expand(
  master: ICAL.Event,
  exceptions: readonly ICAL.Event[],
  { rules, from, to, budget }: ExpandOptions,
): Expansion {
  const notes: ImportNote[] = []
  const blocks: ReadBlock[] = []
  let mayBeWeekly = true
  const readToCome = (start: ICAL.Time, end: ICAL.Time) => {
    const endSeconds = end.toUnixTime()
    // An occurrence that is long over needs no computation in village time, which is the costly part.
    if (endSeconds < from - ZONES_SECONDS) return undefined
    const read = blockOf(start, end)
    return endSeconds > from + ZONES_SECONDS || endOfBlock(read.block) > from ? read : undefined
  }
  const add = (start: ICAL.Time, end: ICAL.Time) => {
    const read = readToCome(start, end)
    if (read === undefined) return false
    mayBeWeekly &&= isAtSameTime(read.block, (blocks[0] ?? read).block)
    blocks.push(read)
    return true
  }
  const dates = datesOf(master)
  if (dates.hasUnreadable) notes.push('dates_unreadable')
  const idOf = namesOf(master.startDate)
  const moved = new Map(exceptions.map((exception) => [idOf(exception.recurrenceId), exception]))
  const changeAt = futureChanges(exceptions)
  const length = master.endDate.subtractDate(master.startDate)
  const seen = new Set<string>()
  const addOccurrence = (start: ICAL.Time, ownEnd?: ICAL.Time) => {
    const key = keyOf(start)
    if (seen.has(key) || dates.excepted.has(start)) return
    seen.add(key)
    const own = moved.get(idOf(start))
    const change = own === undefined ? changeAt(start) : undefined
    const end = ownEnd ?? start.clone()
    if (ownEnd === undefined) end.addDuration(length)
    if (change === 'cancelled' || (own !== undefined && isCancelled(own.component))) {
      if (readToCome(start, end) !== undefined) notes.push('dates_cancelled')
      return
    }
    // It is added with the changed ones, wherever it is now.
    if (own !== undefined) return
    add(change?.start ?? start, change?.end ?? end)
  }

  const earliest = from - ZONES_SECONDS - Math.max(0, length.toSeconds()) - changeAt.maxShiftSeconds
  // A changed occurrence whose series is not in the file is where it is, whatever stood there before.
  if (master.isRecurrenceException()) add(master.startDate, master.endDate)
  else if (rules.length === 0) addOccurrence(master.startDate)
  for (const rule of rules) {
    const iterator = withoutCount(rule, master.startDate).iterator(
      firstTurn(rule, master.startDate, earliest),
    )
    // The rule's own count is kept here: the library's has in it days that there are not, such as the 31st of April.
    for (let steps = 0; !rule.count || steps < rule.count; steps++) {
      if (steps > STEPS_MAX || budget.steps <= 0) throw new RangeError('too many occurrences')
      budget.steps -= 1
      // The types do not say that it ends.
      const next = iterator.next() as ICAL.Time | null | undefined
      // A series that is no weekly rule only needs a list's length.
      const isEnough = blocks.length >= (mayBeWeekly ? COMING_MAX : MAX_TIME_BLOCKS + 1)
      if (!next || next.toUnixTime() > to || isEnough) break
      // The library goes on counting in the one it gave.
      addOccurrence(next.clone())
    }
  }
  for (const { start, end } of dates.extra) if (start.toUnixTime() <= to) addOccurrence(start, end)
  for (const exception of moved.values()) {
    if (isCancelled(exception.component)) continue
    const isToCome = add(exception.startDate, exception.endDate)
    if (!isToCome && !exception.modifiesFuture()) continue
    const saysOther = (name: string) =>
      !['', writtenValue(master.component, name)].includes(writtenValue(exception.component, name))
    if (saysOther('summary') || saysOther('description')) notes.push('exception_text_left_out')
    if (saysOther('location')) notes.push('exception_place_left_out')
  }
  const forwards = blocks.filter(({ block }) => block.is_all_day || block.start_time < block.end_time)
  // A date that ends before it begins is left out, unless the event has no other.
  const hasBackwards = forwards.length > 0 && forwards.length < blocks.length
  if (hasBackwards) notes.push('dates_unreadable')
  return {
    blocks: (hasBackwards ? forwards : blocks).toSorted((a, b) =>
      a.block.start_time < b.block.start_time ? -1 : 1,
    ),
    notes,
  }
}

/**
 * The rule without its count. An UNTIL without a zone is read in the zone of the series; an UNTIL that is a day lasts to the end of that
 * day.
 */
function withoutCount(rule: ICAL.Recur, start: ICAL.Time): ICAL.Recur {
  const counted = rule.clone()
  counted.count = null
  const { until } = counted
  if (until !== null && !start.isDate && until.zone === ICAL.Timezone.localTimezone) {
    const { year, month, day, hour, minute, second } = until
    const time = until.isDate ? { hour: 23, minute: 59, second: 59 } : { hour, minute, second }
    counted.until = new ICAL.Time({ year, month, day, ...time }, start.zone)
  }
  return counted
}

/**
 * The turn of a rule to begin with, so that those which were over long ago are not counted: its start, or a turn of it before
 * `earliest` (epoch seconds). Whole steps of days or weeks further on a rule has the same days; one that ends after so many
 * occurrences is counted from its start.
 */
function firstTurn({ freq, interval, count }: ICAL.Recur, start: ICAL.Time, earliest: number): ICAL.Time {
  const isByDays = freq === 'DAILY' || freq === 'WEEKLY'
  const step = interval * (freq === 'WEEKLY' ? 7 : 1)
  const turns = Math.floor((earliest - start.toUnixTime()) / SECONDS_PER_DAY / step)
  // A step less, as days are an hour shorter or longer twice a year.
  if (!isByDays || count || turns < 2) return start
  const turn = start.clone()
  turn.adjust((turns - 1) * step, 0, 0, 0)
  return turn
}

/** An occurrence as a change of it and all later ones has made it. */
interface ChangedOccurrence {
  start: ICAL.Time
  end: ICAL.Time
}

/** How an occurrence was changed by an earlier one; undefined when by none. */
interface ChangeAt {
  (occurrence: ICAL.Time): ChangedOccurrence | 'cancelled' | undefined
  /** How much later an occurrence may end than the series says. */
  maxShiftSeconds: number
}

/**
 * The changes of a series that count for one occurrence and all that follow (RECURRENCE-ID;RANGE=THISANDFUTURE, RFC 5545, 3.2.13):
 * those are as much earlier or later as the changed one, and as long. The latest change before an occurrence counts.
 */
function futureChanges(exceptions: readonly ICAL.Event[]): ChangeAt {
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

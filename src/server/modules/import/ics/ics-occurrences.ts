import ICAL from 'ical.js'
import type { ImportNote } from '@/domain/staff/import'
import { MAX_TIME_BLOCKS } from '@/domain/submissions/submission-limits'
import { SECONDS_PER_DAY } from '@/domain/time/local-time'
import { endOfBlock, isAtSameTime } from '@/server/modules/import/source/source-event'
import { countOfDates, datesOf, isLength, keyOf, namesOf, blockOf } from './ics-times'
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

/**
 * The occurrences that are not over at `from` and begin before `to` (epoch seconds): of the understood rules and the extra dates, without the
 * excepted ones, and with the changed ones as they are now. Throws RangeError for a rule that goes on for too long.
 */
export function expand(
  master: ICAL.Event,
  exceptions: readonly ICAL.Event[],
  understood: { rules: readonly ICAL.Recur[]; from: number; to: number; budget: Budget },
): Expansion {
  const { rules, from, to, budget } = understood
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

/** How an occurrence was changed by an earlier one; undefined when by none. */
interface ChangeAt {
  (occurrence: ICAL.Time): { start: ICAL.Time; end: ICAL.Time } | 'cancelled' | undefined
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

/** Parts of a rule (RFC 5545, 3.3.10) that are understood with each frequency. */
const UNDERSTOOD: Record<string, readonly string[]> = {
  DAILY: ['BYDAY', 'BYMONTH'],
  WEEKLY: ['BYDAY', 'BYMONTH'],
  MONTHLY: ['BYDAY', 'BYMONTH', 'BYMONTHDAY', 'BYSETPOS'],
  YEARLY: ['BYDAY', 'BYMONTH', 'BYMONTHDAY'],
}
/** Nobody keeps a longer step; the library counts it day by day. */
const INTERVAL_MAX = 1000
/** Every month has a day of each weekday at this step, so that a rule for some months has days in each year. */
const WEEKS_WITHIN_A_MONTH = 4
/** Every month has them. */
const MAX_MONTH_DAY = 28
const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const
/** The number of days of each month in every year. */
const DAYS_OF_MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** The day that a rule begins on: it counts from there, and takes from it what it does not say. */
interface RuleStart {
  month: number
  day: number
}

/**
 * The rule as the library expands it rightly; undefined for one that is not understood. Understood is what calendars write and
 * what has days within a few years of any other. Others are refused before they are expanded: the library searches for ever for
 * the days of one that has none (a daily one on 30 February). `start`: its first day.
 */
export function understoodRule(rule: ICAL.Recur, start: RuleStart): ICAL.Recur | undefined {
  const monthly = asMonthly(rule, start)
  if (monthly !== undefined) return monthly
  return isUnderstood(rule, start) ? rule : undefined
}

/**
 * Whether the file's rules of a time zone end their search. Those are expanded from their beginning to this year for every
 * event; they are yearly in all zones that there are.
 */
export function isZoneUnderstood(zone: ICAL.Component): boolean {
  return zone
    .getAllSubcomponents()
    .flatMap((observance) => observance.getAllProperties('rrule'))
    .flatMap((property) => property.getValues() as unknown[])
    .every((rule) => rule instanceof ICAL.Recur && rule.freq === 'YEARLY' && isUnderstood(rule, ANY_START))
}

/** The start for rules of a time zone, which say their month and day. */
const ANY_START: RuleStart = { month: 1, day: 1 }

function isUnderstood(rule: ICAL.Recur, start: RuleStart): boolean {
  const understood = UNDERSTOOD[rule.freq]
  const { interval } = rule
  if (understood === undefined || !Number.isInteger(interval) || interval < 1 || interval > INTERVAL_MAX)
    return false
  const parts = partsOf(rule)
  const used = usedParts(rule)
  if (!used.every((part) => understood.includes(part))) return false
  // With a step, the days that a daily rule names may be those that it steps over.
  if (rule.freq === 'DAILY' && interval > 1 && used.length > 0) return false
  if (rule.freq === 'WEEKLY' && interval > WEEKS_WITHIN_A_MONTH && used.includes('BYMONTH')) return false
  if (used.includes('BYSETPOS') && (!used.includes('BYDAY') || !numbers(parts['BYSETPOS']).every(isSmall)))
    return false
  if (rule.freq === 'YEARLY' && used.length > 0 && !used.includes('BYMONTH')) return false
  if (!numbers(parts['BYMONTH']).every((month) => month >= 1 && month <= 12)) return false
  return hasWeekdays(rule, used) && hasMonthDays(rule, used, start)
}

/**
 * A yearly rule by month and day as a monthly one with the same days; undefined for any other. The library takes the 31st of April in
 * a yearly rule for the first of May, and 29 February in other years for the first of March; in a monthly one it knows better.
 */
function asMonthly(rule: ICAL.Recur, start: RuleStart): ICAL.Recur | undefined {
  const used = usedParts(rule)
  const isByMonthDay = used.every((part) => part === 'BYMONTH' || part === 'BYMONTHDAY')
  if (rule.freq !== 'YEARLY' || rule.interval !== 1 || !isByMonthDay) return undefined
  if (used.includes('BYMONTHDAY') && !used.includes('BYMONTH')) return undefined
  const { BYMONTH = [start.month], BYMONTHDAY = [start.day] } = partsOf(rule)
  const monthly = ICAL.Recur.fromData({
    ...rule.toJSON(),
    freq: 'MONTHLY',
    bymonth: numbers(BYMONTH),
    bymonthday: numbers(BYMONTHDAY),
  })
  return isUnderstood(monthly, start) ? monthly : undefined
}

/** The parts of a rule by their names in upper case. */
function partsOf(rule: ICAL.Recur): Record<string, (string | number)[] | undefined> {
  return rule.parts as Record<string, (string | number)[] | undefined>
}

function usedParts(rule: ICAL.Recur): string[] {
  const parts = partsOf(rule)
  return Object.keys(parts).filter((part) => (parts[part] ?? []).length > 0)
}

/** A number before a weekday counts those of a month, and no month is without its first four. */
function hasWeekdays(rule: ICAL.Recur, used: readonly string[]): boolean {
  const days = (partsOf(rule)['BYDAY'] ?? []).map((day) =>
    /^([+-]?[1-5])?(?:MO|TU|WE|TH|FR|SA|SU)$/.exec(String(day)),
  )
  if (days.some((day) => day === null)) return false
  const counts = days.flatMap((day) => (day?.[1] === undefined ? [] : [Math.abs(Number(day[1]))]))
  if (used.includes('BYMONTHDAY') && used.includes('BYDAY')) {
    // A Friday the 13th comes every few years, the second Friday on a 28th never; days from the end the library does not find here.
    const isForward = numbers(partsOf(rule)['BYMONTHDAY']).every((day) => day > 0)
    return rule.freq === 'YEARLY' && rule.interval === 1 && counts.length === 0 && isForward
  }
  if (counts.length === 0) return true
  if (rule.freq !== 'MONTHLY' && rule.freq !== 'YEARLY') return false
  // A month has one of its first Mondays, and no second.
  if (used.includes('BYSETPOS')) return false
  // With a step, or in some months only, those with a fifth Monday may be the ones that it steps over.
  const isEveryMonth = rule.freq === 'MONTHLY' && rule.interval === 1 && !used.includes('BYMONTH')
  return isEveryMonth || counts.every((count) => count < 5)
}

/** Whether the days of the month that a rule names, or begins on, come in each of its turns, or in another soon. */
function hasMonthDays(rule: ICAL.Recur, used: readonly string[], start: RuleStart): boolean {
  if (rule.freq !== 'MONTHLY' && rule.freq !== 'YEARLY') return true
  const { BYMONTH, BYMONTHDAY } = partsOf(rule)
  const isByWeekday = used.includes('BYDAY')
  const days = BYMONTHDAY === undefined ? (isByWeekday ? [] : [start.day]) : numbers(BYMONTHDAY)
  if (rule.freq === 'YEARLY') {
    const months = BYMONTH === undefined ? [start.month] : numbers(BYMONTH)
    const shortest = Math.min(...months.map((month) => DAYS_OF_MONTHS[month - 1] ?? MAX_MONTH_DAY))
    return days.every((day) => isMonthDay(day, shortest))
  }
  const months = monthsOfTurns(rule, start).filter((month) => BYMONTH?.map(Number).includes(month) ?? true)
  if (!days.every((day) => isMonthDay(day, 31))) return false
  return isByWeekday ? months.length > 0 : days.some((day) => months.some((month) => hasDay(month, day)))
}

/** The months that a monthly rule comes by, one after the other, with its step. */
function monthsOfTurns({ interval }: ICAL.Recur, start: RuleStart): number[] {
  return MONTHS.filter((month) => MONTHS.some((turn) => (start.month - month + turn * interval) % 12 === 0))
}

/** A leap day comes every four years. */
function hasDay(month: number, day: number): boolean {
  return Math.abs(day) <= (month === 2 ? 29 : (DAYS_OF_MONTHS[month - 1] ?? 0))
}

function numbers(values: readonly (string | number)[] | undefined): number[] {
  return (values ?? []).map(Number)
}

function isSmall(position: number): boolean {
  return position !== 0 && Math.abs(position) <= 4
}

function isMonthDay(day: number, max: number): boolean {
  return Number.isInteger(day) && day !== 0 && Math.abs(day) <= max
}

import type { Problem, ProblemCode } from '@/domain/validation/problem'
import { MAX_PERIOD_DAYS } from './recurrence'
import { firstScheduleOf } from './schedule'
import { MAX_OCCURRENCE_DAYS, type Recurrence, type TimeBlock, type Timetable } from './timetable'
import { FIRST_YEAR, LAST_YEAR } from '@/domain/time/local-time'
import { clockShows, parseDate, parseDateTime, toEpochSeconds, villageDate } from '@/domain/time/village-time'

/** Rules 5, at `nowEpochSeconds` in village time. Paths start below `timetable`. `allowPast`: of an event that has begun. */
export function timetableProblems(
  timetable: Timetable,
  nowEpochSeconds: number,
  { allowPast = false }: { allowPast?: boolean } = {},
): Problem[] {
  if (!('list' in timetable))
    return recurrenceProblems(timetable.repeated, nowEpochSeconds, allowPast).map(([field, code]) => ({
      path: `timetable.repeated.${field}`,
      code,
    }))
  return timetable.list.flatMap((block, index) =>
    blockProblems(block, nowEpochSeconds, allowPast).map(([field, code]) => ({
      path: `timetable.list.${index}.${field}`,
      code,
    })),
  )
}

type FieldProblem = [field: string, code: ProblemCode]

function blockProblems(block: TimeBlock, now: number, allowPast: boolean): FieldProblem[] {
  if (!block.is_all_day) return timedProblems(block, now, allowPast)
  return datesProblems(
    { field: 'start_time', text: block.start_time, missing: 'start_date_required' },
    { field: 'end_time', text: block.end_time, missing: 'end_date_required' },
    { now, allowPast, minDays: 0, maxDays: MAX_OCCURRENCE_DAYS },
  )
}

interface DateInput {
  field: string
  text: string
  missing: ProblemCode
}

/** The problem of the year of a date as it is written, so that nothing is calculated with the year 26 or 10000. */
function yearProblem(text: string, beforeFirst: ProblemCode): ProblemCode | undefined {
  const year = Number(/^(\d+)-/.exec(text)?.[1])
  if (year < FIRST_YEAR) return beforeFirst
  return year > LAST_YEAR ? 'year_out_of_range' : undefined
}

function datesProblems(
  first: DateInput,
  last: DateInput,
  { now, allowPast, minDays, maxDays }: { now: number; allowPast: boolean; minDays: number; maxDays: number },
): FieldProblem[] {
  const problems: FieldProblem[] = []
  const [startYear, endYear] = [
    yearProblem(first.text, allowPast ? 'year_out_of_range' : 'start_date_past'),
    yearProblem(last.text, 'year_out_of_range'),
  ]
  const start = startYear === undefined ? parseDate(first.text) : undefined
  const end = endYear === undefined ? parseDate(last.text) : undefined
  if (startYear !== undefined) problems.push([first.field, startYear])
  else if (start === undefined) problems.push([first.field, first.text === '' ? first.missing : 'invalid'])
  else if (!allowPast && Temporal.PlainDate.compare(start, villageDate(now)) < 0)
    problems.push([first.field, 'start_date_past'])
  if (endYear !== undefined) problems.push([last.field, endYear])
  else if (end === undefined) problems.push([last.field, last.text === '' ? last.missing : 'invalid'])
  if (start !== undefined && end !== undefined) {
    const { days } = start.until(end)
    if (days < minDays) problems.push([last.field, 'end_date_before_start'])
    else if (days >= maxDays) problems.push([last.field, 'event_too_long'])
  }
  return problems
}

function timedProblems(block: TimeBlock, now: number, allowPast: boolean): FieldProblem[] {
  const problems: FieldProblem[] = []
  const [startYear, endYear] = [
    yearProblem(block.start_time, allowPast ? 'year_out_of_range' : 'start_time_past'),
    yearProblem(block.end_time, 'year_out_of_range'),
  ]
  const start = startYear === undefined ? parseDateTime(block.start_time) : undefined
  const end = endYear === undefined ? parseDateTime(block.end_time) : undefined
  if (startYear !== undefined) problems.push(['start_time', startYear])
  else if (start === undefined) problems.push(...incomplete('start', block.start_time))
  else if (!clockShows(start)) problems.push(['start_time', 'time_nonexistent'])
  else if (!allowPast && toEpochSeconds(start) < now) problems.push(['start_time', 'start_time_past'])
  if (endYear !== undefined) problems.push(['end_time', endYear])
  else if (end === undefined) problems.push(...incomplete('end', block.end_time))
  else if (!clockShows(end)) problems.push(['end_time', 'time_nonexistent'])
  else if (start !== undefined) {
    if (toEpochSeconds(end) <= toEpochSeconds(start)) problems.push(['end_time', 'end_time_before_start'])
    else if (start.until(end, { largestUnit: 'days' }).days >= MAX_OCCURRENCE_DAYS)
      problems.push(['end_time', 'event_too_long'])
  }
  return problems
}

/** A form that is half filled in says ' 09:00:00', '2026-12-04 ' or, without both, ' '. */
function incomplete(side: 'start' | 'end', text: string): FieldProblem[] {
  const noTime = `${side}_time_required` as const
  const codes: ProblemCode[] = [
    ...(text.startsWith(' ') ? [`period_${side}_required` as const] : []),
    ...(text === '' || text.endsWith(' ') ? [noTime] : []),
  ]
  return (codes.length > 0 ? codes : ['invalid' as const]).map((code) => [`${side}_time`, code])
}

function recurrenceProblems(rule: Recurrence, now: number, allowPast: boolean): FieldProblem[] {
  const problems = datesProblems(
    { field: 'period_start_date', text: rule.period_start_date, missing: 'period_start_required' },
    { field: 'period_end_date', text: rule.period_end_date, missing: 'period_end_required' },
    // Rules 5: the end of a period is after its start, that of a block not before it. Older events may have one day.
    { now, allowPast, minDays: allowPast ? 0 : 1, maxDays: MAX_PERIOD_DAYS },
  )
  if (!rule.is_all_day) {
    const start = timeOfDay(rule.start_hour, rule.start_minute)
    const end = timeOfDay(rule.end_hour, rule.end_minute)
    if (start === undefined) problems.push(['start_hour', 'start_time_required'])
    if (end === undefined) problems.push(['end_hour', 'end_time_required'])
    // An earlier end is on the next day; an equal one would be no time at all, or a whole day.
    if (start !== undefined && start === end) problems.push(['end_hour', 'end_time_before_start'])
  }
  const hasAnyFrom = (from: number) => firstScheduleOf({ repeated: rule }, { from }) !== undefined
  if (problems.length === 0 && !hasAnyFrom(allowPast ? 0 : now))
    // A chosen day that is today has had its time.
    problems.push(hasAnyFrom(0) ? ['start_hour', 'start_time_past'] : ['days', 'no_occurrence'])
  return problems
}

function timeOfDay(hourOfDay: number | undefined, minuteOfHour: number | undefined): number | undefined {
  return hourOfDay === undefined || minuteOfHour === undefined ? undefined : hourOfDay * 60 + minuteOfHour
}

import * as z from 'zod/mini'
import { _default as withDefault } from 'zod/mini'
import type { Problem, ProblemCode } from './problem'
import { firstScheduleOf } from './schedule'
import { clockShows, parseDate, parseDateTime, toEpochSeconds, villageDate } from './village-time'

/** Longest single occurrence. Bounds the index scan of the list query; a year-long exhibition still fits. */
export const MAX_OCCURRENCE_DAYS = 366
export const MAX_TIME_BLOCKS = 50
/** A period may not end later than this many days after it starts. */
export const MAX_PERIOD_DAYS = 3 * 366

/** What is missing counts as empty, so that the rules below say in one way what is asked for. */
const moment = (maxLength: number) =>
  withDefault(z.string('invalid').check(z.maxLength(maxLength, 'invalid')), '')

/**
 * A one-time block. Timed: `YYYY-MM-DD HH:mm:00`; all-day: the start and end dates are sent as times (spec 7), either
 * `YYYY-MM-DD` or with a time of day, which is left out.
 */
export const timeBlockSchema = z.pipe(
  z.strictObject({ start_time: moment(19), end_time: moment(19), is_all_day: z.boolean('invalid') }),
  z.transform((block) =>
    block.is_all_day
      ? { ...block, start_time: withoutTime(block.start_time), end_time: withoutTime(block.end_time) }
      : block,
  ),
)
export type TimeBlock = z.infer<typeof timeBlockSchema>

const hour = z.optional(
  z.number('hour_invalid').check(z.int('hour_invalid'), z.gte(0, 'hour_invalid'), z.lte(23, 'hour_invalid')),
)
const minute = z.optional(
  z
    .number('minute_invalid')
    .check(z.int('minute_invalid'), z.gte(0, 'minute_invalid'), z.lte(59, 'minute_invalid')),
)

/** A weekly recurrence within a period; days are 0-6 from Sunday. All-day: hours and minutes are omitted (spec 7). */
export const recurrenceSchema = z.strictObject({
  days: z
    .array(
      z.number('invalid').check(z.int('invalid'), z.gte(0, 'invalid'), z.lte(6, 'invalid')),
      'days_required',
    )
    .check(z.minLength(1, 'days_required'), z.maxLength(7, 'invalid')),
  start_hour: hour,
  start_minute: minute,
  end_hour: hour,
  end_minute: minute,
  period_start_date: moment(10),
  period_end_date: moment(10),
  is_all_day: z.boolean('invalid'),
})
export type Recurrence = z.infer<typeof recurrenceSchema>

export const timetableSchema = z.union(
  [
    z.strictObject({
      list: z
        .array(timeBlockSchema, 'blocks_required')
        .check(z.minLength(1, 'blocks_required'), z.maxLength(MAX_TIME_BLOCKS, 'blocks_too_many')),
    }),
    z.strictObject({ repeated: recurrenceSchema }),
  ],
  'invalid',
)
export type Timetable = z.infer<typeof timetableSchema>

function withoutTime(text: string): string {
  return text.replace(/ \d{2}:\d{2}:\d{2}$/, '')
}

/**
 * What is wrong with the times (spec 5), judged at `nowEpochSeconds` in village time. Paths start below
 * `timetable`. `allowPast` is for editing an event that has begun.
 */
export function timetableProblems(
  timetable: Timetable,
  nowEpochSeconds: number,
  { allowPast = false }: { allowPast?: boolean } = {},
): Problem[] {
  const found =
    'list' in timetable
      ? timetable.list.flatMap((block, index) =>
          blockProblems(block, nowEpochSeconds, allowPast).map(([field, code]) => ({
            path: `timetable.list.${index}.${field}`,
            code,
          })),
        )
      : recurrenceProblems(timetable.repeated, nowEpochSeconds, allowPast).map(([field, code]) => ({
          path: `timetable.repeated.${field}`,
          code,
        }))
  return found
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

/** `minDays` from the first to the last day, and fewer than `maxDays`. */
function datesProblems(
  first: DateInput,
  last: DateInput,
  { now, allowPast, minDays, maxDays }: { now: number; allowPast: boolean; minDays: number; maxDays: number },
): FieldProblem[] {
  const problems: FieldProblem[] = []
  const start = parseDate(first.text)
  const end = parseDate(last.text)
  if (start === undefined) problems.push([first.field, first.text === '' ? first.missing : 'invalid'])
  else if (!allowPast && Temporal.PlainDate.compare(start, villageDate(now)) < 0)
    problems.push([first.field, 'start_date_past'])
  if (end === undefined) problems.push([last.field, last.text === '' ? last.missing : 'invalid'])
  if (start !== undefined && end !== undefined) {
    const { days } = start.until(end)
    if (days < minDays) problems.push([last.field, 'end_date_before_start'])
    else if (days >= maxDays) problems.push([last.field, 'event_too_long'])
  }
  return problems
}

function timedProblems(block: TimeBlock, now: number, allowPast: boolean): FieldProblem[] {
  const problems: FieldProblem[] = []
  const start = parseDateTime(block.start_time)
  const end = parseDateTime(block.end_time)
  if (start === undefined)
    problems.push(['start_time', block.start_time === '' ? 'start_time_required' : 'invalid'])
  else if (!clockShows(start)) problems.push(['start_time', 'time_nonexistent'])
  else if (!allowPast && toEpochSeconds(start) < now) problems.push(['start_time', 'start_time_past'])
  if (end === undefined) problems.push(['end_time', block.end_time === '' ? 'end_time_required' : 'invalid'])
  else if (!clockShows(end)) problems.push(['end_time', 'time_nonexistent'])
  else if (start !== undefined) {
    if (toEpochSeconds(end) <= toEpochSeconds(start)) problems.push(['end_time', 'end_time_before_start'])
    else if (start.until(end, { largestUnit: 'days' }).days >= MAX_OCCURRENCE_DAYS)
      problems.push(['end_time', 'event_too_long'])
  }
  return problems
}

function recurrenceProblems(rule: Recurrence, now: number, allowPast: boolean): FieldProblem[] {
  const problems = datesProblems(
    { field: 'period_start_date', text: rule.period_start_date, missing: 'period_start_required' },
    { field: 'period_end_date', text: rule.period_end_date, missing: 'period_end_required' },
    // Spec 5: the end of a period is after its start, that of a block not before it. Older events may have one day.
    { now, allowPast, minDays: allowPast ? 0 : 1, maxDays: MAX_PERIOD_DAYS },
  )
  if (!rule.is_all_day) {
    const start = timeOfDay(rule.start_hour, rule.start_minute)
    const end = timeOfDay(rule.end_hour, rule.end_minute)
    if (start === undefined) problems.push(['start_hour', 'start_time_required'])
    if (end === undefined) problems.push(['end_hour', 'end_time_required'])
    if (start !== undefined && end !== undefined && end <= start)
      problems.push(['end_hour', 'end_time_before_start'])
  }
  const from = allowPast ? 0 : now
  if (problems.length === 0 && firstScheduleOf({ repeated: rule }, { from }) === undefined)
    problems.push(['days', 'no_occurrence'])
  return problems
}

function timeOfDay(hourOfDay: number | undefined, minuteOfHour: number | undefined): number | undefined {
  return hourOfDay === undefined || minuteOfHour === undefined ? undefined : hourOfDay * 60 + minuteOfHour
}

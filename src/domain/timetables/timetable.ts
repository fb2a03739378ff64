import * as z from 'zod/mini'
import { _default as withDefault } from 'zod/mini'
import { numberFrom } from '@/domain/text/text-fields'
import { MAX_TIME_BLOCKS } from '@/domain/submissions/submission-limits'

/** Longest single occurrence. Bounds the index scan of the list query; a year-long exhibition still fits. */
export const MAX_OCCURRENCE_DAYS = 366

const moment = (maxLength: number) =>
  withDefault(z.string('invalid').check(z.maxLength(maxLength, 'invalid')), '')

/** Timed: `YYYY-MM-DD HH:mm:00`; all-day: dates, with or without a time of day, which is left out (rules 7.3). */
const timeBlockSchema = z.pipe(
  z.strictObject({ start_time: moment(22), end_time: moment(22), is_all_day: z.boolean('invalid') }),
  z.transform((block) =>
    block.is_all_day
      ? { ...block, start_time: withoutTime(block.start_time), end_time: withoutTime(block.end_time) }
      : block,
  ),
)
export type TimeBlock = z.infer<typeof timeBlockSchema>

const hour = z.optional(numberFrom(0, 23, 'hour_invalid').check(z.int('hour_invalid')))
const minute = z.optional(numberFrom(0, 59, 'minute_invalid').check(z.int('minute_invalid')))

/** Days are 0-6 from Sunday. All-day: hours and minutes are omitted (rules 7.3). An end before the start is on the next day. */
export const recurrenceSchema = z.strictObject({
  days: z
    .array(numberFrom(0, 6, 'invalid').check(z.int('invalid')), 'days_required')
    .check(z.minLength(1, 'days_required'), z.maxLength(7, 'invalid')),
  start_hour: hour,
  start_minute: minute,
  end_hour: hour,
  end_minute: minute,
  period_start_date: moment(13),
  period_end_date: moment(13),
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

import * as z from 'zod/mini'
import { villageDay, villageOffset } from '@/domain/time/local-time'
import { epochSeconds } from '@/contract/envelope'

const storedBlock = z.object({ start_time: z.string(), end_time: z.string(), is_all_day: z.boolean() })

/** Village time as it is, `YYYY-MM-DD` with or without a time; an instant of another server (rules 3); any other text as it is. */
const moment = z.union([
  z.string().check(z.regex(/^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/)),
  epochSeconds,
  z.string(),
])

function villageText(time: string | number, isAllDay: boolean): string {
  if (typeof time === 'string') return time
  const clock = new Date((time + villageOffset(time)) * 1000).toISOString().slice(11, 16)
  return isAllDay ? villageDay(time) : `${villageDay(time)} ${clock}:00`
}

const readBlock = z.object({ start_time: moment, end_time: moment, is_all_day: z.boolean() })
const block = z.pipe(
  readBlock,
  z.pipe(
    z.transform(({ start_time, end_time, is_all_day }: z.output<typeof readBlock>) => ({
      start_time: villageText(start_time, is_all_day),
      end_time: villageText(end_time, is_all_day),
      is_all_day,
    })),
    storedBlock,
  ),
)

export const storedTimetable = z.union([
  z.object({ list: z.array(block) }),
  z.object({
    repeated: z.object({
      days: z.array(z.number()),
      start_hour: z.optional(z.number()),
      start_minute: z.optional(z.number()),
      end_hour: z.optional(z.number()),
      end_minute: z.optional(z.number()),
      period_start_date: z.string(),
      period_end_date: z.string(),
      is_all_day: z.boolean(),
    }),
  }),
])

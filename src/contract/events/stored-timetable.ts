import * as z from 'zod/mini'

/** A timetable as it is read back (rules 3): wider than what may be submitted. */
export const storedTimetable = z.union([
  z.object({
    list: z.array(z.object({ start_time: z.string(), end_time: z.string(), is_all_day: z.boolean() })),
  }),
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

import type { Recurrence, TimeBlock } from '@/domain/timetables/timetable'

/** A timed block; `YYYY-MM-DD HH:mm`, village time. */
export function block(start: string, end: string): TimeBlock {
  return { start_time: `${start}:00`, end_time: `${end}:00`, is_all_day: false }
}

/** A class from 09:00 to 10:00; days from Sunday 0. */
export function weekly({ days, from, to }: { days: number[]; from: string; to: string }): {
  repeated: Recurrence
} {
  return {
    repeated: {
      days,
      start_hour: 9,
      start_minute: 0,
      end_hour: 10,
      end_minute: 0,
      period_start_date: from,
      period_end_date: to,
      is_all_day: false,
    },
  }
}

/** Mondays of the year after the tests' now. */
export const TEMPLATE_WEEKLY = weekly({ days: [1], from: '2026-06-22', to: '2027-06-22' })

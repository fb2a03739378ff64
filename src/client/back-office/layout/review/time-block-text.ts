import { clockText, dayText } from '@/client/shared/time/event-dates'
import { isOneDay } from '@/domain/events/evening'
import { wallSeconds } from '@/domain/time/local-time'

type Locale = 'en' | 'pt'

/** A time block as people read it, from `YYYY-MM-DD` or `YYYY-MM-DD HH:mm:00` in village time; the day is said once where it is the same. */
export function timeBlockText(
  { start_time, end_time }: { start_time: string; end_time: string },
  locale: Locale,
): string {
  const isShort = isOneDay(wallOf(start_time), wallOf(end_time))
  const end = isShort ? clockOf(end_time, locale) : momentText(end_time, locale)
  const start = momentText(start_time, locale)
  return end === undefined ? start : `${start} – ${end}`
}

/** One moment of a block: 'Dec 4, 2026 7:00 PM', without a time only the day. */
function momentText(moment: string, locale: Locale): string {
  const day = dayText(moment.slice(0, 10), locale)
  const clock = clockOf(moment, locale)
  return clock === undefined ? day : `${day}${locale === 'en' ? ' ' : ', '}${clock}`
}

/** Seconds as if the clock were UTC's; of a day without a time its noon, which no evening reaches. */
function wallOf(moment: string): number {
  const [year = 0, month = 0, day = 0, hour = 12, minute = 0] = moment.split(/[- :]/).map(Number)
  return wallSeconds({ year, month, day, hour, minute })
}

function clockOf(moment: string, locale: Locale): string | undefined {
  const [hour, minute] = moment.slice(11).split(':')
  return hour === undefined || minute === undefined
    ? undefined
    : clockText(Number(hour), Number(minute), locale)
}

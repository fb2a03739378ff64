import { clockText, dayText } from '@/client/shared/time/event-dates'
import { daysBetween } from '@/client/shared/time/village-days'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { field } from 'styled-system/recipes'
import { endsBeforeStart } from './block-times'
import type { BlockValues } from '../form-values'

/** The note under a block: what its dates and times mean where that may not be seen at once. */
export function BlockNote({ block }: { block: BlockValues }) {
  return (
    <p className={field().hint} aria-live="polite">
      {noteOf(block)}
    </p>
  )
}

function noteOf(block: BlockValues): string | null {
  const { startDate, endDate, startTime, endTime, isAllDay, isDaily } = block
  if (isAllDay || startTime === '' || endTime === '') return null
  const locale = getLocale()
  const nights = daysBetween(startDate, endDate)
  const isPastMidnight = endsBeforeStart(block)
  const nextDay = isPastMidnight ? m.form_ends_next_day({ time: textOf(endTime) }) : null
  if (!(nights > 0)) return isDaily ? nextDay : null
  const [start, end] = [dayText(startDate, locale), dayText(endDate, locale)]
  if (isDaily) {
    const times = `${textOf(startTime)} – ${textOf(endTime)}`
    const days = m.form_several_days_note({ n: nights + 1, start, end, times })
    return nextDay === null ? days : `${days}. ${nextDay}`
  }
  return nights === 1 && isPastMidnight ? nextDay : m.form_unbroken_note({ start, end })
}

/** A time of day `HH:mm` as it is read. */
function textOf(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return clockText(hour, minute, getLocale())
}

import { dateTimeText, dayText, timeText, weekdayText } from '@/client/shared/time/event-dates'
import { WEEK, hoursText } from './times'
import * as m from '@/messages/compiled/messages.js'
import { getLocale, type Locale } from '@/messages/compiled/runtime.js'
import { instantOfWall, wallSeconds } from '@/domain/time/local-time'
import { isOfOneDay } from '@/domain/timetables/recurrence'
import type { TimeBlock, Timetable } from '@/domain/timetables/timetable'
import { FACT_NAMES, type EventField, type FactName } from '@/domain/events/event-fields'
import { factText } from '@/client/shared/programme/fact-labels'
import { priceValue } from '@/messages/price-text'
import { css } from 'styled-system/css'
import type { SubmissionPayload } from './event-values'

/** A field of an event as text; empty where nothing is said. Not of a timetable, which takes several lines (`TimetableLabels`). */
export function eventFieldText(
  content: SubmissionPayload,
  field: Exclude<EventField, 'timetable' | 'photo'>,
  tagNames: ReadonlyMap<string, string>,
): string {
  if (isFactName(field)) return factText(content, field)
  if (field === 'price') return priceValue(content, getLocale()) ?? ''
  if (field === 'tag_keys') return content.tag_keys.map((key) => tagNames.get(key) ?? key).join(', ')
  if (field === 'info_links') return (content.info_links ?? []).map(({ data }) => data).join('\n')
  return content[field] ?? ''
}

function isFactName(field: EventField): field is FactName {
  return FACT_NAMES.some((name) => name === field)
}

/** The timetable as it was submitted: its blocks, or its period with days and times. */
export function TimetableLabels({ timetable }: { timetable: Timetable }) {
  const locale = getLocale()
  if ('list' in timetable) {
    return (
      <>
        <p className={kind}>{m.admin_one_time()}</p>
        <ul>
          {timetable.list.map((block) => (
            <li key={`${block.start_time}-${block.end_time}`}>
              {timeBlockText(block, locale)}
              {block.is_all_day ? ` (${m.admin_all_day()})` : null}
            </li>
          ))}
        </ul>
      </>
    )
  }
  const { repeated: rule } = timetable
  const days = WEEK.filter((day) => rule.days.includes(day)).map((day) => weekdayText(day, locale))
  return (
    <>
      <p className={kind}>{m.admin_recurring()}</p>
      <p>
        {m.admin_period({
          start: dayText(rule.period_start_date, locale),
          end: dayText(rule.period_end_date, locale),
        })}
      </p>
      <p>
        {days.join(', ')}
        {' · '}
        {rule.is_all_day ? m.admin_all_day() : hoursText(rule, locale)}
      </p>
    </>
  )
}

const kind = css({ fontWeight: 'medium' })

/** A time block as people read it, from `YYYY-MM-DD` or `YYYY-MM-DD HH:mm:00` in village time; the day is said once where it is the same. */
export function timeBlockText(block: Pick<TimeBlock, 'start_time' | 'end_time'>, locale: Locale): string {
  const [first, last] = [block.start_time, block.end_time]
  if (!first.includes(' '))
    return first === last ? dayText(first, locale) : `${dayText(first, locale)} – ${dayText(last, locale)}`
  const [start_time, end_time] = [instantOf(first), instantOf(last)]
  const end = isOfOneDay({ start_time, end_time })
    ? timeText(end_time, locale)
    : dateTimeText(end_time, locale)
  return `${dateTimeText(start_time, locale)} – ${end}`
}

function instantOf(moment: string): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = moment.split(/[- :]/).map(Number)
  return instantOfWall(wallSeconds({ year, month, day, hour, minute }))
}

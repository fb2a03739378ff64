import { clockText, dayText } from '@/client/shared/time/event-dates'
import { weekdays } from '@/client/shared/event-form/times/weekdays'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { timeBlockText } from './time-block-text'

type Timetable = BackOfficeEvent['timetable']
type Rule = Extract<Timetable, { repeated: unknown }>['repeated']

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
  const days = weekdays(locale).filter(({ day }) => rule.days.includes(day))
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
        {days.map(({ long }) => long).join(', ')}
        {' · '}
        {rule.is_all_day ? m.admin_all_day() : hoursText(rule)}
      </p>
    </>
  )
}

/** '6:30 PM – 8:00 PM'. */
function hoursText({ start_hour = 0, start_minute = 0, end_hour = 0, end_minute = 0 }: Rule): string {
  const locale = getLocale()
  return `${clockText(start_hour, start_minute, locale)} – ${clockText(end_hour, end_minute, locale)}`
}

const kind = css({ fontWeight: 'medium' })

import { dayText } from '@/client/kit/event-dates'
import { weekdays } from '@/client/kit/event-form/weekdays'
import type { BackOfficeEvent } from '@/contract/back-office-events'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'

/** The timetable as it was submitted: its blocks, or its period with days and times. */
export function TimetableLabels({ timetable }: { timetable: BackOfficeEvent['timetable'] }) {
  const locale = getLocale()
  if ('list' in timetable) {
    return (
      <>
        <p className={kind}>{m.admin_one_time()}</p>
        <ul>
          {timetable.list.map((block) => (
            <li key={`${block.start_time}-${block.end_time}`}>
              {moment(block.start_time)} – {moment(block.end_time)}
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
        {rule.is_all_day
          ? m.admin_all_day()
          : `${clock(rule.start_hour, rule.start_minute)} – ${clock(rule.end_hour, rule.end_minute)}`}
      </p>
    </>
  )
}

/** `YYYY-MM-DD` or `YYYY-MM-DD HH:mm:00`, village time, as people read it. */
function moment(text: string): string {
  const [day = '', time] = text.split(' ')
  const date = dayText(day, getLocale())
  return time === undefined ? date : `${date}, ${time.slice(0, 5)}`
}

function clock(hour = 0, minute = 0): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

const kind = css({ fontWeight: 'medium' })

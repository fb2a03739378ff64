import { useState } from 'react'
import { cardDate, dateTimeText, isOfOneDay, timeText } from '@/client/shared/time/event-dates'
import { StateLine } from '@/client/shared/programme/event-state'
import { Badge } from '@/client/design-system/badge'
import { Button } from '@/client/design-system/button'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'

type Schedule = BackOfficeEvent['schedules'][number]

/** The dates of a year would push everything else out of sight. */
const MAX_SHOWN = 8

/** When the event takes place, with a marker for what is not stored yet (rules 2.12). */
export function Occurrences({ schedules }: { schedules: readonly Schedule[] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? schedules : schedules.slice(0, MAX_SHOWN)
  return (
    <>
      <ul className={list}>
        {shown.map((schedule) => (
          <li key={`${schedule.start_time}-${schedule.end_time}`}>
            {timesText(schedule)}{' '}
            {schedule.id === undefined ? <Badge tone="neutral">{m.admin_prediction()}</Badge> : null}
            <StateLine event={schedule} />
          </li>
        ))}
      </ul>
      {schedules.length > MAX_SHOWN ? (
        <Button variant="ghost" size="sm" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? m.admin_event_dates_fewer() : m.admin_event_dates_all({ n: schedules.length })}
        </Button>
      ) : null}
    </>
  )
}

/** The day is said once where it is the same. */
function timesText(schedule: Schedule): string {
  const locale = getLocale()
  const { start_time, end_time, is_all_day } = schedule
  if (is_all_day) return cardDate(schedule, locale)
  return `${dateTimeText(start_time, locale)} – ${
    isOfOneDay(schedule) ? timeText(end_time, locale) : dateTimeText(end_time, locale)
  }`
}

const list = css({ display: 'grid', gap: '1' })

import type { PublicEvent } from '@/contract/events/events'
import { villageDay } from '@/domain/time/local-time'
import { css } from 'styled-system/css'
import { AgendaRows, AlsoOn } from './agenda-rows'
import { dayGroups } from './day-groups'
import { DayHeading } from './day-heading'

interface AgendaDaysProps {
  events: readonly PublicEvent[]
  /** Epoch seconds. */
  now: number
  /** See `AgendaRow`. */
  from?: number | undefined
  /** How far away an event is, as text. */
  distanceOf?: ((event: PublicEvent) => string | undefined) | undefined
  isInList?: boolean
}

/** Events in rows by day; a recurring event stands under the date of its that is shown. */
export function AgendaDays({ events, ...shown }: AgendaDaysProps) {
  const today = villageDay(shown.now)
  return (
    <ul className={list}>
      {dayGroups(events, villageDay(shown.from ?? shown.now)).map(({ day, own, alsoOn }) => (
        <li key={day}>
          <DayHeading day={day} today={today} isEvening={false} />
          {own.length > 0 ? <AgendaRows events={own} headingLevel={3} {...shown} /> : null}
          <AlsoOn events={alsoOn} headingLevel={3} isOpen={own.length === 0} {...shown} />
        </li>
      ))}
    </ul>
  )
}

const list = css({ display: 'grid', gridTemplateColumns: '[minmax(0, 1fr)]', gap: '3' })

import type { PublicEvent } from '@/contract/events/events'
import { Fold } from '@/client/design-system/fold'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { AgendaRow } from './agenda-row'

interface AgendaRowsProps {
  events: readonly PublicEvent[]
  /** Epoch seconds. */
  now: number
  /** See `AgendaRow`. */
  from?: number | undefined
  headingLevel: 3 | 4
  /** How far away an event is, as text. */
  distanceOf?: ((event: PublicEvent) => string | undefined) | undefined
  isInList?: boolean
  /** How many of them are in the first viewport of the page. */
  firstCount?: number
}

/** Events in rows, in a frame. */
export function AgendaRows({ events, firstCount = 0, distanceOf, ...row }: AgendaRowsProps) {
  return (
    <ul className={rows}>
      {events.map((event, index) => (
        <li key={event.id} className={cell}>
          <AgendaRow event={event} distance={distanceOf?.(event)} isFirst={index < firstCount} {...row} />
        </li>
      ))}
    </ul>
  )
}

/**
 * Events that last more than three days stand after a day's own: folded, unless the day has nothing else.
 */
export function AlsoOn({ isOpen, ...rows }: AgendaRowsProps & { isOpen: boolean }) {
  if (rows.events.length === 0) return null
  return (
    <Fold summary={m.events_also_on({ n: rows.events.length })} isOpen={isOpen}>
      <AgendaRows {...rows} />
    </Fold>
  )
}

const rows = css({
  bg: 'bg.surface',
  border: 'hairline',
  borderRadius: 'lg',
  boxShadow: 'low',
  overflow: 'clip',
})
// Rows out of view cost no layout.
const cell = css({
  contentVisibility: 'auto',
  containIntrinsicHeight: '[auto 4.75rem]',
  '& + &': { borderTop: 'hairline' },
})

import type { PublicEvent } from '@/contract/events'
import { ChevronDownIcon } from '@/client/design-system/icons/icons'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { AgendaRow } from './agenda-row'

interface AgendaRowsProps {
  events: readonly PublicEvent[]
  /** Epoch seconds. */
  now: number
  /** As of `AgendaRow`. */
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
 * Events that last more than three days stand after a day's own: folded, unless the day has nothing else. The fold is the
 * browser's own, which works without script and is opened by a search in the page.
 */
export function AlsoOn({ isOpen, ...rows }: AgendaRowsProps & { isOpen: boolean }) {
  if (rows.events.length === 0) return null
  return (
    <details className={fold} open={isOpen}>
      <summary className={summary}>
        <ChevronDownIcon size={20} />
        {m.events_also_on({ n: rows.events.length })}
      </summary>
      <AgendaRows {...rows} />
    </details>
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
const fold = css({
  '&[open] > summary > svg': { transform: 'rotate(180deg)' },
  // On paper nothing can be opened.
  _print: { '&::details-content': { contentVisibility: 'visible', blockSize: 'auto' } },
})
const summary = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  width: 'fit',
  minHeight: 'target',
  paddingInline: '2',
  borderRadius: 'full',
  fontWeight: 'bold',
  color: 'link',
  _hover: { bg: 'sea.subtle' },
})

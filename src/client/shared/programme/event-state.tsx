import { Badge } from '@/client/design-system/badge'
import { VisuallyHidden } from '@/client/design-system/visually-hidden'
import { isOff } from '@/domain/events/event-state'
import type { Announcement, EventState } from '@/domain/events/event-state'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'

/** The word for each state of an event (rules 4.9). */
export const STATE_LABELS: Record<EventState, () => string> = {
  on: m.events_state_on,
  cancelled: m.events_state_cancelled,
  postponed: m.events_state_postponed,
  moved: m.events_state_moved,
  sold_out: m.events_state_sold_out,
}

export function stateTone(state: EventState): 'success' | 'danger' | 'warning' {
  if (state === 'on') return 'success'
  return state === 'cancelled' ? 'danger' : 'warning'
}

const small = css({ textStyle: 'small' })
const short = css({ lineClamp: 2 })

interface StateProps {
  event: Partial<Announcement> & { title: string }
}

interface StateLineProps {
  event: Partial<Announcement>
  /** In a list, where the whole note is a press away. */
  isShort?: boolean
}

/** The line says what the team says of an event: a badge, and the note. Nothing where nothing is said. */
export function StateLine({ event: { state, note }, isShort = false }: StateLineProps) {
  if (state === undefined) return null
  return (
    <p className={cluster({ gap: '2' })}>
      <Badge tone={stateTone(state)}>{STATE_LABELS[state]()}</Badge>
      {note === undefined ? null : <span className={cx(small, isShort && short)}>{note}</span>}
    </p>
  )
}

/** The title of an event, struck where what is written of it does not hold; the word comes first for who hears it. */
export function StatedTitle({ event: { title, state } }: StateProps) {
  if (state === undefined || !isOff(state)) return title
  return (
    <>
      <VisuallyHidden>{`${STATE_LABELS[state]()}: `}</VisuallyHidden>
      <s>{title}</s>
    </>
  )
}

/** The title of an event as plain text: 'Cancelled: Fado'. */
export function statedTitle({ title, state }: StateProps['event']): string {
  return state === undefined || !isOff(state) ? title : `${STATE_LABELS[state]()}: ${title}`
}

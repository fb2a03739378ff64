import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'

interface TitlesProps {
  events: readonly { id: string; title: string }[]
  /** How many there are besides, whose titles are not known. */
  others?: number
}

/** Scrolls when it is long, by keyboard too. */
export function Titles({ events, others = 0 }: TitlesProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <ul className={list} tabIndex={events.length > 5 ? 0 : undefined}>
      {events.map(({ id, title }) => (
        <li key={id} className={item}>
          {title}
        </li>
      ))}
      {others > 0 ? <li className={item}>{m.admin_events_and_more({ n: others })}</li> : null}
    </ul>
  )
}

const list = css({
  display: 'grid',
  gap: '1',
  maxHeight: '[200px]',
  overflowY: 'auto',
  overflowWrap: 'anywhere',
  fontWeight: 'medium',
})
// There may be thousands.
const item = css({ contentVisibility: 'auto', containIntrinsicHeight: '[auto 1.5rem]' })

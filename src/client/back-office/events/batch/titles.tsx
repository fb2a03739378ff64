import { css } from 'styled-system/css'

/** Scrolls when it is long, by keyboard too. */
export function Titles({ events }: { events: readonly { id: string; title: string }[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <ul className={list} tabIndex={events.length > 5 ? 0 : undefined}>
      {events.map(({ id, title }) => (
        <li key={id} className={item}>
          {title}
        </li>
      ))}
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

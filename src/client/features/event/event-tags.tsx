import { Link } from '@tanstack/react-router'
import type { ProgrammeEvent } from '@/contract/events/events'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { badge } from 'styled-system/recipes'

/** The event's tags; each leads to the list of events that have it. */
export function EventTags({ tags }: Pick<ProgrammeEvent, 'tags'>) {
  if (tags.length === 0) return null
  return (
    <ul className={cluster()} aria-label={m.event_tags()}>
      {tags.map(({ key, name }) => (
        <li key={key}>
          <Link to="/events" search={{ tags: key }} className={cx(badge({ tone: 'sea' }), link)}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}

// The link is as high as a finger is sure of (WCAG 2.5.8), and its edge tells it from a badge.
const link = css({
  minHeight: '8',
  paddingInline: '3',
  border: '[1px solid transparent]',
  _hover: { borderColor: 'focus', textDecoration: 'underline' },
})

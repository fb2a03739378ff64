import { Link } from '@tanstack/react-router'
import { EmptyState } from '@/client/design-system/empty-state'
import { SearchIcon } from '@/client/design-system/icons/icons'
import * as m from '@/messages/compiled/messages.js'
import { button } from 'styled-system/recipes'

/** There is no such event, or it was removed while the page was open. */
export function EventNotFound() {
  return (
    <EmptyState
      level={1}
      title={m.event_not_found()}
      art={<SearchIcon size={48} />}
      actions={
        <Link to="/events" className={button()}>
          {m.event_not_found_back()}
        </Link>
      }
    >
      {m.event_not_found_text()}
    </EmptyState>
  )
}

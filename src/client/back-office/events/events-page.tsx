import { Link, getRouteApi } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { Button } from '@/client/design-system/button'
import { EmptyState } from '@/client/design-system/empty-state'
import { SearchIcon } from '@/client/design-system/icons/icons'
import { ShortcutsButton } from '@/client/back-office/layout/keys/shortcuts-button'
import { filterOf, problemOf, readEventsSearch } from '@/client/back-office/layout/lists/search/events-search'
import { useStoredChoice } from '@/client/back-office/layout/stored-choice'
import { problemText } from '@/messages/problem-text'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { button } from 'styled-system/recipes'
import { EventList } from './event-list'
import { EventsFilters } from './events-filters'

const route = getRouteApi('/backoffice/events')

const KEYS = [
  ['j', m.admin_events_key_next],
  ['k', m.admin_events_key_previous],
  ['x', m.admin_events_key_select],
  ['e', m.admin_events_key_edit],
  ['Enter', m.admin_events_key_open],
] as const

/** Events with filters, selection, review and deletion (rules 2.12), in an order of choice. */
export function EventsPage() {
  const texts = route.useSearch()
  const search = useMemo(() => readEventsSearch(texts), [texts])
  const navigate = route.useNavigate()
  const [queueOrder] = useStoredChoice('back-office-queue-order')
  const [density, setDensity] = useStoredChoice('back-office-rows')
  const filter = useMemo(() => filterOf(search, queueOrder), [search, queueOrder])
  const problem = problemOf(search)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <div className={frame}>
      <div className={head}>
        <h1 ref={heading} tabIndex={-1} className={title}>
          {m.admin_events_title()}
        </h1>
        <div className={cluster({ gap: '2' })}>
          <ShortcutsButton keys={KEYS} />
          <Button
            variant="secondary"
            className={toggle}
            aria-pressed={density === 'dense'}
            onClick={() => setDensity(density === 'dense' ? 'comfortable' : 'dense')}
          >
            {m.admin_events_dense()}
          </Button>
          <Link to="/backoffice/events/import" className={button({ variant: 'secondary' })}>
            {m.import_link()}
          </Link>
          <Link to="/backoffice/events/new" className={button({ variant: 'secondary' })}>
            {m.admin_edit_create_title()}
          </Link>
        </div>
      </div>
      <EventsFilters
        search={search}
        onChange={(changes) =>
          void navigate({
            search: readEventsSearch({ ...search, ...changes }),
            resetScroll: false,
            // A day is reported with each digit of it: these are no pages to go back to.
            replace: 'from' in changes || 'to' in changes,
          })
        }
      />
      {/* Another filter is another list: nothing in it is selected yet. */}
      {problem === undefined ? (
        <EventList key={JSON.stringify(filter)} filter={filter} search={search} heading={heading} />
      ) : (
        <div role="alert">
          <EmptyState title={m.admin_events_not_searched()} art={<SearchIcon size={40} />}>
            {problemText(problem)}
          </EmptyState>
        </div>
      )}
    </div>
  )
}

const frame = css({ display: 'grid', gap: '5', minWidth: '0' })
const head = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4',
  alignItems: 'end',
  justifyContent: 'space-between',
})
const toggle = css({ '&[aria-pressed=true]': { bg: 'sea.subtle', borderColor: 'focus' } })
const title = css({ textStyle: 'title', _focusVisible: { outline: 'none' } })

import { Link, getRouteApi } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { button } from 'styled-system/recipes'
import { EventList } from './event-list'
import { EventsFilters } from './events-filters'
import { filterOf, readEventsSearch } from './events-search'

const route = getRouteApi('/backoffice/events')

/** Events with filters, selection, review and deletion (rules 2.12); the newest submission first. */
export function EventsPage() {
  const texts = route.useSearch()
  const search = useMemo(() => readEventsSearch(texts), [texts])
  const navigate = route.useNavigate()
  const filter = useMemo(() => filterOf(search), [search])
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <div className={frame}>
      <div className={head}>
        <h1 ref={heading} tabIndex={-1} className={title}>
          {m.admin_events_title()}
        </h1>
        <div className={cluster({ gap: '2' })}>
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
          void navigate({ search: readEventsSearch({ ...search, ...changes }), resetScroll: false })
        }
      />
      {/* Another filter is another list: nothing in it is selected yet. */}
      <EventList key={JSON.stringify(filter)} filter={filter} heading={heading} />
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
const title = css({ textStyle: 'title', _focusVisible: { outline: 'none' } })

import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useRef } from 'react'
import { villageDay } from '@/client/shared/time/event-dates'
import { usedTagsQuery } from '@/client/shared/programme/programme-queries'
import { useNow } from '@/client/shared/time/use-now'
import type { ProgrammeFilter } from '@/offline/programme/programme-reader'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site'
import { css, cx } from 'styled-system/css'
import { page } from 'styled-system/patterns'
import { filterOf, searchOf } from './filters/event-filters'
import { EventList } from './event-list'
import { FilterPanel } from './filters/filter-panel'

const route = getRouteApi('/events')

/** The filter is in the URL's search params, so that a list can be shared and Back restores it. */
export function EventsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { programme } = route.useRouteContext()
  const now = useNow()
  const today = villageDay(now)
  const filter = filterOf(search, today)
  const heading = useRef<HTMLHeadingElement>(null)
  const tags = useQuery(usedTagsQuery(programme)).data?.data ?? []
  const apply = async (next: ProgrammeFilter) => {
    if (next !== filter) await navigate({ search: searchOf(next), replace: true, resetScroll: false })
  }
  const clear = () => {
    heading.current?.focus()
    void apply({ tags: [] })
  }
  return (
    <div className={cx(page({ width: 'wide' }), layout)}>
      <h1 className={title}>{m.events_title({ village: SITE.village })}</h1>
      <FilterPanel filter={filter} tags={tags} today={today} heading={heading} onChange={apply} />
      <EventList filter={filter} firstPage={search.page ?? 1} now={now} onClear={clear} />
    </div>
  )
}

const layout = css({ display: 'grid', gap: '5', paddingBlock: { base: '6', md: '10' } })
const title = css({ textStyle: 'title' })

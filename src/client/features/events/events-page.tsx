import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useDeferredValue, useId, useMemo, useRef, useState } from 'react'
import { villageDay } from '@/domain/time/local-time'
import { dayOfTonight } from '@/domain/events/evening'
import { usedTagsQuery } from '@/client/shared/programme/programme-queries'
import { useNow } from '@/client/shared/time/use-now'
import type { ProgrammeFilter } from '@/offline/programme/programme-reader'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { needsPopover } from '@/client/design-system/overlays/popover-menu'
import { CalendarIcon } from '@/client/design-system/icons/icons'
import { css, cx } from 'styled-system/css'
import { page } from 'styled-system/patterns'
import { iconButton } from 'styled-system/recipes'
import { dayRanges } from './filters/day-ranges'
import { filterOf, searchOf, withCurrentTags } from './filters/event-filters'
import { EventList } from './event-list'
import { NearButton } from './near/near-button'
import type { Nearness } from './near/nearness'
import { FilterPanel } from './filters/filter-panel'
import { SearchField } from './search-field'
import { useEventsSearch } from './filters/use-events-search'
import { useListView } from './filters/use-list-view'
import { ViewToggle } from './filters/view-toggle'
import type { CoastMapProps } from './map/coast-map'

const route = getRouteApi('/events')

/** The filter is in the URL's search params, so that a list can be shared and Back restores it. */
export function EventsPage() {
  const search = useEventsSearch()
  // A chosen filter is seen at once; the list follows when there is time, and never renders old events as those of a new filter.
  const listed = useDeferredValue(search)
  const navigate = route.useNavigate()
  const { programme } = route.useRouteContext()
  const now = useNow()
  const today = villageDay(now)
  const tonight = dayOfTonight(now)
  const ranges = useMemo(() => dayRanges(today, tonight), [today, tonight])
  const filter = filterOf(search, now)
  const view = useListView(search.view)
  const [near, setNear] = useState<Nearness>()
  const heading = useRef<HTMLHeadingElement>(null)
  const tags = useQuery(usedTagsQuery(programme)).data?.data ?? []
  // Both change the address as it is by then: somebody may have typed before a chosen filter counts, and the other way round.
  const apply = async (next: ProgrammeFilter) => {
    if (next === filter) return
    await navigate({
      search: ({ q, view: asked }) => ({
        ...searchOf(next),
        ...(next.text === filter.text && { q }),
        ...(asked && { view: asked }),
      }),
      replace: true,
      resetScroll: false,
    })
  }
  const find = (text: string) =>
    void navigate({
      search: (before) => ({ ...before, q: text === '' ? undefined : text, page: undefined }),
      replace: true,
      resetScroll: false,
    })
  const { q: _q, page: _page, filters: _filters, ...others } = search
  const clear = () => {
    heading.current?.focus()
    void apply({ tags: [] })
  }
  return (
    <div className={cx(page({ width: 'wide' }), layout)}>
      <div className={head}>
        <h1 className={title}>{m.events_title({ village: SITE.village })}</h1>
        <SubscribeButton filter={filter} />
        <ViewToggle search={search} shown={search.view ?? view} />
      </div>
      <SearchField text={search.q ?? ''} others={others} onSearch={find} />
      <FilterPanel
        {...{ tags, ranges, today, heading }}
        filter={withCurrentTags(filter, tags)}
        onChange={apply}
      >
        {(isFiltered) => <NearButton near={near} isShort={isFiltered} onChange={setNear} />}
      </FilterPanel>
      <output className={note}>{near?.note}</output>
      {search.view === 'map' ? <MapPart {...{ filter, now, near }} /> : null}
      <EventList
        filter={filterOf(listed, now)}
        {...{ view, now, near }}
        firstPage={listed.page ?? 1}
        onChange={apply}
        onClear={clear}
      />
    </div>
  )
}

const layout = css({
  display: 'grid',
  gridTemplateColumns: '[minmax(0, 1fr)]',
  gap: { base: '2', md: '4' },
  paddingBlock: { base: '1.5', md: '8' },
})
const head = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '2',
})
// Empty it takes no row: it has to be there before its first words, or they are not announced.
const note = css({ _empty: { position: 'absolute' } })
// The title stands beside the choice of view, and above it with large text.
const title = css({ textStyle: 'title', minWidth: '0', flex: '[1 1 7rem]' })

const CoastMap = lazyPart(async () => (await import('./map/coast-map')).CoastMap)

/** The map over the list: a chunk of its own, with room kept for it so that the list below hardly moves. */
function MapPart(props: CoastMapProps) {
  return (
    <div style={{ minHeight: 'calc(min(22rem, 100vw - 2rem) * 1.6)' }}>
      <CoastMap {...props} />
    </div>
  )
}

const SubscribeMenu = lazyPart(async () => (await import('./subscribe-menu')).SubscribeMenu)

/** Opens what takes this list elsewhere: to a calendar, a feed reader, a notice board. */
function SubscribeButton({ filter }: { filter: ProgrammeFilter }) {
  const id = useId()
  const [isNear, setNear] = useState(false)
  const [isPressed, setPressed] = useState(false)
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={m.feed_subscribe()}
        title={m.feed_subscribe()}
        className={cx(iconButton(), needsPopover)}
        onPointerEnter={() => setNear(true)}
        onFocus={() => setNear(true)}
        onClick={() => setPressed(true)}
      >
        <CalendarIcon />
      </button>
      {isNear || isPressed ? <SubscribeMenu id={id} filter={filter} isOpenAtFirst={isPressed} /> : null}
    </>
  )
}

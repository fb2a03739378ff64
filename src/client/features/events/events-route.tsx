import { useQuery } from '@tanstack/react-query'
import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Button } from '@/client/design-system/button'
import { needsPopover } from '@/client/design-system/overlays/popover-menu'
import {
  dayRanges,
  filterOf,
  listAddress,
  readSearch,
  useEventsSearch,
  withChange,
  withCurrentTags,
  type EventsSearch,
  type EventsView,
  type SearchChange,
} from '@/client/features/events/filters/event-filters'
import { Filters } from '@/client/features/events/filters/filter-panel'
import type { Nearness } from '@/client/features/events/near/nearness'
import { originOf, pageHead } from '@/client/shared/layout/page-head'
import { onPlainClick } from '@/client/shared/links/web-url'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { useStoredChoice } from '@/client/shared/offline/stored-choice'
import { eventListQuery, usedTagsQuery, useProgramme } from '@/client/shared/programme/programme-queries'
import { SearchBox } from '@/client/shared/programme/search-box'
import { useNow } from '@/client/shared/time/use-now'
import { toQuery } from '@/domain/events/search-words'
import { dayOfTonight, villageDay } from '@/domain/time/local-time'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { LayoutGridIcon, LocateFixedIcon, MapPinIcon, MenuIcon } from 'lucide-react'
import { css, cx } from 'styled-system/css'
import { cluster, page } from 'styled-system/patterns'
import { tabs } from 'styled-system/recipes'
import { EventList } from './event-list'
import { useRovingFocus } from '@/client/shared/programme/list-focus'

const route = getRouteApi('/events')

/** The filter is in the URL's search params, so that a list can be shared and Back restores it. */
function EventsPage() {
  const search = useEventsSearch()
  // A chosen filter is seen at once; the list follows when there is time, and never renders old events as those of a new filter.
  const listed = useDeferredValue(search)
  const navigate = route.useNavigate()
  const programme = useProgramme()
  const now = useNow()
  const today = villageDay(now)
  const tonight = dayOfTonight(now)
  const ranges = useMemo(() => dayRanges(today, tonight), [today, tonight])
  const filter = filterOf(search, now)
  const [remembered] = useStoredChoice('events-view')
  const view = search.view === 'map' ? 'agenda' : (search.view ?? remembered)
  const [near, setNear] = useState<Nearness>()
  const opener = useRef<HTMLButtonElement>(null)
  const root = useRovingFocus<HTMLDivElement>(TOOL, '[data-part=strip]')
  const tags = useQuery(usedTagsQuery(programme)).data?.data ?? []
  const go = (to: (before: EventsSearch) => EventsSearch) =>
    void navigate({ search: to, replace: true, resetScroll: false })
  const change = (part: SearchChange) => go((before) => withChange(before, part))
  const clear = () => {
    opener.current?.focus()
    go(({ view: asked }) => withChange({}, { view: asked }))
  }
  return (
    <div ref={root} className={cx(page(), layout)}>
      <div className={head}>
        <h1 className={title}>{m.events_title({ village: SITE.village })}</h1>
        <SearchField search={search} onSearch={(q) => change({ q })} />
        <div role="toolbar" aria-label={m.events_view()} className={tools}>
          <NearButton near={near} onChange={setNear} />
          <ViewToggle search={search} shown={search.view ?? view} onChoose={change} />
          <SubscribeButton search={search} />
        </div>
      </div>
      <Filters
        {...{ tags, ranges, today, opener }}
        filter={withCurrentTags(filter, tags)}
        onChange={change}
        onClear={clear}
      />
      <output className={note}>{near?.note}</output>
      <div className={search.view === 'map' ? besideMap : undefined}>
        {search.view === 'map' ? (
          <div className={mapRoom}>
            <CoastMap {...{ filter, now, near }} />
          </div>
        ) : null}
        <EventList
          filter={filterOf(listed, now)}
          {...{ view, now, near, tags, ranges }}
          firstPage={listed.page ?? 1}
          onClear={clear}
        />
      </div>
    </div>
  )
}

/** Tab comes once to the buttons and views, and once to the chips, which scroll and so have a stop of their own. */
const TOOL = '[role=toolbar] :is(a, button)'

// A phone on its side has room for one line as well, with icons for words.
const ONE_LINE = '@media (width >= 64rem), (width >= 48rem) and (height < 30rem)'
const WORDS = '@media (width >= 48rem) and (height >= 30rem)'

const layout = css({
  display: 'grid',
  gridTemplateColumns: '[minmax(0, 1fr)]',
  gap: '1.5',
  paddingBlock: '2',
  [WORDS]: { gap: '3', paddingBlock: '5' },
})
// On a phone the title stands beside 'Subscribe', the search beside the views; where there is room all of it is one line.
const head = cluster({ columnGap: { base: '2', lg: '6' }, rowGap: '1.5', position: 'relative' })
// Empty it takes no row: it has to be there before its first words, or they are not announced.
const note = css({ textStyle: 'small', _empty: { position: 'absolute' } })
const title = css({
  textStyle: 'heading',
  fontSize: { base: 'xl', md: '2xl' },
  minWidth: '0',
  order: '[-1]',
  flex: '[1 1 max(8rem, 100% - 9rem)]',
  [ONE_LINE]: { flex: '[0 1 auto]' },
})
const tools = css({ display: 'contents' })

const CoastMap = lazyPart(async () => (await import('@/client/features/events/map/coast-map')).CoastMap)

const besideMap = css({
  display: 'grid',
  gridTemplateColumns: { base: '[minmax(0, 1fr)]', md: '[minmax(0, 3fr) minmax(0, 2fr)]' },
  gap: '4',
})
// Room is kept until the map has loaded, so that the list does not move.
const mapRoom = css({
  minHeight: '[max(20rem, 100svh - 8rem)]',
  '@media (scripting: none)': { display: 'none' },
})

const SubscribeMenu = lazyPart(async () => (await import('./subscribe-menu')).SubscribeMenu)

/** Opens what takes this list elsewhere: to an inbox, a calendar, another program. */
function SubscribeButton({ search }: { search: EventsSearch }) {
  const id = useId()
  const [wanted, setWanted] = useState<'soon' | 'now'>()
  const prepare = () => setWanted((before) => before ?? 'soon')
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        popoverTarget={id}
        className={cx(subscribePlace, needsPopover)}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setWanted('now')}
      >
        {m.feed_subscribe()}
      </Button>
      {wanted ? <SubscribeMenu id={id} search={search} isOpenAtFirst={wanted === 'now'} /> : null}
    </>
  )
}

const subscribePlace = css({ order: '[-1]', [ONE_LINE]: { order: '[0]' } })

/** Sorts each day by the distance from here, and back by time. The browser asks for the position at the tap, not before. */
function NearButton({
  near,
  onChange,
}: {
  near?: Nearness | undefined
  onChange: (near?: Nearness) => void
}) {
  const [isBusy, setBusy] = useState(false)
  const isSorted = near?.position !== undefined
  const press = async () => {
    if (isSorted) return onChange()
    setBusy(true)
    // The part that sorts may not load.
    const part = await import('@/client/features/events/near/nearness').catch(() => undefined)
    onChange((await part?.findNearness()) ?? { note: m.near_failed() })
    setBusy(false)
  }
  return (
    <Button
      variant="ghost"
      size="sm"
      title={m.near_sort()}
      aria-label={m.near_sort()}
      className={sort}
      aria-pressed={isSorted}
      busy={isBusy}
      onClick={() => void press()}
    >
      {isBusy ? null : <LocateFixedIcon size="1.25rem" />}
      <span className={word}>{m.near_sort()}</span>
    </Button>
  )
}

const sort = css({
  minWidth: '10',
  paddingInline: '2.5',
  '&[aria-pressed=true]': { bg: 'bg.sea', color: 'fg.onSea' },
  '@media (scripting: none)': { display: 'none' },
})

/** The list follows this long after the last letter (rules 9). */
const AFTER_TYPING_MS = 150

/** Finds events by words while they are typed. */
function SearchField({ search, onSearch }: { search: EventsSearch; onSearch: (text: string) => void }) {
  // Without script the other filters are sent as well.
  const { q: text = '', ...others } = withChange(search, {})
  const [typed, setTyped] = useState(text)
  const [shown, setShown] = useState(text)
  // Another text than the one that is typed comes from the address: somebody went back, or removed the filter.
  if (text !== shown) {
    setShown(text)
    if (text !== toQuery(typed)) setTyped(text)
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const searchFor = (value: string) => {
    clearTimeout(timer.current)
    onSearch(toQuery(value))
  }
  const type = (value: string) => {
    setTyped(value)
    clearTimeout(timer.current)
    timer.current = setTimeout(searchFor, AFTER_TYPING_MS, value)
  }
  return (
    <SearchBox typed={typed} onType={type} onSubmit={() => searchFor(typed)}>
      {/* The server has rendered them from an address in its own order, and a hidden field is matched by its name. */}
      {Object.entries(others)
        .toSorted()
        .map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
    </SearchBox>
  )
}

const VIEWS: readonly EventsView[] = SITE.hasMap ? ['cards', 'agenda', 'map'] : ['cards', 'agenda']
const LABELS = { cards: m.events_view_cards, agenda: m.events_view_agenda, map: m.events_view_map }
const ICONS = { cards: LayoutGridIcon, agenda: MenuIcon, map: MapPinIcon }

interface ViewToggleProps {
  search: EventsSearch
  shown: EventsView
  onChoose: (change: SearchChange) => void
}

/** Cards, agenda or map: links, so that the choice is in the address and works without script; of the lists this browser remembers it. */
function ViewToggle({ search, shown, onChoose }: ViewToggleProps) {
  const styles = tabs()
  const [, remember] = useStoredChoice('events-view')
  return (
    <nav aria-label={m.events_view()} className={cx(styles.list, toggle)}>
      {VIEWS.map((view) => {
        const Icon = ICONS[view]
        // An address without the parameter means cards.
        const change = { view: view === 'cards' ? undefined : view }
        return (
          <a
            key={view}
            href={listAddress(withChange(search, change))}
            aria-label={LABELS[view]()}
            title={LABELS[view]()}
            aria-current={view === shown || undefined}
            data-selected={view === shown || undefined}
            className={cx(styles.trigger, choice)}
            onClick={onPlainClick(() => {
              if (view !== 'map') remember(view)
              onChoose(change)
            })}
          >
            <span className={onPhones}>
              <Icon size="1.25rem" />
            </span>
            <span className={word}>{LABELS[view]()}</span>
          </a>
        )
      })}
    </nav>
  )
}

const toggle = css({ flexShrink: '0', flexWrap: 'nowrap', padding: '0.5' })
const choice = css({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: '9',
  paddingInline: { base: '2.5', md: '3' },
  fontSize: 'sm',
})
// On a phone the icon stands for the word: the list begins higher.
const onPhones = css({ [WORDS]: { display: 'none' } })
const word = css({ display: 'none', [WORDS]: { display: 'inline' } })

/** The list of events with its filters (rules 2.5). */
export const Route = createFileRoute('/events')({
  // Most visits begin here or on the home page: their code is in the first chunk, not loaded after it.
  codeSplitGroupings: [],
  validateSearch: readSearch,
  loaderDeps: ({ search }) => ({ ...readSearch(search), view: undefined, filters: undefined }),
  loader: async ({
    context: { queryClient, programme, nowSeconds },
    deps: { page: pageNumber = 1, ...search },
  }) => {
    const filter = filterOf(search, nowSeconds)
    const list = queryClient.fetchInfiniteQuery(eventListQuery(programme, filter, pageNumber))
    // Rendered without the tags to filter by rather than not at all.
    const tags = queryClient.prefetchQuery(usedTagsQuery(programme))
    // The server fails with the list, so that nobody stores an empty page under a good status. A browser shows its page.
    if (import.meta.env.SSR) await Promise.all([list, tags])
    else list.catch(() => undefined)
  },
  head: async ({ match }) => {
    const { meta, links } = pageHead({
      title: m.events_title({ village: SITE.village }),
      description: import.meta.env.SSR ? m.events_description({ village: SITE.village }) : undefined,
      path: '/events',
      origin: originOf(match.context),
    })
    // Programs read these links from the server's page.
    const feeds = import.meta.env.SSR
      ? (await import('@/client/shared/share/share')).feedLinks(match.search, match.context.locale)
      : []
    return { meta, links: [...links, ...feeds] }
  },
  component: EventsPage,
})

import { getRouteApi, useRouter } from '@tanstack/react-router'
import { startTransition, useEffect, useId, useOptimistic, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { isOnPage } from '@/client/shared/layout/page-head'
import { TagPicker } from '@/client/shared/tags/tag-picker'
import { Button } from '@/client/design-system/button'
import { Fold } from '@/client/design-system/collapsible'
import { VisuallyHidden } from '@/client/design-system/visually-hidden'
import { countFacts } from '@/domain/events/facts/event-facts'
import type { ProgrammeFilter, UsedTag } from '@/offline/programme/programme-reader'
import { DateFilter } from '@/client/shared/forms/date-filter'
import * as m from '@/messages/compiled/messages.js'
import { dateBlockOf } from '@/client/shared/time/event-dates'
import { noonOf } from '@/client/shared/time/village-days'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css, cx } from 'styled-system/css'
import { badge, button, card, chip } from 'styled-system/recipes'
import { FactFilters, FilterLink, ActiveFilters, activeFilters } from './fact-filters'
import {
  isRangeOf,
  rangeFilter,
  earliestEnd,
  withEnd,
  withStart,
  withTagToggled,
  withoutDays,
  rangeLabel,
  useEventsSearch,
} from './event-filters'
import type { DayRange } from './event-filters'

/** The panel is scrolled to this long after opening, when it has its height (rules 9). */
const SCROLL_AFTER_MS = 100

interface FilterPanelProps {
  filter: ProgrammeFilter
  tags: readonly UsedTag[]
  ranges: readonly DayRange[]
  /** `YYYY-MM-DD` in the village. */
  today: string
  /** Has the focus when the control that had it is gone. */
  heading: RefObject<HTMLHeadingElement | null>
  /** Resolves when the list follows it. */
  onChange: (filter: ProgrammeFilter) => Promise<void>
  /** A control of the list, beside the heading, whose row is full on a phone once something is filtered. */
  children: (isFiltered: boolean) => ReactNode
}

/**
 * Rules 2.5. A form that works without script as well; with it, every change counts at once: the panel shows it in the
 * next frame, the list follows in a transition, because rendering hundreds of cards would hold up the tap.
 */
export function FilterPanel(props: FilterPanelProps) {
  const { filter: applied, tags, ranges, today, heading, onChange: onApply } = props
  const { history } = useRouter()
  const [filter, setFilter] = useOptimistic(applied)
  const onChange = (next: ProgrammeFilter) => {
    if (next === filter) return
    startTransition(async () => {
      setFilter(next)
      await nextPaint()
      if (isOnPage(history, '/events')) await onApply(next)
    })
  }
  const panel = useRef<HTMLFormElement>(null)
  const { view, filters } = useEventsSearch()
  const [isOpen, setOpen] = useOpenedByAddress(panel, filters)
  const [isUnfolded, setUnfolded] = useState(false)
  const fieldsId = useId()
  const active = activeFilters(filter, { tags, ranges, today })
  const count = active.length + countFacts(filter.facts)
  const onClear = () => {
    heading.current?.focus()
    onChange({ tags: [] })
  }
  return (
    <>
      <DayRow ranges={ranges} filter={filter} today={today} onChange={onChange} />
      <TagRow filter={filter} tags={tags} onChange={onChange} />
      <form
        ref={panel}
        action="/events"
        method="get"
        className={cx(card(), filterPanelFrame)}
        aria-label={m.events_filters()}
        onSubmit={(event) => event.preventDefault()}
      >
        {view ? <input type="hidden" name="view" value={view} /> : null}
        {filter.text === undefined ? null : <input type="hidden" name="q" value={filter.text} />}
        {Object.entries(filter.facts ?? {}).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className={head}>
          <h2 ref={heading} tabIndex={-1} className={title}>
            {m.events_filters()}
            {count > 0 ? (
              <>
                <VisuallyHidden>{m.events_filters_active({ n: count })}</VisuallyHidden>
                <span className={badge({ tone: 'accent' })} aria-hidden="true">
                  {count}
                </span>
              </>
            ) : null}
          </h2>
          {props.children(count > 0)}
          {count > 0 ? (
            <Button variant="ghost" size="sm" onClick={onClear}>
              {m.events_filters_clear()}
            </Button>
          ) : null}
          <Button
            variant="secondary"
            size="sm"
            className={toggle}
            aria-expanded={isOpen}
            aria-controls={fieldsId}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? m.events_filters_hide() : m.events_filters_show()}
          </Button>
        </div>
        <div id={fieldsId} className={fields} data-closed={isOpen ? undefined : ''}>
          <TagPicker
            name="tags"
            tags={tags}
            selected={filter.tags}
            onChange={(keys) => onChange({ ...filter, tags: keys })}
          />
          <DateFilter
            name="from"
            label={m.events_start_date()}
            value={filter.startDate}
            min={today}
            onPick={(day) => onChange(withStart(filter, day, today))}
          />
          <DateFilter
            name="to"
            label={m.events_end_date()}
            value={filter.endDate}
            min={earliestEnd(filter, today)}
            disabled={filter.startDate === undefined}
            onPick={(day) => onChange(withEnd(filter, day, today))}
          />
          <Fold summary={m.facts_more()} className={needsScript} onToggle={setUnfolded}>
            {isUnfolded ? <FactFilters filter={filter} onChange={onChange} /> : null}
          </Fold>
        </div>
        <noscript>
          <button type="submit" className={button()}>
            {m.events_filters_apply()}
          </button>
        </noscript>
        <ActiveFilters {...{ filter, active, onChange }} onNone={() => heading.current?.focus()} />
      </form>
    </>
  )
}

/** The router renders the whole page in the task that navigates, which would hold up what the panel shows. */
function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
  })
}

/** `?filters=true` opens the panel, leaves the address, and brings the panel into view (rules 2.5). */
function useOpenedByAddress(panel: RefObject<HTMLFormElement | null>, filters: true | undefined) {
  const navigate = route.useNavigate()
  const [isOpen, setOpen] = useState<boolean | undefined>(filters)
  useEffect(() => {
    if (!filters) return
    void navigate({
      search: (search) => ({ ...search, filters: undefined }),
      replace: true,
      resetScroll: false,
      // The address may be that of a link on this page.
    }).then(() => setOpen(true))
    // The timer outlives the navigation that it starts itself.
    setTimeout(() => panel.current?.scrollIntoView(), SCROLL_AFTER_MS)
  }, [filters, navigate, panel])
  return [isOpen, setOpen] as const
}

const route = getRouteApi('/events')

// The row of days above it stays in sight.
const filterPanelFrame = css({
  display: 'grid',
  gap: '3',
  padding: { base: '1', md: '4' },
  paddingInline: { base: '2', md: '4' },
  scrollMarginTop: '20',
  overflow: 'visible',
})

const head = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '1', minHeight: '9' })

const title = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  marginRight: 'auto',
  fontWeight: 'bold',
})

const toggle = css({ display: { md: 'none' }, '@media (scripting: none)': { display: 'none' } })

// The note is under the other fields, in their whole width.
const needsScript = css({ gridColumn: '[1 / -1]', '@media (scripting: none)': { display: 'none' } })

const fields = css({
  display: 'grid',
  gap: '4',
  alignItems: 'start',
  gridTemplateColumns: { md: '[2fr repeat(2, minmax(11.5rem, 1fr))]' },
  '&[data-closed]': {
    display: { base: 'none', md: 'grid' },
    // No button could open the panel without script.
    '@media (scripting: none)': { display: 'grid' },
  },
})

interface TagRowProps {
  filter: ProgrammeFilter
  /** The most used first. */
  tags: readonly UsedTag[]
  onChange: (filter: ProgrammeFilter) => void
}

/** The tags in one row over the list; the picker of the filter panel finds one by its name. */
function TagRow({ filter, tags, onChange }: TagRowProps) {
  if (tags.length === 0) return null
  return (
    <ChipRow label={m.events_tag_row()}>
      {tags.map(({ key, name }) => {
        const isShown = filter.tags.includes(key)
        return (
          <FilterLink
            key={key}
            to={withTagToggled(filter, key)}
            isShown={isShown}
            className={cx(chip(), tag)}
            onChange={onChange}
          >
            {name}
          </FilterLink>
        )
      })}
    </ChipRow>
  )
}

const tag = css({
  flexShrink: '0',
  whiteSpace: 'nowrap',
  maxWidth: '[min(16rem, 80vw)]',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  '&[aria-current]': {
    bg: 'bg.sea',
    color: 'fg.onSea',
    borderColor: 'transparent',
    _hover: { bg: 'bg.sea' },
  },
})

interface DayRowProps {
  ranges: readonly DayRange[]
  filter: ProgrammeFilter
  /** `YYYY-MM-DD` in the village. */
  today: string
  onChange: (filter: ProgrammeFilter) => void
}

/**
 * Today, tonight, tomorrow, the weekend, a week, then day by day: each a link, so that it can be shared and works without
 * script. The one that is shown leads back to all days.
 */
function DayRow({ ranges, filter, today, onChange }: DayRowProps) {
  const locale = getLocale()
  return (
    <ChipRow label={m.events_days()}>
      {ranges.map((range) => {
        const { name, first, last } = range
        const { weekday, day, month } = dateBlockOf(noonOf(first), locale)
        const isShown = isRangeOf(range, filter)
        return (
          <FilterLink
            key={name === 'day' ? first : name}
            to={isShown ? withoutDays(filter) : rangeFilter(range, filter)}
            isShown={isShown}
            className={dateBlock}
            onChange={onChange}
          >
            <span className={over}>{name === 'day' ? weekday : rangeLabel(range, today)}</span>{' '}
            <span className={under}>
              {first === last ? day : `${day}–${dateBlockOf(noonOf(last), locale).day}`}
              {name !== 'day' ? null : day === '1' ? ` ${month}` : <VisuallyHidden> {month}</VisuallyHidden>}
            </span>
          </FilterLink>
        )
      })}
    </ChipRow>
  )
}

const dateBlock = css({
  display: 'grid',
  flexShrink: '0',
  justifyItems: 'center',
  alignContent: 'center',
  minWidth: '12',
  minHeight: '14',
  paddingInline: '2',
  border: 'hairline',
  borderRadius: 'md',
  bg: 'bg.surface',
  whiteSpace: 'nowrap',
  _hover: { bg: 'sea.subtle' },
  '&[aria-current]': { bg: 'bg.sea', color: 'fg.onSea', _hover: { bg: 'bg.sea' } },
})

const over = css({
  fontSize: 'xs',
  fontWeight: 'bold',
  lineHeight: 'snug',
  _firstLetter: { textTransform: 'uppercase' },
})
const under = css({ textStyle: 'subheading' })

/** Links over the list: a row that scrolls sideways on a phone, several lines where there is room. */
function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const strip = row.current
    // On a phone what an address asks for may be out of sight.
    const shown = strip?.querySelector<HTMLElement>('[aria-current]')
    // The next frame computes the layout anyway; here it would be computed in the middle of hydration.
    const frame = requestAnimationFrame(() => {
      if (shown) strip?.scrollTo({ left: shown.offsetLeft - shown.offsetWidth })
    })
    // Chromium leaves a link where it is as soon as its edge is in view. Only the keyboard needs this: a tap is where it is.
    const bringIntoView = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.matches(':focus-visible'))
        target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    }
    strip?.addEventListener('focusin', bringIntoView)
    return () => {
      cancelAnimationFrame(frame)
      strip?.removeEventListener('focusin', bringIntoView)
    }
  }, [])
  return (
    <nav ref={row} aria-label={label} className={links}>
      {children}
    </nav>
  )
}

const links = css({
  position: 'relative',
  display: 'flex',
  flexWrap: { md: 'wrap' },
  gap: { base: '2', md: '1.5' },
  overflowX: 'auto',
  scrollbarWidth: '[none]',
  // The row reaches to the edges of a phone, and has room for the ring around a focused link.
  marginInline: '[calc(-1 * {spacing.gutter})]',
  paddingInline: 'gutter',
  scrollPaddingInline: 'gutter',
  paddingBlock: '1',
})

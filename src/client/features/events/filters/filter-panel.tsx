import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { CountDot } from '@/client/design-system/badge'
import { Button } from '@/client/design-system/button'
import { ChipChoices } from '@/client/design-system/forms/chip-choices'
import { VisuallyHidden, fromTablets } from '@/client/design-system/visually-hidden'
import { DateFilter } from '@/client/design-system/forms/field'
import { onPlainClick } from '@/client/shared/links/web-url'
import { accessLabel, languageLabel } from '@/client/shared/programme/fact-labels'
import { eventListQuery, eventsOf, useProgramme } from '@/client/shared/programme/programme-queries'
import { TagPicker, withSelected } from '@/client/shared/tags/tag-picker'
import { ACCESS_FEATURES, EVENT_LANGUAGES, countFacts, listOf, toggled } from '@/domain/events/event-fields'
import * as m from '@/messages/compiled/messages.js'
import type { ProgrammeFilter, UsedTag } from '@/offline/programme/programme-reader'
import { ChevronDownIcon, SlidersHorizontalIcon, XIcon } from 'lucide-react'
import { css, cx } from 'styled-system/css'
import { cluster, column } from 'styled-system/patterns'
import { card, chip } from 'styled-system/recipes'
import {
  NO_DAYS,
  earliestEnd,
  endChange,
  isFiltered,
  isRangeOf,
  listAddress,
  pickedDays,
  startChange,
  useEventsSearch,
  withChange,
  type DayRange,
  type SearchChange,
} from './event-filters'

/** The panel is scrolled to this long after opening, when it has its height (rules 9). */
const SCROLL_AFTER_MS = 100
/** Tags that the row shows; the panel has all. */
const TAGS_SHOWN = 5

const route = getRouteApi('/events')

export interface FiltersProps {
  filter: ProgrammeFilter
  /** The most used first. */
  tags: readonly UsedTag[]
  ranges: readonly DayRange[]
  today: string
  /** The button that opens the panel has the focus when the control that had it is gone. */
  opener: RefObject<HTMLButtonElement | null>
  onChange: (change: SearchChange) => void
  onClear: () => void
}

/** A link to another filter in the row. One that is `isGoing` leaves the row with its filter, and passes the focus on. */
interface FilterChip {
  name: string
  change: SearchChange
  isChosen: boolean
  isGoing?: boolean
}

/**
 * Rules 2.5: the days and the most used tags in one row, all else in a panel that opens on demand. A chosen chip is the badge that
 * removes its filter. Every change counts at once.
 */
export function Filters({ filter, tags, ranges, today, opener, onChange, onClear }: FiltersProps) {
  const { view } = useEventsSearch()
  const panel = useRef<HTMLFormElement>(null)
  const [isOpen, setOpen] = useOpenedByAddress(panel)
  const panelId = useId()
  const strip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A chip that the address asks for may be out of sight.
    strip.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [])
  const picked = pickedDays(filter, ranges)
  /** Opens or closes the panel, or opens it at one of its fields. */
  const toPanel = (field?: string) => ({
    'aria-expanded': isOpen,
    'aria-controls': panelId,
    onClick: () => {
      flushSync(() => setOpen(field !== undefined || !isOpen))
      if (field !== undefined) panel.current?.querySelector<HTMLElement>(field)?.focus()
    },
  })
  const clearButton = isFiltered(filter) ? (
    <Button variant="ghost" size="sm" className={needsScript} onClick={onClear}>
      {m.events_filters_clear()}
    </Button>
  ) : null
  const dayChips: FilterChip[] = [
    ...ranges.map((range) => {
      const isChosen = isRangeOf(range, filter)
      return { name: range.name, change: { ...NO_DAYS, ...(!isChosen && range.days) }, isChosen }
    }),
    ...picked.map((one) => ({ ...one, isChosen: true, isGoing: true })),
  ]
  const days = dayChips.filter((one) => one.isChosen).length
  const words = filter.text === undefined ? 0 : 1
  const count = filter.tags.length + days + words + countFacts(filter.facts)
  // The most used tags stay where they are; after them stands what is chosen besides.
  const tagChips: FilterChip[] = withSelected(tags, filter.tags).flatMap(({ key, name }, index) => {
    const isChosen = filter.tags.includes(key)
    const isGoing = index >= Math.min(TAGS_SHOWN, tags.length)
    const change = { tags: toggled(filter.tags, key).join(',') }
    return isGoing && !isChosen ? [] : [{ name, change, isChosen, isGoing }]
  })
  const follow = ({ change, isGoing = false }: FilterChip) => {
    if (isGoing) opener.current?.focus()
    onChange(change)
  }
  return (
    <>
      <div role="toolbar" aria-label={m.events_filters()} className={line}>
        <button
          ref={opener}
          type="button"
          className={cx(chip(), item, openerLook, needsScript)}
          {...toPanel()}
        >
          <SlidersHorizontalIcon size="1.125rem" />
          <span className={fromTablets}>{m.events_filters()}</span>
          {count > 0 ? (
            <>
              <VisuallyHidden>{m.events_filters_active({ n: count })}</VisuallyHidden>
              <CountDot count={count} />
            </>
          ) : null}
        </button>

        <div ref={strip} data-part="strip" className={chips}>
          <fieldset className={group} aria-label={m.events_days()}>
            {dayChips.map((one) => (
              <ChipLink key={one.name} chip={one} onFollow={follow} />
            ))}
            {picked.length > 0 ? null : (
              <button type="button" className={cx(chip(), item, needsScript)} {...toPanel('[name=from]')}>
                {m.events_pick_dates()}
              </button>
            )}
          </fieldset>
          <fieldset className={group} aria-label={m.events_tag_row()}>
            {tagChips.map((one) => (
              <ChipLink key={one.name} chip={one} onFollow={follow} />
            ))}
            <button type="button" className={cx(chip(), item, needsScript)} {...toPanel('[role=combobox]')}>
              {m.events_more_tags()}
              <ChevronDownIcon size="1rem" />
            </button>
          </fieldset>
          {clearButton}
        </div>
      </div>
      <form
        ref={panel}
        id={panelId}
        action="/events"
        method="get"
        className={cx(card(), panelFrame)}
        data-closed={isOpen ? undefined : ''}
        aria-label={m.events_filters()}
        onSubmit={(event) => event.preventDefault()}
      >
        {/* Without script they are sent as well. */}
        {Object.entries({ view, q: filter.text, ...filter.facts }).map(([name, value]) =>
          value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
        )}
        <div className={fields}>
          <TagPicker
            name="tags"
            tags={tags}
            selected={filter.tags}
            onChange={(keys) => onChange({ tags: keys.join(',') })}
          />
          <DateFilter
            name="from"
            label={m.events_start_date()}
            value={filter.startDate}
            min={today}
            onPick={(day) => onChange(startChange(filter, day, today))}
          />
          <DateFilter
            name="to"
            label={m.events_end_date()}
            value={filter.endDate}
            min={earliestEnd(filter, today)}
            disabled={filter.startDate === undefined}
            onPick={(day) => onChange(endChange(filter, day, today))}
          />
        </div>
        {isOpen ? (
          <>
            <FactFilters {...{ filter, onChange }} />
            <div className={foot}>
              {clearButton}
              <ShowButton
                filter={filter}
                onPress={() => {
                  opener.current?.focus()
                  setOpen(false)
                }}
              />
            </div>
          </>
        ) : null}
        <noscript>
          <Button type="submit">{m.events_filters_apply()}</Button>
        </noscript>
      </form>
    </>
  )
}

/** A real link: it can be shared and works without script. With script the list follows in place. */
function ChipLink({ chip: one, onFollow }: { chip: FilterChip; onFollow: (chip: FilterChip) => void }) {
  const search = useEventsSearch()
  return (
    <a
      href={listAddress(withChange(search, one.change))}
      aria-current={one.isChosen || undefined}
      className={cx(chip(), item)}
      onClick={onPlainClick(() => onFollow(one))}
    >
      <bdi>{one.name}</bdi>
      {one.isChosen ? <XIcon size="0.875rem" /> : null}
    </a>
  )
}

const FLAGS = ['free', 'family'] as const
const FLAG_LABELS = { free: m.facts_free, family: m.facts_family }

function FactFilters({ filter, onChange }: Pick<FiltersProps, 'filter' | 'onChange'>) {
  const { facts = {} } = filter
  const choose = (name: 'access' | 'in') => ({
    chosen: listOf(facts[name]),
    onPress: (one: string) => onChange({ [name]: toggled(listOf(facts[name]), one).join(',') }),
  })
  return (
    <div className={cluster({ align: 'start', columnGap: '10', rowGap: '4' })}>
      <ChipChoices
        label={m.facts_price()}
        options={FLAGS}
        optionLabel={(flag) => FLAG_LABELS[flag]()}
        chosen={FLAGS.filter((flag) => facts[flag])}
        onPress={(flag) => onChange({ [flag]: facts[flag] ? undefined : 1 })}
      />
      <ChipChoices
        label={m.facts_access()}
        options={ACCESS_FEATURES}
        optionLabel={accessLabel}
        {...choose('access')}
      />
      <ChipChoices
        label={m.facts_languages()}
        options={EVENT_LANGUAGES}
        optionLabel={languageLabel}
        {...choose('in')}
      />
    </div>
  )
}

/** Closes the panel. The number is that of the list below, as far as it is loaded. */
function ShowButton({ filter, onPress }: { filter: ProgrammeFilter; onPress: () => void }) {
  const programme = useProgramme()
  const { page = 1 } = useEventsSearch()
  const { data, hasNextPage } = useInfiniteQuery(eventListQuery(programme, filter, page))
  const count = data && eventsOf(data).length
  return (
    <Button size="sm" onClick={onPress}>
      {count === undefined
        ? m.events_filters_show_all()
        : hasNextPage
          ? m.events_filters_show_more({ n: count })
          : m.events_filters_show({ n: count })}
    </Button>
  )
}

/** `?filters=true` opens the panel, leaves the address, and brings the panel into view (rules 2.5). */
function useOpenedByAddress(panel: RefObject<HTMLFormElement | null>) {
  const { filters } = useEventsSearch()
  const navigate = route.useNavigate()
  const [isOpen, setOpen] = useState(filters === true)
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

const line = cluster({ flexWrap: 'nowrap', _print: { display: 'none' } })
// It scrolls sideways where it has no room, to the edge of a phone, with room for the ring around a focused chip.
const chips = css({
  position: 'relative',
  display: 'flex',
  flex: '1',
  minWidth: '0',
  gap: '2',
  overflowX: 'auto',
  scrollbarWidth: '[none]',
  marginInlineEnd: '[calc(-1 * {spacing.gutter})]',
  paddingInlineEnd: 'gutter',
  scrollPaddingInline: 'gutter',
  paddingBlock: '1',
})
const group = cluster({
  flexWrap: 'nowrap',
  flexShrink: '0',
  paddingInlineStart: '2',
  borderInlineStart: 'hairline',
})
// Chosen, it has the room of the sign from its own edges: nothing beside it moves.
const item = css({
  position: 'relative',
  flexShrink: '0',
  whiteSpace: 'nowrap',
  gap: '1',
  paddingInline: '3',
  '& > bdi': { maxWidth: '[min(16rem, 70vw)]', overflow: 'hidden', textOverflow: 'ellipsis' },
  '&[aria-current]': {
    gap: '0',
    paddingInlineStart: '1.5',
    paddingInlineEnd: '1',
    bg: 'bg.sea',
    color: 'fg.onSea',
    borderColor: 'transparent',
    _hover: { bg: 'bg.sea' },
  },
})
const openerLook = css({ '& > span[aria-hidden]': { top: '[-0.375rem]', right: '[-0.25rem]' } })
const needsScript = css({ '@media (scripting: none)': { display: 'none' } })

const panelFrame = css({
  display: 'grid',
  gap: '4',
  padding: '4',
  // The row of choice above it stays in sight.
  scrollMarginTop: '[8rem]',
  overflow: 'visible',
  // The field that has the focus stands above the foot.
  '& :is(input, button)': { scrollMarginBottom: '20' },
  _print: { display: 'none' },
  // No button could open it without script.
  '&[data-closed]': { display: 'none', '@media (scripting: none)': { display: 'grid' } },
})
const fields = column({
  gap: '4',
  alignItems: 'start',
  md: { gridTemplateColumns: '[minmax(0, 2fr) repeat(2, minmax(0, 1fr))]' },
})
// On a phone the panel is longer than the window.
const foot = cluster({
  position: 'sticky',
  bottom: '0',
  zIndex: 'raised',
  justify: 'end',
  paddingBlock: '2',
  marginBlockEnd: '-2',
  bg: 'bg.surface',
})

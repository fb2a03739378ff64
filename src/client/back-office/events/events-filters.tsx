import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { TagPicker } from '@/client/shared/tags/tag-picker'
import { Button } from '@/client/design-system/button'
import { SelectField } from '@/client/design-system/forms/field'
import { EVENT_STATUSES } from '@/domain/events/event'
import { SEARCH_MAX, searchText } from '@/domain/events/event-search'
import { EVENT_SORTS } from '@/domain/staff/event-filter'
import type { EventSort } from '@/domain/staff/event-filter'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { card } from 'styled-system/recipes'
import { chosenSort, chosenStatus } from '@/client/back-office/layout/lists/search/events-search'
import type { ChangeSearch, EventsSearch } from '@/client/back-office/layout/lists/search/events-search'
import { filterTagsQuery } from '@/client/back-office/layout/lists/search/named-queries'
import { SearchForm } from '@/client/back-office/layout/lists/search/search-form'
import { useStoredChoice } from '@/client/back-office/layout/stored-choice'
import { STATUS_LABELS } from '@/client/back-office/layout/review/status-labels'
import { DayFilter, SourceFilter, TraitFilter } from './more-filters'
import { PersonFilter } from './person-filter'

const wordsSchema = z.object({ text: searchText })
const NO_TAGS: never[] = []
/** Filters that stand behind a button, since they are rarely needed and the list should begin on the first screen. */
const MORE = ['tags', 'user_id', 'person', 'from', 'to', 'source', 'traits'] as const

const SORT_LABELS: Record<EventSort, () => string> = {
  newest: m.admin_events_sort_newest,
  oldest: m.admin_events_sort_oldest,
  soonest: m.admin_events_sort_soonest,
}

interface EventsFiltersProps {
  search: EventsSearch
  onChange: ChangeSearch
}

/** The list's filters and its order (rules 2.12). */
export function EventsFilters({ search, onChange }: EventsFiltersProps) {
  const tags = useQuery(filterTagsQuery())
  const [queueOrder, rememberOrder] = useStoredChoice('back-office-queue-order')
  const [isOpen, setOpen] = useState(MORE.some((key) => search[key] !== undefined))
  const moreId = useId()
  const sortBy = (sort: string) => {
    if (chosenStatus(search) === 'ON_REVIEW' && (sort === 'oldest' || sort === 'soonest')) rememberOrder(sort)
    onChange({ sort })
  }
  return (
    <section aria-label={m.admin_events_filters()} className={cx(card(), frame)}>
      <SelectField
        label={m.admin_filter_status()}
        value={chosenStatus(search)}
        options={[
          { value: 'all', label: m.admin_status_all() },
          ...EVENT_STATUSES.map((status) => ({ value: status, label: STATUS_LABELS[status]() })),
        ]}
        onChange={(event) => onChange({ status: event.target.value })}
      />
      <SearchForm
        label={m.admin_events_words()}
        placeholder={m.admin_events_words_hint()}
        searchLabel={m.admin_events_words_search()}
        clearLabel={m.admin_events_words_clear()}
        schema={wordsSchema}
        maxLength={SEARCH_MAX}
        value={search.q ?? ''}
        onSearch={(q) => onChange({ q })}
      />
      <SelectField
        label={m.admin_events_sort()}
        value={chosenSort(search, queueOrder)}
        options={EVENT_SORTS.map((sort) => ({ value: sort, label: SORT_LABELS[sort]() }))}
        onChange={(event) => sortBy(event.target.value)}
      />
      <Button
        variant="ghost"
        size="sm"
        className={toggle}
        aria-expanded={isOpen}
        aria-controls={moreId}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? m.admin_events_filters_fewer() : m.admin_events_filters_more()}
      </Button>
      <div id={moreId} className={more} hidden={!isOpen}>
        <TagPicker
          tags={tags.data ?? NO_TAGS}
          selected={search.tags?.split(',') ?? NO_TAGS}
          onChange={(keys) => onChange({ tags: keys.join(',') })}
          hasBadges
        />
        <PersonFilter search={search} onChange={onChange} />
        <DayFilter search={search} onChange={onChange} />
        <SourceFilter search={search} onChange={onChange} />
        <TraitFilter search={search} onChange={onChange} />
      </div>
    </section>
  )
}

const frame = css({
  display: 'grid',
  columnGap: '4',
  rowGap: '2',
  alignItems: 'start',
  paddingInline: '4',
  paddingBlock: '3',
  gridTemplateColumns: {
    base: '[minmax(0, 1fr)]',
    md: '[minmax(0, 2fr) minmax(0, 4fr) minmax(0, 2fr)]',
    xl: '[minmax(0, 2fr) minmax(0, 4fr) minmax(0, 2fr) auto]',
  },
})
const toggle = css({ justifySelf: 'start', alignSelf: { xl: 'end' }, marginBottom: { xl: '1' } })
const more = css({
  gridColumn: '[1 / -1]',
  '&:not([hidden])': { display: 'grid' },
  gap: '4',
  alignItems: 'start',
  gridTemplateColumns: { base: '[minmax(0, 1fr)]', md: '[repeat(2, minmax(0, 1fr))]' },
})
